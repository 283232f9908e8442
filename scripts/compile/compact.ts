/**
 * What others wrote, and what is generated, is bundled with short names: nobody looks for errors in it, and it is a quarter of
 * the package. Our own code keeps its names.
 */
import { readFileSync } from 'node:fs';
import { type Plugin, transform } from 'esbuild';

/** Shortens the names inside of modules of other packages, and of the generated validators. */
export const compact: Plugin = {
  name: 'compact',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](?:node_modules|contract[\\/]generated)[\\/].*\.[cm]?js$/ }, async ({ path }) => {
      const { code } = await transform(readFileSync(path, 'utf8'), {
        minify: true,
        legalComments: 'none',
        target: 'node20',
        // js-yaml creates the state of its parser by object spread, which is slow on Node.js 20.
        supported: { 'object-rest-spread': false },
      });
      return { contents: code };
    });
  },
};
