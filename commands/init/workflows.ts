/** The workflows of a repository, from their templates: those of a catalog, and those of this one, which is a catalog too. */
import { HOSTS, type HostName } from '../../contract/hosts.ts';
import { type Filling, fillTemplate } from './repository-template.ts';

/** What decides what a repository's workflows are. */
export interface WorkflowSettings {
  readonly target: HostName;
  /** The name of the project at Cloudflare, where that is the host. */
  readonly project: string;
  /** The environment variables of access tokens. */
  readonly tokens: readonly string[];
  /** How a step starts the program, and how it is installed before. */
  readonly cartalog: string;
  readonly install: string;
  /** Whether the repository is that of the program as well. */
  readonly hasProgram: boolean;
}

/** How the workflows of a catalog start the program. `--no`: where it is not installed, npm gets no other one. */
export const IN_CATALOG = { cartalog: 'npx --no -- cartalog', install: 'npm ci --ignore-scripts', hasProgram: false };

/** The text of a workflow. @throws Error where its template is not right */
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
