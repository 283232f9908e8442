/** The notice about other people's code in the compiled program: the licence of each package. Pure. */

/** A package that is bundled at least in part. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** From its package.json. */
  readonly licence: string;
  /** The text of its licence file. */
  readonly text: string;
  /** The sources of its bundled files. */
  readonly sources: readonly string[];
}

/** The folder of the package that a file of `node_modules` belongs to; null for any other file. */
export function packageFolder(path: string): string | null {
  return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? null;
}

/** The notice, by package name, including comments of single files that state other terms. */
export function noticeOf(packages: readonly BundledPackage[]): string {
  const parts = packages.map(({ name, version, licence, text, sources }) =>
    [`${name} ${version} (${licence})`, text.trim(), ...new Set(sources.flatMap(statementsIn))].join('\n\n'),
  );
  const intro =
    'cartalog is under the licence in LICENSE. Compiled into the files of this folder are parts of the packages below, under theirs.';
  return `${[intro, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** The copyright comments of a file. */
function statementsIn(source: string): string[] {
  const comments = source.match(/\/\*[\s\S]*?\*\//g) ?? [];
  return comments.filter((comment) => /copyright|licen[cs]ed/i.test(comment));
}
