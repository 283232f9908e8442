/** Eleventy: one template with a page for each document, from one global data file. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Peer } from './peer.ts';
import { installPackage, writeProject } from './peer-project.ts';

const PACKAGE = '@11ty/eleventy';

/** The newest that npm could install when the figures of docs/performance.md were made. */
const VERSION = '3.1.2';

const TEMPLATE = `export const data = {
  pagination: { data: 'documents', size: 1, alias: 'document' },
  permalink: ({ document }) => \`/\${document.path}.json\`,
  eleventyExcludeFromCollections: true,
};

/** The document. */
export function render({ document }) {
  return JSON.stringify(document.value);
}
`;

/** Eleventy. */
export const ELEVENTY: Peer = {
  name: 'Eleventy',
  install(folder, catalog) {
    writeProject(folder, {
      'eleventy.config.js': `export default (config) => config.addWatchTarget(${JSON.stringify(`${catalog}/`)});\n`,
      'src/_data/documents.js': `import { catalogDocuments } from '../../catalog-documents.mjs';\n\nexport default () => catalogDocuments(${JSON.stringify(catalog)});\n`,
      'src/documents.11ty.js': TEMPLATE,
    });
    copyFileSync(join(import.meta.dirname, 'catalog-documents.mjs'), join(folder, 'catalog-documents.mjs'));
    const version = installPackage(folder, PACKAGE, VERSION);
    if (version === null) return `npm cannot install ${PACKAGE}@${VERSION}`;
    const program = join(folder, 'node_modules', PACKAGE, 'cmd.cjs');
    return {
      name: `Eleventy ${version}`,
      build: (out) => ({
        program: process.execPath,
        args: [program, '--input=src', `--output=${out}`, '--quiet'],
        folder,
      }),
      serving: {
        serve: (port) => ({
          program: process.execPath,
          args: [program, '--input=src', `--output=${join(folder, 'served')}`, '--serve', `--port=${port}`],
          folder,
        }),
        catalog,
        path: '/v1/mapservers/index.json',
      },
    };
  },
};
