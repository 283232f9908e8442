/** The files of `commands/templates/` in a repository. */
import { type Filling, fillTemplate } from '../../../cli/program/fill-template.ts';
import { HOSTS, type HostName } from '../../../contract/hosts.ts';

/** The path of a template in a repository: a `_` at its start stands for a dot. */
export function pathOfTemplate(template: string): string {
  return template.replace(/^_/, '.');
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
  readonly signed?: boolean | undefined;
  /** Whether the repository also contains the program. */
  readonly hasProgram: boolean;
}

/** Starts the program in the workflows of a catalog. With `--no`, npm does not install another one if it is missing. */
export const CALL_IN_CATALOG = {
  cartalog: 'npx --no -- cartalog',
  install: 'npm ci --ignore-scripts',
  hasProgram: false,
};

/** Renders a workflow. @throws Error if its template is invalid */
export function workflowText(template: string, settings: WorkflowSettings): string {
  return fillTemplate(template, workflowFillingOf(settings));
}

/** The data for the templates of workflows. */
export function workflowFillingOf(settings: WorkflowSettings): Filling {
  const { target, project, tokens, cartalog, install, hasProgram, signed = false } = settings;
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
    conditions: new Set([
      ...[target, isCloudflare ? 'cloudflare' : 'own', hasProgram ? 'program' : 'catalog'],
      ...(signed ? ['signed'] : isCloudflare ? [] : ['plain']),
    ]),
  };
}
