/** What scripts of pages need of the program is less than what the program needs: the rest is left out as they are compiled. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { type Code, MESSAGES } from '../../build/pipeline.ts';
import { EN } from '../../contract/page-texts/en.ts';
import { SCRIPT_SECTIONS } from '../../contract/page-texts/page-texts.ts';
import { browserValidators, checkedPart } from '../generate.ts';

/**
 * The values of constants at the top of a module: calls, templates and literals that only make a value, which esbuild cannot
 * know. One that nothing uses is left out if it is a call that is marked.
 */
const CONSTANTS =
  /^(var [\w$]+ = )((?:define\w+Tag|new \w+|\w+\.withTags|Object\.assign|String\.raw|`|class |\{)[\s\S]*?);$(?=\n(?:\S|$))/gm;

/** A section of the texts: a member of the object, as it is formatted; one that only has a name is a variable. */
const SECTION = /^ {2}(\w+)(?:,\n|: (?:\{\n[\s\S]*?^ {2}\},\n|.*,\n))/gm;

const isForScripts = (name: string): boolean => SCRIPT_SECTIONS.some((section) => section === name);

/** What is found only in files, in other records, or in a whole site: no page has any of these. */
export const FOUND_ELSEWHERE = [
  ...([
    'missing-file',
    'unexpected-file',
    'bad-file-name',
    'symbolic-link',
    'special-file',
    'unreadable-file',
  ] as const),
  ...(['file-too-large', 'too-many-values', 'not-utf8', 'yaml-syntax', 'too-deep', 'several-documents'] as const),
  ...(['yaml-directive', 'yaml-anchor', 'yaml-tag', 'duplicate-key', 'key-not-text', 'lost-to-comment'] as const),
  ...([
    'bad-id',
    'bad-path',
    'bad-timestamp',
    'bad-sha1',
    'similar-path',
    'nested-base-url',
    'checksum-order',
  ] as const),
  ...(['repeated-checksum', 'box-upside-down', 'box-swapped', 'unknown-parent', 'parent-cycle'] as const),
  ...([
    'unknown-datasource',
    'removal-not-done',
    'removal-without-effect',
    'not-in-form',
    'document-too-large',
  ] as const),
  ...(['too-many-files', 'too-many-header-rules', 'header-line-too-long'] as const),
] as const satisfies readonly Code[];

/** A message, as the table of them is formatted. */
const MESSAGE = /^ {2}'([\w-]+)': \{\n[\s\S]*?^ {2}\},\n/gm;

const isFoundInPages = (code: string): boolean => !FOUND_ELSEWHERE.some((other) => other === code);

/**
 * A text without some of the parts of an object in it.
 *
 * @param part matches one, with its name
 * @param names those that there must be, once each: a text that is formatted in another way is refused, and not left whole
 * @throws Error
 */
export function withoutParts(
  text: string,
  part: RegExp,
  names: readonly string[],
  isKept: (name: string) => boolean,
): string {
  const found: string[] = [];
  const kept = text.replace(part, (whole, name) => {
    found.push(name);
    return isKept(name) ? whole : '';
  });
  if (found.join() !== names.join()) throw new Error(`expected ${names.join()} and not ${found.join()}`);
  return kept;
}

/** js-yaml, with its constants marked. @throws Error where it has none any more */
function withoutEffects(text: string): string {
  const marked = text.replace(CONSTANTS, '$1/* @__PURE__ */ (() => ($2))();');
  if (marked === text) throw new Error('js-yaml has no constants of the expected form');
  return marked;
}

const LENGTH_OF_AJV = 'require("ajv/dist/runtime/ucs2length").default';

/**
 * Validators as an ES module: for a single CommonJS one, esbuild makes another file, which every page would load. Ajv counts
 * the characters of a text as it is spread.
 */
export function asModule(validators: string): string {
  const module = validators.replaceAll(LENGTH_OF_AJV, '(text) => [...text].length');
  if (module.includes('require(')) throw new Error('validators for browsers require something that they must not');
  return `const exports = {};\n${module}\nexport default exports;\n`;
}

/** For esbuild: of schemas, validators, messages and texts what pages need, and of Leaflet and js-yaml what is used. */
export const lean: Plugin = {
  name: 'lean',
  setup(build) {
    build.onLoad({ filter: /[\\/]diagnostics[\\/]messages\.ts$/ }, ({ path }) => ({
      contents: withoutParts(readFileSync(path, 'utf8'), MESSAGE, Object.keys(MESSAGES), isFoundInPages),
      loader: 'ts',
    }));
    build.onLoad({ filter: /[\\/]catalog\.validators\.cjs$/ }, () => ({ contents: asModule(browserValidators()) }));
    build.onLoad({ filter: /[\\/]schemas[\\/]catalog[\\/][\w-]+\.json$/ }, ({ path }) => ({
      contents: JSON.stringify(checkedPart(JSON.parse(readFileSync(path, 'utf8')))),
      loader: 'json',
    }));
    build.onLoad({ filter: /[\\/]page-texts[\\/](?:en|de)\.ts$/ }, ({ path }) => ({
      contents: withoutParts(readFileSync(path, 'utf8'), SECTION, Object.keys(EN), isForScripts),
      loader: 'ts',
    }));
    build.onResolve({ filter: /^leaflet$/ }, () => ({ path: join(import.meta.dirname, 'leaflet-parts.js') }));
    build.onLoad({ filter: /[\\/]js-yaml\.mjs$/ }, ({ path }) => ({
      contents: withoutEffects(readFileSync(path, 'utf8')),
    }));
  },
};
