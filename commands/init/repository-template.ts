/**
 * The language of the files in `templates/`. It must not look like that of workflows, which is full of braces:
 *
 *     @name@   a value; indented and alone on its line, each of its lines is indented so, and nothing is left of an empty one
 *     #? a b   what follows, up to a line `#?`, is there only where a or b holds; blocks can be nested
 */

/** What a template is filled in with. */
export interface Filling {
  readonly values: Readonly<Record<string, string>>;
  /** What holds. */
  readonly conditions: ReadonlySet<string>;
}

const BLOCK = /^\s*#\?(?<words>(?: [a-z]+)*)$/;
const VALUE = /@([a-z]+(?:-[a-z]+)*)@/g;

/** The text of a file. @throws Error where the template names a value that there is not, or a block does not end */
export function fillTemplate(template: string, { values, conditions }: Filling): string {
  const filledIn = (name: string): string => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new Error(`The template names @${name}@, which has no value.`);
    return value;
  };
  const open: boolean[] = [];
  const lines = template.split('\n').flatMap((line) => {
    const words = BLOCK.exec(line)?.groups?.['words'];
    if (words === '') open.pop();
    else if (words !== undefined)
      open.push(
        words
          .trim()
          .split(' ')
          .some((word) => conditions.has(word)),
      );
    if (words !== undefined || open.includes(false)) return [];
    const [, indent = '', alone] = /^(\s+)@([a-z-]+)@$/.exec(line) ?? [];
    if (alone === undefined) return [line.replace(VALUE, (_, name: string) => filledIn(name))];
    return filledIn(alone)
      .split('\n')
      .filter(Boolean)
      .map((part) => indent + part);
  });
  if (open.length > 0) throw new Error('A block of the template does not end.');
  return lines.join('\n');
}

/** The path in a repository of a template: `_` at the beginning of a name takes the place of a dot. */
export function pathOfTemplate(template: string): string {
  return template.replace(/(^|\/)_/g, '$1.');
}
