import type { CatalogMap } from '../../../../build/model/catalog.ts';
import { readHttpDate } from '../../../../contract/base/http-dates.ts';
import { plural } from '../../../../contract/base/text.ts';
import { DAY_MS } from '../../../../contract/base/times.ts';
import type { ProbedHost } from '../../../../contract/generated/reports.types.ts';
import { type CodedReason, englishOf } from '../../../../contract/words/probe-reasons.ts';
import { answerMediaType } from '../../web/answer.ts';
import type { RequestBudget, WebAnswer } from '../../web/request.ts';
import { openTileSource } from '../map-types/probed-types.ts';
import { BrokenImageError } from '../picture/picture.ts';
import type { JudgedTile } from './judge-tiles.ts';
import {
  type AnswerFacts,
  type AskContext,
  type Get,
  GOOD_ANSWER,
  MapAsker,
  type MapPart,
  type Outcome,
  PartError,
  type TileSource,
} from './map-asker.ts';
import type { SampleTiles, TilePosition } from './sample-tiles.ts';

export interface HostQuestion {
  readonly map: CatalogMap;
  readonly host: string;
  readonly budget: RequestBudget;
  readonly samplesOf: (zooms: TileSource['zooms']) => SampleTiles;
  readonly asksHttps: boolean;
}

export interface AskedHost {
  readonly answer: ProbedHost;
  /** The reason for the verdict, without advice for editors. */
  readonly reason: CodedReason | null;
  /** Null without a good tile that can be judged. */
  readonly given: JudgedTile | null;
  readonly isRefused: boolean;
  /** The time by the host's clock, in milliseconds since 1970. */
  readonly date: number | null;
  /** The part that fails or, if none does, has the tiles. Null without parts. */
  readonly part: MapPart | null;
  /** Another part that fails while the tiles work. */
  readonly doubt: PartDoubt | null;
  /** Widths of pictures, in pixels. */
  readonly widths: ReadonlySet<number>;
  readonly askForSample: (tile: TilePosition, budget: RequestBudget) => Promise<Sample>;
}

/** A note mentions a certificate with fewer days left; most are renewed a month before they expire. */
const MENTIONED_DAYS = 14;

const MAX_REFUSALS = 3;

const OUTCOME_PRECEDENCE: readonly Outcome[] = ['good', 'bad', 'unclear', 'misfit', 'refused', 'missing'];

const SMALL_PARTS: readonly unknown[] = ['glyphs', 'sprite'];

interface PartDoubt {
  readonly part: MapPart;
  readonly reason: CodedReason;
  readonly address: string | null;
}

export interface Sample extends AnswerFacts {
  readonly tile: TilePosition;
  /** NO_REASON if good. */
  readonly reason: CodedReason;
  readonly answer: WebAnswer | null;
  /** Has no access tokens; null if it must not be shown. */
  readonly address: string | null;
  readonly given: JudgedTile | null;
}

export async function askHost(question: HostQuestion, context: AskContext): Promise<AskedHost> {
  const { map, host, budget } = question;
  const asker = new MapAsker(map, budget, context);
  const source = await openTileSource(map, asker, host);
  const ask: AskForTile = (tile, get) => requestTile(source, asker, tile, get);
  const samples = question.samplesOf(source.zooms);
  const tries: Sample[] = [];
  for (const tile of samples.tiles) {
    const refused = tries.filter(({ outcome }) => outcome === 'refused').length;
    if (refused === MAX_REFUSALS || (budget.left <= 0 && tries.length > 0)) break;
    const one = await ask(tile, asker.getInTurn);
    tries.push(one);
    if (!['missing', 'refused', 'misfit'].includes(one.outcome)) break;
  }
  const [best] = tries.toSorted(
    (a, b) => OUTCOME_PRECEDENCE.indexOf(a.outcome) - OUTCOME_PRECEDENCE.indexOf(b.outcome),
  );
  if (!best) throw new Error('there is no tile to ask for');
  const { outcome, tile, answer, picture, given, isRefused } = best;
  const { verdict, reason, hint } = verdictOf(best, samples, tries.length);
  // A guessed tile may not exist.
  const missing = !samples.isGuess && (outcome === 'missing' || outcome === 'refused') ? tries.length : 0;
  const hasHttps = question.asksHttps ? await answersWithHttps(ask, best, asker) : null;
  const doubts = await askForPartsBeside(source, asker);
  const { isShared, pageStatus } = asker;
  const part = best.part ?? source.part ?? null;
  const failure = reason === null ? null : { ...best, part, reason: part ? inPart(part, reason) : reason };
  // Without pictures, the service's capabilities likely tell why.
  const cause = failure && doubts.find((doubt) => !SMALL_PARTS.includes(doubt.part));
  const isSame = cause && englishOf(cause.reason) === englishOf(inPart(cause.part, best.reason));
  const main = cause
    ? { ...cause, reason: isSame ? cause.reason : reasonAfter(cause.reason, failure.reason) }
    : failure;
  const doubt = failure ? null : (doubts[0] ?? null);
  const days = answer && certificateDays(answer, context);
  const notes = [
    ...(pageStatus === null ? [] : [`it answers ${pageStatus} to web pages`]),
    ...(days !== null && days < MENTIONED_DAYS ? [`its certificate is good for ${plural(days, 'more day')}`] : []),
    ...(hasHttps ? ['it works with https too'] : []),
    ...asker.notes,
  ];
  return {
    answer: {
      host,
      verdict,
      reason: main && `${englishOf(main.reason)}${isSame ? '' : hint}`,
      address: (main ?? doubt ?? best).address,
      tile: source.isBroken ? null : tile,
      status: best.status,
      missing,
      contentType: answer && plainTypeOf(answer),
      format: picture?.format ?? null,
      width: picture?.width ?? null,
      height: picture?.height ?? null,
      latencyMs: answer && Math.round(answer.latencyMs),
      certificateDays: days,
      hasHttps,
      allowsOrigin: answer && outcome === 'good' ? (pageStatus === null ? isShared : false) : null,
      notes,
      deadSince: null,
    },
    reason: main?.reason ?? null,
    given,
    isRefused,
    date: answer && sentAt(answer),
    part: main?.part ?? part,
    doubt,
    widths: asker.widths,
    askForSample: async (other, sampleBudget) => {
      asker.budget = sampleBudget;
      return await ask(other, (address, options) => asker.get(address, { tries: 1, ...options }));
    },
  };
}

async function askForPartsBeside({ beside = [] }: TileSource, asker: MapAsker): Promise<PartDoubt[]> {
  const doubts: PartDoubt[] = [];
  for (const [part, ask] of beside) {
    if (asker.budget.left <= 0) break;
    try {
      await ask();
    } catch (error) {
      if (!(error instanceof PartError)) throw error;
      doubts.push({ part, reason: inPart(part, error.reason), address: asker.address });
    }
  }
  return doubts;
}

function verdictOf(
  { outcome, reason }: Sample,
  { isSure, isGuess }: SampleTiles,
  tries: number,
): Pick<ProbedHost, 'verdict'> & Pick<AskedHost, 'reason'> & { readonly hint: string } {
  if (outcome === 'good') return { verdict: 'good', reason: null, hint: '' };
  if (outcome === 'unclear') return { verdict: 'unsure', reason, hint: '' };
  if (outcome !== 'missing' && outcome !== 'refused') return { verdict: 'fails', reason, hint: '' };
  const shownReason: CodedReason = outcome === 'missing' && tries > 1 ? ['each-tile', reason, tries] : reason;
  if (isSure) return { verdict: 'fails', reason: shownReason, hint: '' };
  return { verdict: 'unsure', reason: shownReason, hint: isGuess ? REGION_HINT : '' };
}

const REGION_HINT = '; if it covers only a region, state area: or probe:';

const inPart = (part: MapPart, reason: CodedReason): CodedReason => ['part', [part], reason];

export const reasonAfter = (first: CodedReason, second: CodedReason): CodedReason => ['also', first, second];

const NO_REASON: CodedReason = ['said', ''];

type AskForTile = (tile: TilePosition, get: Get) => Promise<Sample>;

async function requestTile({ read }: TileSource, asker: MapAsker, tile: TilePosition, get: Get): Promise<Sample> {
  const sample = (given: JudgedTile | null, reason: CodedReason, facts: AnswerFacts): Sample => {
    const { last: answer, address, widths } = asker;
    if (facts.picture) widths.add(facts.picture.width);
    return { tile, given, reason, answer, address, ...facts, status: answer?.status ?? facts.status };
  };
  try {
    const given = await read(tile, get);
    const [judged, picture] = given && 'picture' in given ? [given, given.picture] : [null, given];
    return sample(judged, NO_REASON, { ...GOOD_ANSWER, picture });
  } catch (error) {
    if (error instanceof BrokenImageError) return sample(null, error.reason, { ...GOOD_ANSWER, outcome: 'bad' });
    if (!(error instanceof PartError)) throw error;
    return sample(null, error.reason, error.facts);
  }
}

/** Null if the address has https or a port, no request is left, or the answer is unclear. */
async function answersWithHttps(ask: AskForTile, { tile, address }: Sample, asker: MapAsker): Promise<boolean | null> {
  if (asker.budget.left <= 0 || !/^http:\/\/[^/:?]+(?!:)(?:[/?]|$)/.test(address ?? '')) return null;
  const { outcome } = await ask(tile, (url) => asker.get(url, { isPage: false, isSecure: true }));
  return outcome === 'unclear' ? null : outcome === 'good';
}

function plainTypeOf(answer: WebAnswer): string | null {
  const type = answerMediaType(answer);
  return /^[a-z]{1,20}\/[a-z0-9.+-]{1,40}$/.test(type) ? type : null;
}

/** Some caches keep the origin's Date, and state the Age. */
function sentAt({ header }: WebAnswer): number | null {
  const date = readHttpDate(header('Date'));
  const age = Number(header('Age') ?? 0) * 1_000;
  return date === null || Number.isNaN(age) ? null : date + age;
}

function certificateDays({ certificateUntil }: WebAnswer, { now }: AskContext): number | null {
  return certificateUntil === null ? null : Math.floor((certificateUntil - now) / DAY_MS);
}
