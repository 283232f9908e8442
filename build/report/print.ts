/** Paths and lines may contain control characters, so they are escaped. */
import { styleText } from 'node:util';
import stringWidth from 'fast-string-width';
import { TEXT_LIMITS } from '../../contract/base/limits.ts';
import { blankedText, itemsByKey, plural, printableLines, shortenedText, visible } from '../../contract/base/text.ts';
import type { CheckReport } from '../../contract/generated/reports.types.ts';
import { withoutKeysIn, withoutPastedKeys } from '../tile-url/secrets.ts';
import { type Finding, findingCountsOf, findingsSummary } from './findings.ts';

type Paint = (style: 'bold' | 'dim' | 'red' | 'yellow', text: string) => string;

/** In characters around the caret. */
const WIDTH = 100;

const MAX_SHOWN_OF_CODE_IN_FILE = 100;

/** More would make a log of megabytes. */
const MAX_SHOWN = 2_000;

function cut(all: readonly Finding[]): { readonly shown: readonly Finding[]; readonly rest: string | null } {
  const findings = all.map((finding) => ({
    ...finding,
    file: shortenedText(withoutPastedKeys(finding.file), TEXT_LIMITS.path),
  }));
  if (findings.length <= MAX_SHOWN) return { shown: findings, rest: null };
  const errors = findings.filter(({ severity }) => severity === 'error');
  const warnings = findings.filter(({ severity }) => severity === 'warning');
  const first = new Set([...errors, ...warnings].slice(0, MAX_SHOWN));
  const hidden = findings.filter((finding) => !first.has(finding));
  const files = new Set(hidden.map(({ file }) => file));
  const rest = `… and ${plural(hidden.length, 'more problem')} in ${plural(files.size, 'file')}: ${findingsSummary(hidden)}`;
  return { shown: findings.filter((finding) => first.has(finding)), rest };
}

export function summedUp(findings: readonly Finding[]): Finding[] {
  const warnings = findings.filter(({ severity }) => severity === 'warning');
  const byCode = itemsByKey(warnings, ({ code }) => code);
  return findings.flatMap((finding) => {
    const same = finding.severity === 'warning' ? (byCode.get(finding.code) ?? []) : [];
    if (same.length < 2) return [finding];
    const message = `${finding.message} (and ${same.length - 1} more, see --verbose)`;
    return finding === same[0] ? [{ ...finding, message }] : [];
  });
}

/**
 * Shows the lines of errors, with carets below them.
 * @param prefix the catalog folder with a trailing `/`, to open paths from the working folder
 */
export function findingsAsText(findings: readonly Finding[], prefix: string, isColoured: boolean): string {
  const paint: Paint = (style, text) => (isColoured ? styleText(style, text, { validateStream: false }) : text);
  const parts: string[] = [];
  const { shown, rest } = cut(findings);
  for (const [file, inFile] of itemsByKey(shown, ({ file }) => file)) {
    const byCode = itemsByKey(inFile, ({ code }) => code);
    const listed = new Set([...byCode.values()].flatMap((same) => same.slice(0, MAX_SHOWN_OF_CODE_IN_FILE)));
    for (const finding of inFile.filter((finding) => listed.has(finding))) {
      parts.push(`${heading(finding, prefix, paint)}\n${markedLine(finding, paint)}`);
    }
    for (const [code, { length }] of byCode) {
      if (length <= MAX_SHOWN_OF_CODE_IN_FILE) continue;
      parts.push(
        `${paint('bold', visible(prefix + file))} and ${length - MAX_SHOWN_OF_CODE_IN_FILE} more ${paint('dim', code)}\n`,
      );
    }
  }
  if (rest) parts.push(`${paint('bold', rest)}\n`);
  return parts.join('');
}

function heading({ file, line, column, severity, code, message }: Finding, prefix: string, paint: Paint): string {
  const colour = severity === 'error' ? 'red' : 'yellow';
  const position = visible(`${prefix}${file}:${line}:${column}`);
  return `${paint('bold', position)} ${paint(colour, severity)} ${paint('dim', code)}  ${message}`;
}

function markedLine({ line, column, endColumn, lineText, severity }: Finding, paint: Paint): string {
  // Only errors show their line, to keep the report short.
  if (severity === 'warning' || endColumn === null || lineText === null) return '';
  const start = column - 1;
  if (start > lineText.length) return '';
  let from = Math.max(0, Math.min(start - WIDTH / 2, lineText.length - WIDTH));
  // A cut must not split a surrogate pair.
  if (/[\uDC00-\uDFFF]/.test(lineText[from] ?? '')) from++;
  const part = (begin: number, end: number): string => blankedText(lineText.slice(begin, Math.min(end, from + WIDTH)));
  const before = (from > 0 ? '…' : '') + part(from, start);
  const after = part(endColumn - 1, from + WIDTH) + (lineText.length > from + WIDTH ? '…' : '');
  const marked = part(start, endColumn - 1);
  const gutter = `  ${line} | `;
  const indent = `${' '.repeat(gutter.length - 2)}| ${' '.repeat(stringWidth(before))}`;
  const caret = '^'.repeat(Math.max(1, stringWidth(marked)));
  return `${paint('dim', gutter)}${before}${marked}${after}\n${paint('dim', indent)}${paint('red', caret)}\n`;
}

/** Commands of GitHub's workflows. @param prefix the catalog folder in the repository, with a trailing `/` */
export function findingsAsAnnotations(findings: readonly Finding[], prefix: string): string {
  const annotations = cut(findings).shown.map(
    ({ file, line, column, endColumn, lineText, severity, code, message }) => {
      const position = lineText === null ? {} : { line, col: column, endColumn };
      return workflowAnnotation(severity, { file: `${prefix}${file}`, ...position, title: code }, message);
    },
  );
  return annotations.join('');
}

export function workflowAnnotation(
  severity: Finding['severity'],
  properties: Readonly<Record<string, string | number | null>>,
  message: string,
): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${severity} ${list.join(',')}::${escapeMessage(message)}\n`;
}

function escapeMessage(text: string): string {
  const escaped = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return visible(escaped);
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

export type ReportSubject = Pick<CheckReport, 'catalog' | 'files' | 'changedSince'>;

/** `schemas/reports/check.json`. @param prefix as above */
export function findingsAsJson(findings: readonly Finding[], prefix: string, subject: ReportSubject): string {
  const report: CheckReport = {
    version: 1,
    catalog: subject.catalog,
    files: subject.files,
    counts: findingCountsOf(findings),
    changedSince: subject.changedSince,
    diagnostics: findings.map(({ file, line, column, endColumn, lineText, severity, code, message }) => {
      const position = lineText === null ? { line: null, column: null, endColumn: null } : { line, column, endColumn };
      return { file: `${prefix}${file}`, ...position, severity, code, message };
    }),
  };
  // Messages already lack access keys.
  return `${printableLines(JSON.stringify(report, (field, value) => (field === 'message' ? value : withoutKeysIn(field, value)), 2))}\n`;
}
