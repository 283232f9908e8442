import { Help } from 'commander';
import type { CatalogFolder } from '../../../build/read/folder.ts';
import { ALL_RULES } from '../../../build/rules/all-rules.ts';
import { checkCatalog } from '../../../build/run/check-in-memory.ts';
import { countriesListed, countryNamed } from '../../../build/validate/meant-values.ts';
import { edgesIn } from '../../../contract/maps/bounding-boxes.ts';
import { NEW_TYPES } from '../../../contract/maps/map-types.ts';
import type { Environment } from '../../../contract/maps/placeholders.ts';
import common from '../../../schemas/catalog/common.json' with { type: 'json' };
import datasource from '../../../schemas/catalog/datasource.json' with { type: 'json' };
import edition from '../../../schemas/catalog/edition.json' with { type: 'json' };
import map from '../../../schemas/catalog/map.json' with { type: 'json' };
import provider from '../../../schemas/catalog/provider.json' with { type: 'json' };
import tileserver from '../../../schemas/catalog/tileserver.json' with { type: 'json' };
import { draftReviewerFor, type Review } from './answer-review.ts';
import type { Answers, Question } from './answers.ts';
import type { Draft, DraftContext } from './draft.ts';
import type { DraftRole } from './questions.ts';

interface NewContext extends Omit<DraftContext, 'variables' | 'areas'> {
  readonly folder: CatalogFolder;
  readonly environment: Environment;
  readonly prefix: string;
}

export interface AnswerReviewer {
  readonly dataSourceIds: readonly string[];
  readonly providers: readonly string[];
  review(answers: Answers): Review;
}

export function newRecordReviewer(role: DraftRole, context: NewContext): AnswerReviewer {
  const { folder, environment, prefix } = context;
  const options = { environment, requireTokens: false };
  const { documents, content } = checkCatalog(folder, { ...options, rules: [] });
  const whyTaken = (draft: Draft): string | null =>
    isTaken(folder, draft) ? `${prefix}${draft.path} already exists and was not changed` : null;
  const review = draftReviewerFor({ documents, rules: ALL_RULES, options, whyTaken });
  return {
    dataSourceIds: content.dataSourceIds() ?? [],
    providers: content.namesOf('provider') ?? [],
    review: (answers) => review(role, withCountryCodes(answers, content.namesOf('area')), context),
  };
}

function withCountryCodes({ covers = '', ...answers }: Answers, areas: readonly string[] | null): Answers {
  if (covers === '') return answers;
  const isKept = edgesIn(covers) !== null || areas?.includes(covers.trim()) === true;
  return { ...answers, covers: isKept ? covers : countriesListed(covers, countryNamed).join(', ') };
}

export function withFile(folder: CatalogFolder, path: string, text: string): CatalogFolder {
  const content = Buffer.from(text);
  return {
    entries: function* () {
      yield* folder.entries();
      yield { path, type: 'file' };
    },
    size: (one) => (one === path ? content.length : folder.size(one)),
    read: (one) => (one === path ? content : folder.read(one)),
  };
}

/** An unreadable file counts, too. A data source needs its own folder. */
function isTaken(folder: CatalogFolder, { role, path }: Draft): boolean {
  const home = role === 'datasource' ? path.replace(/[^/]+$/, '') : null;
  return [...folder.entries()].some((entry) => entry.path === path || (home !== null && entry.path.startsWith(home)));
}

/** Null if the answer is any text or sets several fields. */
export function choicesFor(role: DraftRole, { keys: [key = '', ...others] }: Question): readonly string[] | null {
  return others.length === 0 ? (PROPERTIES[role][key]?.enum?.map(String) ?? null) : null;
}

/** In characters, without `# `. */
const WIDTH = 98;

interface Property {
  readonly description?: string;
  readonly $ref?: string;
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
}

const TYPE_PROPERTIES: Readonly<Record<string, Property>> = Object.assign(
  {},
  ...NEW_TYPES.map((type) => map.$defs[type].properties),
);

const PROPERTIES: Readonly<Record<DraftRole, Readonly<Record<string, Property>>>> = {
  mapserver: tileserver.properties,
  overlayserver: tileserver.properties,
  map: {
    ...TYPE_PROPERTIES,
    ...tileserver.properties,
    name: TYPE_PROPERTIES['name'] as Property,
    type: { description: `What it is drawn from: ${NEW_TYPES.join(', ')}.` },
  },
  datasource: datasource.properties,
  edition: edition.properties,
  provider: provider.properties,
};

const DEFINITIONS: Readonly<Record<string, Property>> = { ...map.$defs, ...common.$defs };

export function fieldComments({ role, record }: Draft): (field: string) => string[] {
  const type = NEW_TYPES.find((one) => role === 'map' && one === record['type']);
  const own: Readonly<Record<string, Property>> = type ? map.$defs[type].properties : {};
  return (field) => {
    const { description, $ref = '' } = (own[field]?.description ? own : PROPERTIES[role])[field] ?? {};
    const text = description ?? DEFINITIONS[$ref.split('/').at(-1) ?? '']?.description ?? '';
    const lines = new Help().boxWrap(text, WIDTH).split('\n');
    return lines.map((line) => `# ${line}`);
  };
}
