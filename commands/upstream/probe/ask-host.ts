/** Requests a tile from one host of a tile server, and checks the answer. */

import type { ProbedHost } from '../../../contract/generated/reports.types.ts';
import { type Environment, fillTokens } from '../../../contract/placeholders.ts';
import { plural } from '../../../contract/text.ts';
import { DAY_MS } from '../../../contract/times.ts';
import { mediaTypeOf } from '../web/answer.ts';
import { type RequestBudget, type WebAnswer, WebError, type WebRequest } from '../web/request.ts';
import type { Web } from '../web/web.ts';
import type { JudgedTile } from './judge-tiles.ts';
import { BrokenImageError, decodePicture, type Picture } from './picture.ts';
import type { MapPart } from './probed-record.ts';
import type { SampleTiles, TilePosition } from './sample-tiles.ts';

/** Where the pictures of a map come from. */
export interface PictureSource {
  /** The address of a tile, with placeholders for access tokens. */
  readonly addressOf: (host: string, tile: TilePosition) => string;
  /** The error that an answer reports in place of a picture; null if it is something else. */
  readonly errorIn?: (bytes: Uint8Array) => string | null;
  /** What the pictures are called if the map has other parts. */
  readonly part?: MapPart;
}

/** Where to request a tile. */
export interface TileQuestion {
  readonly host: string;
  readonly pictures: PictureSource;
  readonly budget: RequestBudget;
  /** Whether requests need a Referer: that of the catalog. */
  readonly needsReferer: boolean;
}

/** What to ask a host. */
export interface HostQuestion extends TileQuestion {
  readonly samples: SampleTiles;
  /** Whether to ask for https too, if the record says http. */
  readonly asksHttps: boolean;
}

/** The answer of a host, and what follows from it. */
export interface AskedHost {
  readonly answer: ProbedHost;
  /** The good tile; null without one. */
  readonly given: JudgedTile | null;
  /** Whether the host refuses tiles, or asks for a key. */
  readonly isRefused: boolean;
  /** Whether it answers web pages, and not only map programs. */
  readonly isOpen: boolean;
  /** When it answered by its own clock, in milliseconds since 1970; null if it does not say so. */
  readonly date: number | null;
  /** The part that does not work; null if all do, or the map has no parts. */
  readonly part: MapPart | null;
}

/** The context of requests. */
export interface AskContext {
  readonly web: Web;
  /** The allowed access tokens. */
  readonly environment: Environment;
  /** The origin of the catalog, for servers that need a Referer. */
  readonly origin: string;
  /** The current time, in milliseconds since 1970. */
  readonly now: number;
}

/** The headers of a web page that no server knows: what it may use, all may. Its name is reserved. */
export const OF_A_PAGE = { Origin: 'https://page.example' };

/** The maximum size of a tile in bytes. Real ones have a few hundred thousand. */
const MAX_TILE_BYTES = 5 * 1024 * 1024;

/** The sizes that map programs draw, in pixels. */
const SIDES = [256, 512];

/** Report certificates that expire in fewer days. Most are renewed a month before. */
const MENTIONED_DAYS = 14;

/** Statuses for missing tiles: some servers refuse the coordinates, some send nothing. */
export const NO_SUCH_TILE = [204, 400, 404, 410, 422];

/** Stop after this many refused tiles. */
const MAX_REFUSALS = 3;

/** Statuses of hosts that refuse. */
export const REFUSALS = [401, 402, 403, 429, 451];

/** A text in place of a tile that asks for a key. */
const ASKS_FOR_KEY = /\b(?:api|access|subscription|licen[cs]e)[ _-]?(?:key|token)\b/i;

/**
 * The result for one tile: `good`; `bad`, which another tile would not change; `missing`, if the tile does not exist;
 * `refused`, as some stores answer for files that they do not have; `misfit`, an image of another size; `unclear`, if
 * it says nothing about the server.
 */
type Outcome = 'good' | 'bad' | 'missing' | 'refused' | 'misfit' | 'unclear';

/** Outcomes by precedence: with several tiles, the first of these counts. */
const TELLING: readonly Outcome[] = ['good', 'bad', 'unclear', 'misfit', 'refused', 'missing'];

/** What a host gave when it was asked for a tile. */
export interface Sample {
  readonly tile: TilePosition;
  readonly outcome: Outcome;
  /** Why it is not good; empty if good. */
  readonly reason: string;
  readonly answer: WebAnswer | null;
  /** Null without an answer. */
  readonly status: number | null;
  readonly image: Picture | null;
  /** A good tile. */
  readonly given: JudgedTile | null;
  readonly isRefused: boolean;
  readonly notes: readonly string[];
}

/** Requests tiles from a host one by one, until one is good. */
export async function askHost(question: HostQuestion, context: AskContext): Promise<AskedHost> {
  const { host, pictures, samples, budget } = question;
  const tries: Sample[] = [];
  for (const tile of samples.tiles) {
    const refused = tries.filter(({ outcome }) => outcome === 'refused').length;
    if (refused === MAX_REFUSALS || (budget.left <= 0 && tries.length > 0)) break;
    const one = await askForTile(question, tile, context, refused > 0);
    tries.push(one);
    if (!['missing', 'refused', 'misfit'].includes(one.outcome)) break;
  }
  const [best] = tries.toSorted((a, b) => TELLING.indexOf(a.outcome) - TELLING.indexOf(b.outcome));
  if (!best) throw new Error('there is no tile to ask for');
  const { outcome, tile, answer, image, given, isRefused, notes } = best;
  const { verdict, reason } = verdictOf(best, samples, tries.length);
  // Where tiles are only guessed, none is missed.
  const missing = !samples.isGuess && (outcome === 'missing' || outcome === 'refused') ? tries.length : 0;
  const hasHttps = question.asksHttps ? await answersWithHttps(question, tile, context) : null;
  const answered: ProbedHost = {
    host,
    verdict,
    reason,
    address: pictures.addressOf(host, tile),
    tile,
    missing,
    format: image?.format ?? null,
    width: image?.width ?? null,
    height: image?.height ?? null,
    hasHttps,
    allowsOrigin: answer && outcome === 'good' ? notes.length === 0 && answer.isShared : null,
    ...hostFacts(answer, notes, context),
    status: best.status,
    deadSince: null,
  };
  if (hasHttps) answered.notes.push('it works with https too');
  const part = outcome === 'good' ? null : (pictures.part ?? null);
  return { answer: answered, given, isRefused, isOpen: notes.length === 0, date: answer && dateOf(answer), part };
}

/** What any answer says of its host. */
export function hostFacts(
  answer: WebAnswer | null,
  notes: readonly string[],
  context: AskContext,
): Pick<ProbedHost, 'status' | 'contentType' | 'latencyMs' | 'certificateDays' | 'notes'> {
  const days = answer && certificateDays(answer, context);
  const isShort = days !== null && days < MENTIONED_DAYS;
  return {
    status: answer?.status ?? null,
    contentType: answer && plainTypeOf(answer),
    latencyMs: answer && Math.round(answer.latencyMs),
    certificateDays: days,
    notes: [...notes, ...(isShort ? [`its certificate is good for ${plural(days, 'more day')}`] : [])],
  };
}

/**
 * Requests another tile of a host that has given one, once.
 *
 * @param isOpen whether the host answers web pages
 */
export function askForSample(
  question: TileQuestion,
  tile: TilePosition,
  isOpen: boolean,
  context: AskContext,
): Promise<Sample> {
  return requestTile(question, tile, context, { ...(isOpen ? { headers: OF_A_PAGE } : {}), tries: 1 });
}

function verdictOf(
  { outcome, reason }: Sample,
  { isSure }: SampleTiles,
  tries: number,
): Pick<ProbedHost, 'verdict' | 'reason'> {
  if (outcome === 'good') return { verdict: 'good', reason: null };
  if (outcome === 'unclear') return { verdict: 'unsure', reason };
  if (outcome !== 'missing' && outcome !== 'refused') return { verdict: 'fails', reason };
  const times = outcome === 'missing' && tries > 1 ? ` for each of ${plural(tries, 'tile')}` : '';
  if (isSure) return { verdict: 'fails', reason: `${reason}${times}` };
  return { verdict: 'unsure', reason: `${reason}${times}${REGION_HINT}` };
}

/** What the editor of the record can do. It is not what is said of a server. */
export const REGION_HINT = '; if it covers only a region, state area: or probe:';

/**
 * Requests one tile as a web page does; if it is refused, also as a map program does, without Origin.
 *
 * @param isRefused whether the host refused another tile; then the request without Origin is the first
 */
async function askForTile(
  question: TileQuestion,
  tile: TilePosition,
  context: AskContext,
  isRefused: boolean,
): Promise<Sample> {
  const first = isRefused ? await requestTile(question, tile, context) : null;
  if (first !== null && (first.outcome !== 'good' || question.budget.left <= 0)) return first;
  const withOrigin = await requestTile(question, tile, context, { headers: OF_A_PAGE });
  const { status } = withOrigin;
  if ((status !== 401 && status !== 403) || (first === null && question.budget.left <= 0)) return withOrigin;
  const plain = first ?? (await requestTile(question, tile, context));
  return plain.outcome === 'good' ? { ...plain, notes: [`it answers ${withOrigin.status} to web pages`] } : plain;
}

async function requestTile(
  { host, pictures, budget, needsReferer }: TileQuestion,
  tile: TilePosition,
  { web, environment, origin }: AskContext,
  options: Pick<WebRequest, 'headers' | 'tries'> = {},
): Promise<Sample> {
  const headers = { ...(needsReferer ? { Referer: `${origin}/` } : {}), ...options.headers };
  const none = { tile, answer: null, status: null, image: null, given: null, isRefused: false, notes: [] };
  try {
    // It may contain access tokens, so it is never shown.
    const url = fillTokens(pictures.addressOf(host, tile), environment);
    const answer = await web.request({ url, maxBytes: MAX_TILE_BYTES, isBuffered: true, budget, ...options, headers });
    const { status } = answer;
    return { ...none, answer, status, isRefused: REFUSALS.includes(status), ...(await judge(answer, tile, pictures)) };
  } catch (error) {
    if (!(error instanceof WebError)) throw error;
    const { kind, status, message } = error;
    // These errors say nothing about the server.
    const isUnclear = kind === 'address' || kind === 'over' || kind === 'robots' || status === 429;
    const isRefused = status !== null && REFUSALS.includes(status);
    return { ...none, status, isRefused, outcome: isUnclear ? 'unclear' : 'bad', reason: message };
  }
}

async function judge(
  answer: WebAnswer,
  tile: TilePosition,
  { errorIn }: PictureSource,
): Promise<Pick<Sample, 'outcome' | 'reason'> & Partial<Sample>> {
  const { status } = answer;
  const reason = `it answers ${status}`;
  if (NO_SUCH_TILE.includes(status)) return { outcome: 'missing', reason };
  if (status === 403) return { outcome: 'refused', reason };
  if (status !== 200) return { outcome: 'bad', reason };
  const bytes = await answer.bytes();
  if (bytes.length === 0) return { outcome: 'missing', reason: 'it answers 200 with nothing' };
  try {
    const image = decodePicture(bytes);
    const { width, height } = image;
    if (width === height && SIDES.includes(width))
      return { outcome: 'good', reason: '', image, given: { tile, bytes, picture: image } };
    return { outcome: 'misfit', reason: `it is ${width} × ${height} pixels and not 256 or 512`, image };
  } catch (error) {
    if (!(error instanceof BrokenImageError)) throw error;
    const reported = errorIn?.(bytes);
    if (reported) return { outcome: 'bad', reason: reported };
    const isRefused = ASKS_FOR_KEY.test(Buffer.from(bytes).toString('latin1', 0, 2_000));
    return { outcome: 'bad', reason: isRefused ? `${error.message}; it asks for a key` : error.message, isRefused };
  }
}

/** Whether https also works; null if the record uses https, or has a port. */
async function answersWithHttps(
  question: TileQuestion,
  tile: TilePosition,
  context: AskContext,
): Promise<boolean | null> {
  const { host, pictures, budget } = question;
  if (budget.left <= 0 || !/^http:\/\/[^/:?]+(?!:)(?:[/?]|$)/.test(pictures.addressOf(host, tile))) return null;
  const addressOf: PictureSource['addressOf'] = (...place) => pictures.addressOf(...place).replace(/^http:/, 'https:');
  const secure = { ...question, pictures: { ...pictures, addressOf } };
  const { outcome } = await requestTile(secure, tile, context);
  return outcome === 'unclear' ? null : outcome === 'good';
}

/** The media type of an answer; null if malformed. */
function plainTypeOf(answer: WebAnswer): string | null {
  const type = mediaTypeOf(answer);
  return /^[a-z]{1,20}\/[a-z0-9.+-]{1,40}$/.test(type) ? type : null;
}

/** When an answer was sent, also if a cache keeps the Date of its origin. */
function dateOf({ header }: WebAnswer): number | null {
  const date = Date.parse(header('Date') ?? '') + Number(header('Age') ?? 0) * 1_000;
  return Number.isNaN(date) ? null : date;
}

function certificateDays({ certificateUntil }: WebAnswer, { now }: AskContext): number | null {
  return certificateUntil === null ? null : Math.floor((certificateUntil - now) / DAY_MS);
}
