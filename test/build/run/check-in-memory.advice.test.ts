/** Follows the advice of every bad catalog, and checks again: the value is valid, or something else is wrong with it. */
import { expect, test } from 'vitest';
import { type Diagnostic, diagnosticMessage, withoutNamedIds } from '../../../build/diagnostics/diagnostic.ts';
import { STAGE_PROBLEMS } from '../../../build/diagnostics/messages.ts';
import { checkCatalog } from '../../../build/run/check-in-memory.ts';
import { applied } from '../../support/advice.ts';
import { badCatalogs } from '../../support/bad-catalogs.ts';
import { type Files, memoryFolder } from '../../support/catalogs.ts';
import { OPTIONS } from '../../support/check.ts';

const diagnosticsOf = (files: Files): Diagnostic[] =>
  withoutNamedIds(checkCatalog(memoryFolder(files), OPTIONS).diagnostics);

const ADVISED = badCatalogs().flatMap(({ name, files }) => {
  const problems = diagnosticsOf(files);
  const before = new Set(problems.map((one) => diagnosticMessage(one, '')));
  return problems.flatMap((problem) => {
    const followed = applied(String(files[problem.file] ?? ''), problem);
    return followed ? [{ name, files, problem, followed, before }] : [];
  });
});

test('many bad catalogs have advice that a program can follow', () => {
  expect(new Set(ADVISED.map(({ name }) => name)).size).toBeGreaterThan(30);
  expect(ADVISED.length).toBeGreaterThan(140);
});

test.each(ADVISED.map((one) => [`${one.name}/${one.problem.file} ${one.followed.pointer}`, one] as const))(
  '%s',
  (_, { files, problem, followed, before }) => {
    const left = diagnosticsOf({ ...files, [problem.file]: followed.text }).filter(({ file, code, place }) => {
      if (file !== problem.file || !(code in STAGE_PROBLEMS)) return false;
      // What is no YAML any more has no pointers. A rule is about another thing: a second record, for example.
      return place === null || !('pointer' in place) || `${place.pointer}/`.startsWith(`${followed.pointer}/`);
    });
    const caused = left.filter(
      (one) => (one.place && 'pointer' in one.place) || !before.has(diagnosticMessage(one, '')),
    );
    expect(
      caused.map((one) => `${diagnosticMessage(problem, '')} -> ${one.code} ${diagnosticMessage(one, '')}`),
    ).toEqual([]);
  },
);
