import { type Filling, fillTemplate } from '../../../cli/program/fill-template.ts';
import { HOSTS, type HostName } from '../../../contract/hosts.ts';

/** A leading `_` stands for a dot. */
export function pathOfTemplate(template: string): string {
  return template.replace(/^_/, '.');
}

export interface WorkflowSettings {
  readonly target: HostName;
  readonly project: string;
  /** Variables with access tokens: secrets of the repository. */
  readonly tokens: readonly string[];
  /** Calls the program in workflows. */
  readonly cartalog: string;
  readonly install: string;
  readonly signed?: boolean | undefined;
  /** The repository also contains the program. */
  readonly hasProgram: boolean;
}

/** `--no`: npx downloads no other package if this one is missing. */
export const CALL_IN_CATALOG = {
  cartalog: 'npx --no -- cartalog',
  install: 'npm ci --ignore-scripts',
  hasProgram: false,
};

export function workflowText(template: string, settings: WorkflowSettings): string {
  return fillTemplate(template, workflowFillingOf(settings));
}

/** `own` and `plain` are the owner's servers; `plain` does not sign. */
export function workflowFillingOf(settings: WorkflowSettings): Filling {
  const { target, project, tokens, cartalog, install, hasProgram, signed = false } = settings;
  const isCloudflare = HOSTS[target].runsHandler;
  const tokenLines = tokens.map((name) => `${name}: \${{ secrets.${name} }}`);
  return {
    values: {
      cartalog,
      install,
      target,
      'and-deploys': isCloudflare ? ', and deploys a preview' : '',
      domain: target === 'pages' ? `${project}.pages.dev` : `\${{ vars.PREVIEW_DOMAIN }}`,
      'token-lines': tokenLines.join('\n'),
      tokens: tokenLines.length === 0 ? '' : ['env:', ...tokenLines.map((line) => `  ${line}`)].join('\n'),
    },
    conditions: new Set([
      ...[target, isCloudflare ? 'cloudflare' : 'own', hasProgram ? 'program' : 'catalog'],
      ...(signed ? ['signed'] : isCloudflare ? [] : ['plain']),
    ]),
  };
}
