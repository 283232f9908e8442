/** The licence of each package in the compiled program. */

/** At least a part of the package is bundled. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** From its package.json. */
  readonly licence: string;
  readonly text: string;
  /** Of its bundled files. */
  readonly sources: readonly string[];
}

/** Null for a file outside of `node_modules`. */
export function packageFolder(path: string): string | null {
  return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? null;
}

/** By package name, including comments of single files that state other terms. */
export function noticeOf(packages: readonly BundledPackage[]): string {
  const parts = packages.map(({ name, version, licence, text, sources }) =>
    [`${name} ${version} (${licence})`, text.trim(), ...new Set(sources.flatMap(statementsIn))].join('\n\n'),
  );
  const intro =
    'cartalog is under the licence in LICENSE. Compiled into the files of this folder are parts of the packages below, under theirs.';
  return `${[intro, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** Comments about copyright. */
function statementsIn(source: string): string[] {
  const comments = source.match(/\/\*[\s\S]*?\*\//g) ?? [];
  return comments.filter((comment) => /copyright|licen[cs]ed/i.test(comment));
}
