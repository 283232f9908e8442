/** Follows the advice of every bad catalog, and checks again: the value is valid, or something else is wrong with it. */
import { expect, test } from 'vitest';
import {
  type Diagnostic,
  messageOf,
  pointerTo,
  segmentsOf,
  withoutNamedIds,
} from '../../../build/diagnostics/diagnostic.ts';
import { STAGE_PROBLEMS } from '../../../build/diagnostics/messages.ts';
import { checkCatalog } from '../../../build/run/check-catalog.ts';
import { adviceIn, rangeAt } from '../../support/advice.ts';
import { badCatalogs } from '../../support/bad-catalogs.ts';
import { type Files, memoryFolder } from '../../support/catalogs.ts';
import { OPTIONS } from '../../support/check.ts';

const diagnosticsOf = (files: Files): Diagnostic[] =>
  withoutNamedIds([...checkCatalog(memoryFolder(files), OPTIONS).diagnostics]);

/** Catalogs by name, with the number of their advised diagnostics; those with none are not listed. */
const ADVISED = badCatalogs().flatMap(({ name, files }) => {
  const advised = diagnosticsOf(files).flatMap((problem) => {
    const text = String(files[problem.file] ?? '');
    const range = rangeAt(text, problem.place, problem.advice !== undefined);
    const advice = range && adviceIn(problem, text.slice(...range));
    return advice ? [{ name, files, problem, text, range, advice }] : [];
  });
  return advised;
});

test('a third of the bad catalogs has advice that a program can follow', () => {
  expect(new Set(ADVISED.map(({ name }) => name)).size).toBeGreaterThan(20);
  expect(ADVISED.length).toBeGreaterThan(100);
});

test.each(ADVISED.map((one) => [one.name, `${one.problem.file} ${JSON.stringify(one.problem.place)}`, one] as const))(
  '%s: %s',
  (_, __, { files, problem, text, range: [start, end], advice }) => {
    const { file, place } = problem;
    const pointer = place && 'pointer' in place ? place.pointer : '';
    const followed =
      place && 'on' in place && place.on === 'key'
        ? pointerTo([...segmentsOf(pointer).slice(0, -1), advice.text.replace(/:.*/, '')])
        : pointer;
    const changed = { ...files, [file]: `${text.slice(0, start)}${advice.text}${text.slice(end)}` };
    const left = diagnosticsOf(changed).filter(
      (one) =>
        one.file === file &&
        one.code in STAGE_PROBLEMS &&
        (one.place === null || ('pointer' in one.place && `${one.place.pointer}/`.startsWith(`${followed}/`))),
    );
    const said = messageOf(problem, text.slice(start, end));
    expect(left.map((one) => `${said} -> ${one.code} ${messageOf(one, '')}`)).toEqual([]);
  },
);
