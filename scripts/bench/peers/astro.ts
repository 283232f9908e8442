/** Astro: one endpoint, with a path for each document. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Peer } from './peer.ts';
import { installPackage, writeProject } from './peer-project.ts';

/** The newest that runs on Node 20. */
const VERSION = '5.18.2';

const endpoint = (catalog: string): string => `import { catalogDocuments } from '../../catalog-documents.mjs';

/** A path for each document. */
export function getStaticPaths() {
  return catalogDocuments(${JSON.stringify(catalog)}).map(({ path, value }) => ({ params: { path }, props: { value } }));
}

/** The document. */
export function GET({ props }) {
  return new Response(JSON.stringify(props.value));
}
`;

const CONFIGURATION = `import { defineConfig } from 'astro/config';

export default defineConfig({ outDir: process.env.OUT, site: 'https://catalog.example.org' });
`;

/** Astro. */
export const ASTRO: Peer = {
  name: 'Astro',
  install(folder, catalog) {
    writeProject(folder, {
      'astro.config.mjs': CONFIGURATION,
      'src/pages/[...path].json.js': endpoint(catalog),
    });
    copyFileSync(join(import.meta.dirname, 'catalog-documents.mjs'), join(folder, 'catalog-documents.mjs'));
    const version = installPackage(folder, 'astro', VERSION);
    if (version === null) return `npm cannot install astro@${VERSION}`;
    return {
      name: `Astro ${version}`,
      build: (out) => ({
        program: process.execPath,
        args: [join(folder, 'node_modules', 'astro', 'astro.js'), 'build', '--silent'],
        folder,
        environment: { OUT: out, ASTRO_TELEMETRY_DISABLED: '1' },
      }),
    };
  },
};
