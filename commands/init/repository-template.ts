/**
 * The syntax of the files in `templates/`. It uses no braces, because workflows contain many:
 *
 *     @name@   a value; alone on an indented line, all its lines are indented, and an empty value removes it
 *     #? a b   includes the lines up to `#?` only if a or b is true; blocks can be nested
 */
import { HOSTS, type HostName } from '../../contract/hosts.ts';

/** The data for a template. */
export interface Filling {
  readonly values: Readonly<Record<string, string>>;
  /** The names that are true. */
  readonly conditions: ReadonlySet<string>;
}

const BLOCK = /^\s*#\?((?: [a-z]+)*)$/;
const VALUE = /@([a-z]+(?:-[a-z]+)*)@/g;

/** Renders a template. @throws Error if it uses an unknown value, or a block does not end */
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

/** The path of a template in a repository: `_` at the start of a name stands for a dot. */
export function pathOfTemplate(template: string): string {
  return template.replace(/(^|\/)_/g, '$1.');
}

/** The settings of a repository for its workflows. */
export interface WorkflowSettings {
  readonly target: HostName;
  /** The name of the Cloudflare project, for Cloudflare hosts. */
  readonly project: string;
  /** The environment variables of access tokens. */
  readonly tokens: readonly string[];
  /** The commands that start and install the program. */
  readonly cartalog: string;
  readonly install: string;
  /** Whether the repository also contains the program. */
  readonly hasProgram: boolean;
}

/** Starts the program in the workflows of a catalog. With `--no`, npm does not install another one if it is missing. */
export const IN_CATALOG = { cartalog: 'npx --no -- cartalog', install: 'npm ci --ignore-scripts', hasProgram: false };

/** Renders a workflow. @throws Error if its template is invalid */
export function workflowText(template: string, settings: WorkflowSettings): string {
  return fillTemplate(template, fillingOf(settings));
}

/** The data for the templates of workflows. */
export function fillingOf({ target, project, tokens, cartalog, install, hasProgram }: WorkflowSettings): Filling {
  const isCloudflare = HOSTS[target].runsHandler;
  const lines = tokens.map((name) => `${name}: \${{ secrets.${name} }}`);
  return {
    values: {
      cartalog,
      install,
      target,
      'and-deploys': isCloudflare ? ', and deploys a preview' : '',
      domain: target === 'pages' ? `${project}.pages.dev` : `\${{ vars.PREVIEW_DOMAIN }}`,
      'token-lines': lines.join('\n'),
      tokens: lines.length === 0 ? '' : ['env:', ...lines.map((line) => `  ${line}`)].join('\n'),
    },
    conditions: new Set([target, isCloudflare ? 'cloudflare' : 'own', hasProgram ? 'program' : 'catalog']),
  };
}
