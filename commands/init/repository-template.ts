/**
 * The language of the files in `templates/`. It must not look like that of workflows, which is full of braces:
 *
 *     @name@   a value; if it is alone on an indented line, each of its lines is indented so, and an empty one leaves nothing
 *     #? a b   what follows, up to a line `#?`, is there only if a or b is true; blocks can be nested
 */
import { HOSTS, type HostName } from '../../contract/hosts.ts';

/** What a template is filled in with. */
export interface Filling {
  readonly values: Readonly<Record<string, string>>;
  /** What is true. */
  readonly conditions: ReadonlySet<string>;
}

const BLOCK = /^\s*#\?((?: [a-z]+)*)$/;
const VALUE = /@([a-z]+(?:-[a-z]+)*)@/g;

/** The text of a file. @throws Error if the template names an unknown value, or a block does not end */
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

/** The path in a repository of a template: `_` at the beginning of a name takes the place of a dot. */
export function pathOfTemplate(template: string): string {
  return template.replace(/(^|\/)_/g, '$1.');
}

/** What a repository's workflows depend on. */
export interface WorkflowSettings {
  readonly target: HostName;
  /** The name of the project at Cloudflare, if that is the host. */
  readonly project: string;
  /** The environment variables of access tokens. */
  readonly tokens: readonly string[];
  /** How a step starts the program, and how it is installed before. */
  readonly cartalog: string;
  readonly install: string;
  /** Whether the repository is that of the program as well. */
  readonly hasProgram: boolean;
}

/** How the workflows of a catalog start the program. With `--no`, npm installs no other one if it is missing. */
export const IN_CATALOG = { cartalog: 'npx --no -- cartalog', install: 'npm ci --ignore-scripts', hasProgram: false };

/** The text of a workflow. @throws Error if its template is not right */
export function workflowText(template: string, settings: WorkflowSettings): string {
  return fillTemplate(template, fillingOf(settings));
}

/** What the templates of workflows name. */
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
