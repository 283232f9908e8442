import { type FileRole, pathOfRole } from '../../../build/read/layout.ts';
import { MAP_RULES } from '../../../build/rules/map-rules.ts';
import type { Ways } from '../../../build/tile-url/explanations.ts';
import type { Document } from '../../../build/validate/content.ts';
import type { KnownCatalog } from '../../../contract/pages/page-data.ts';
import { draftReviewerFor, type Review } from './answer-review.ts';
import type { Answers } from './answers.ts';
import type { Draft } from './draft.ts';
import type { DraftRole } from './questions.ts';

export interface MapAnswers {
  readonly role: DraftRole;
  readonly fileName: string | null;
  readonly answers: Answers;
}

const FILE_IS_TAKEN = 'the file of another map has this name: change the label, or name the file further down';

export function mapReviewer(known: KnownCatalog, ways: Ways): (given: MapAnswers) => Review {
  const documents: Document[] = [
    document('site', 'site.yaml', null, { accessTokens: known.accessTokens }),
    ...known.servers.map((map) => {
      const [role, name] = map;
      return document(role, pathOfRole(role, name), name, recordOfKnownMap(map));
    }),
  ];
  // A build reports unset tokens; here all are set.
  const environment = Object.fromEntries(known.accessTokens.map((name) => [name, name]));
  const options = { environment, requireTokens: false };
  const paths = new Set(documents.map(({ file }) => file.path));
  const whyTaken = ({ path }: Draft): string | null => (paths.has(path) ? FILE_IS_TAKEN : null);
  const review = draftReviewerFor({ documents, rules: MAP_RULES, options, whyTaken });
  return ({ role, fileName, answers }) =>
    review(role, answers, { values: new Map(), isInactive: false, fileName, ways });
}

export function recordOfKnownMap(map: KnownCatalog['servers'][number]): object {
  if (map[0] === 'map') return { name: map[2], ...map[3] };
  const [, , id, hosts, urlPattern] = map;
  return { id, hosts, urlPattern };
}

function document(role: FileRole, path: string, name: string | null, value: unknown): Document {
  return { file: { role, path, name }, value } as Document;
}
