export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly text: string;
  readonly sourceTexts: readonly string[];
}

export function packageFolder(path: string): string | null {
  return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? null;
}

export function noticeOf(packages: readonly BundledPackage[]): string {
  const parts = packages.map(({ name, version, licence, text, sourceTexts }) =>
    [`${name} ${version} (${licence})`, text.trim(), ...new Set(sourceTexts.flatMap(statementsIn))].join('\n\n'),
  );
  const intro =
    'cartalog is under the licence in LICENSE. The files of this folder contain parts of the packages below, under their licences.';
  return `${[intro, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

function statementsIn(source: string): string[] {
  const comments = source.match(/\/\*[\s\S]*?\*\//g) ?? [];
  return comments.filter((comment) => /copyright|licen[cs]ed/i.test(comment));
}
