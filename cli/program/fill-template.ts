/**
 * The syntax of `templates/`. It uses no braces, because workflows contain many:
 *   @name@  a value; alone on an indented line, all its lines are indented, and an empty value removes the line
 *   #? a b  includes the lines up to `#?` only if a or b is true; blocks can be nested
 */
export interface Filling {
  readonly values: Readonly<Record<string, string>>;
  readonly conditions: ReadonlySet<string>;
}

const BLOCK = /^\s*#\?((?: [a-z]+)*)$/;
const VALUE = /@([a-z]+(?:-[a-z]+)*)@/g;

export function fillTemplate(template: string, { values, conditions }: Filling): string {
  const valueFor = (name: string): string => {
    if (!Object.hasOwn(values, name)) throw new Error(`The template names @${name}@, which has no value.`);
    return values[name] as string;
  };
  const open: boolean[] = [];
  const lines = template.split('\n').flatMap((line) => {
    const [, words] = BLOCK.exec(line) ?? [];
    if (words === '') open.pop();
    else if (words !== undefined) open.push(words.split(' ').some((word) => conditions.has(word)));
    if (words !== undefined || open.includes(false)) return [];
    const [, indent = '', alone] = /^(\s+)@([a-z-]+)@$/.exec(line) ?? [];
    if (alone === undefined) return [line.replace(VALUE, (_, name: string) => valueFor(name))];
    const parts = valueFor(alone).split('\n').filter(Boolean);
    return parts.map((part) => indent + part);
  });
  if (open.length > 0) throw new Error('A block of the template does not end.');
  return lines.join('\n');
}
