import { type Filling, fillTemplate } from '../../../cli/program/fill-template.ts';
import { HOSTS, type HostName } from '../../../contract/hosts.ts';

/** A `_` at the start of a template's path replaces a dot. */
export function pathOfTemplate(template: string): string {
  return template.replace(/^_/, '.');
}

export interface WorkflowSettings {
  readonly target: HostName;
  /** The name of the Cloudflare project. */
  readonly project: string;
  readonly tokens: readonly string[];
  readonly cartalog: string;
  readonly install: string;
  readonly signed?: boolean | undefined;
  /** The repository also contains the program. */
  readonly hasProgram: boolean;
}

/** With `--no`, npm does not install another program if this one is missing. */
export const CALL_IN_CATALOG = {
  cartalog: 'npx --no -- cartalog',
  install: 'npm ci --ignore-scripts',
  hasProgram: false,
};

/** @throws Error if the template is invalid */
export function workflowText(template: string, settings: WorkflowSettings): string {
  return fillTemplate(template, workflowFillingOf(settings));
}

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
