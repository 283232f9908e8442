/**
 * How the program starts quickly: with few modules, of its own and of Node. To find, read and link one takes Node as long as
 * to compile 50 kB.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

/** What nearly every command loads: these modules, and all that they import. */
const COMMON = [
  'cli/arguments.ts',
  'cli/files.ts',
  'cli/own-files.ts',
  'cli/package.ts',
  'cli/terminal.ts',
  'build/diagnostics/diagnostic.ts',
  'build/read/layout.ts',
  'build/render/headers.ts',
  'build/render/sources.ts',
  'contract/copyright-keys.ts',
  'contract/example-address.ts',
  'contract/routes.ts',
];

/** The module that imports these. */
const TOGETHER = 'cartalog:together';

/** Modules that are loaded later, with those in common. */
const LATER = 'cartalog:later';

const IMPORT = /^import \{([^{}]*)\} from '(node:[\w/]+)';$/gm;

/**
 * A module of ours that gets those of Node in another way. To import one as an ES module, Node asks for everything that it
 * has, and for that loads more of them: for crypto, all of Web Crypto.
 *
 * @param source TypeScript in the form of this project
 */
export function withoutImportsOfNode(source: string): string {
  return source.replace(IMPORT, (_, list: string, module: string) => {
    const names = list.split(',').flatMap((name) => name.trim() || []);
    const isType = (name: string): boolean => name.startsWith('type ');
    const types = names.filter(isType).map((name) => name.slice('type '.length));
    const values = names.filter((name) => !isType(name)).map((name) => name.replace(' as ', ': '));
    const importing = types.length > 0 ? `import type { ${types.join(', ')} } from '${module}';` : '';
    return `${importing}const { ${values.join(', ')} } = process.getBuiltinModule('${module}');`;
  });
}

/**
 * For esbuild, which makes a file for every set of commands that share some modules: in place of each module that is loaded
 * later comes one that also imports those in common, and so all of these have the same set.
 */
export function quickStart(root: string): Plugin {
  const common = COMMON.map((path) => join(root, path));
  return {
    name: 'quick-start',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ kind, path, resolveDir }) => {
        const file = join(resolveDir, path);
        if (kind === 'dynamic-import') return { path: file, namespace: LATER };
        return common.includes(file) ? { path: file } : null;
      });
      onResolve({ filter: new RegExp(`^${TOGETHER}$`) }, ({ path }) => ({ path, namespace: TOGETHER }));
      onLoad({ filter: /./, namespace: TOGETHER }, () => ({
        contents: common.map((path) => `import ${JSON.stringify(path)};`).join('\n'),
        resolveDir: root,
      }));
      onLoad({ filter: /./, namespace: LATER }, ({ path }) => ({
        contents: `import '${TOGETHER}';\nexport * from ${JSON.stringify(path)};`,
        resolveDir: root,
      }));
      onLoad({ filter: /\.ts$/ }, ({ path }) => ({
        contents: withoutImportsOfNode(readFileSync(path, 'utf8')),
        loader: 'ts',
      }));
    },
  };
}
