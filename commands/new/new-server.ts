/**
 * The third door of `new`: new tile servers, reviewed against what a web page knows of a catalog. The same stages as for a
 * file check the value of one, so that nothing here reads YAML or needs Node.
 */
import {
  Content,
  type Diagnostic,
  type Document,
  pathOfKind,
  runRules,
  SERVER_RULES,
  validate,
  type Ways,
} from '../../build/values.ts';
import type { KnownCatalog, WrittenServer } from '../../contract/pages.ts';
import { type Review, reviewOf } from './answer-review.ts';
import { tokenVariables } from './answers.ts';
import { type Draft, plainRecord } from './draft.ts';
import type { Answers } from './questions.ts';

export type { Ways } from '../../build/values.ts';
export type { Review } from './answer-review.ts';
export { draftText } from './draft.ts';

/** The answers to the questions of a tile server that are known so far. */
export interface ServerAnswers {
  readonly kind: WrittenServer[0];
  /** The name of the file; null where it is made from the id. */
  readonly fileName: string | null;
  readonly answers: Answers;
}

/**
 * Reviews new tile servers as `cartalog new` does, and finds what `check` would warn of, too.
 *
 * @param folder the catalog folder with a slash at its end, for messages
 */
export function serverReviewer(known: KnownCatalog, folder: string, ways: Ways): (given: ServerAnswers) => Review {
  const documents: Document[] = [
    document('site', 'site.yaml', null, { accessTokens: known.accessTokens }),
    ...known.servers.map(([kind, name, id, hosts, urlPattern]) =>
      document(kind, pathOfKind(kind, name), name, { id, hosts, urlPattern }),
    ),
  ];
  const paths = new Set(documents.map(({ file }) => file.path));
  const variables = tokenVariables(known.servers.map(([, , , hosts, urlPattern]) => ({ hosts, urlPattern })));
  // Whoever publishes the catalog has the values, and is told of those that are missing.
  const environment = Object.fromEntries(known.accessTokens.map((name) => [name, name]));
  const diagnosticsOf = (draft: Draft): Diagnostic[] => {
    const { kind, path } = draft;
    const { value, diagnostics } = validate(kind, path, plainRecord(draft));
    const added = value === undefined ? [] : [document(kind, path, null, value)];
    // A file that has the path already is compared with nothing: that it is there is said on its own.
    const others = paths.has(path) ? documents.filter(({ file }) => file.path !== path) : documents;
    const content = new Content([...others, ...added], [...paths, path]);
    const options = { environment, requireTokens: false, changed: new Set([path]) };
    return [...diagnostics, ...runRules(SERVER_RULES, content, options)].filter(({ file }) => file === path);
  };
  const context = { values: new Map<string, string>(), variables, isInactive: false, ways, diagnosticsOf };
  return ({ kind, fileName, answers }) =>
    reviewOf(kind, answers, {
      ...context,
      fileName,
      taken: ({ path }) => (paths.has(path) ? `${folder}${path} already exists` : null),
    });
}

/** A file of a catalog, as the rules take it. */
function document(kind: Document['file']['kind'], path: string, name: string | null, value: unknown): Document {
  return { file: { kind, path, name }, value } as Document;
}
