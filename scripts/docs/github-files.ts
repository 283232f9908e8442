/** The files of this repository for GitHub, from the templates of every catalog. */
import { fillTemplate } from '../../cli/program/fill-template.ts';
import {
  pathOfTemplate,
  type WorkflowSettings,
  workflowText,
} from '../../commands/repository/init/repository-template.ts';

/** `npm ci` compiles the checkout. */
const HERE: Omit<WorkflowSettings, 'tokens'> = {
  target: 'pages',
  project: 'cartalog',
  cartalog: 'node bin/cartalog.js',
  install: 'npm ci',
  hasProgram: true,
};

const OWNER = '@cartalog/maintainers';

export function ownGithubFiles(templates: ReadonlyMap<string, string>, tokens: readonly string[]): Map<string, string> {
  const files = [...templates].filter(([path]) => path.startsWith('_github/'));
  return new Map(
    files.map(([path, text]) => [
      pathOfTemplate(path),
      path.includes('/workflows/')
        ? workflowText(text, { ...HERE, tokens })
        : fillTemplate(text, { values: { owner: OWNER }, conditions: new Set(['program']) }),
    ]),
  );
}
