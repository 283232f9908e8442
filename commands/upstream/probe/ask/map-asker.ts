import { type CatalogMap, needsReferer } from '../../../../build/model/catalog.ts';
import { isStillCompressed } from '../../../../cli/network/content-coding.ts';
import { MEBIBYTE } from '../../../../contract/base/limits.ts';
import { parseUrl } from '../../../../contract/base/text.ts';
import type { ObservedStatus } from '../../../../contract/generated/reports.types.ts';
import { withoutTokens } from '../../../../contract/maps/hidden-tokens.ts';
import { type MapType, mapAddresses } from '../../../../contract/maps/map-types.ts';
import { type Environment, fillTokens, tokenNames } from '../../../../contract/maps/placeholders.ts';
import { type CodedReason, ReasonError } from '../../../../contract/words/probe-reasons.ts';
import { type RequestBudget, type WebAnswer, WebError, type WebFailure } from '../../web/request.ts';
import type { Web } from '../../web/web.ts';
import type { Picture } from '../picture/picture.ts';
import type { JudgedTile } from './judge-tiles.ts';
import type { TilePosition } from './sample-tiles.ts';

export interface AskContext {
  readonly web: Web;
  /** Access tokens in the catalog's list. */
  readonly environment: Environment;
  /** The catalog's, for servers that need a Referer. */
  readonly origin: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * - `good`
 * - `bad`: wrong, as another tile would be
 * - `missing`: the tile does not exist
 * - `refused`: 403, which some stores also answer for missing files
 * - `misfit`: an image of another size
 * - `unclear`: says nothing about the map
 */
export type Outcome = 'good' | 'bad' | 'missing' | 'refused' | 'misfit' | 'unclear';

export interface AnswerFacts {
  readonly outcome: Outcome;
  /** The part that fails; null for the requested part. */
  readonly part: MapPart | null;
  readonly status: number | null;
  /** Also true if the answer asks for a key. */
  readonly isRefused: boolean;
  /** Maybe of another size than tiles. */
  readonly picture: Picture | null;
}

export const GOOD_ANSWER: AnswerFacts = { outcome: 'good', part: null, status: null, isRefused: false, picture: null };

/** No reason contains text of a document. */
export class PartError extends ReasonError {
  readonly facts: AnswerFacts;

  constructor(reason: CodedReason, facts: Partial<AnswerFacts> = {}) {
    super(reason);
    this.facts = { ...GOOD_ANSWER, outcome: 'bad', ...facts };
  }
}

interface AskOptions {
  /** The document with the address. Otherwise, the address may have placeholders for tokens. */
  readonly base?: string | undefined;
  readonly range?: readonly [from: number, length: number];
  readonly tries?: number;
  /** By default, unless the server refuses web pages. */
  readonly isPage?: boolean;
  readonly isSecure?: boolean;
}

export interface Body {
  readonly bytes: Buffer;
  readonly status: number;
  /** The address after redirects. */
  readonly url: string;
}

export type Get = (address: string, options?: AskOptions) => Promise<Body>;

export interface TileSource {
  readonly part?: MapPart;
  /** Zoom levels from the tiles' document; the record has its own. */
  readonly zooms?: { readonly minZoom?: number; readonly maxZoom?: number };
  /** @returns a judged tile; or, if it must not be judged, its picture, or null */
  readonly read: (tile: TilePosition, get: Get) => Promise<JudgedTile | Picture | null>;
  /** Parts that the tiles do not need. */
  readonly beside?: readonly (readonly [part: MapPart, ask: () => Promise<unknown>])[];
}

export type MapPart = NonNullable<ObservedStatus['part']>;

/** Reads documents that name a host's tiles. */
export type TypeProbe<Type extends MapType = MapType> = (
  map: CatalogMap<Type>,
  ask: MapAsker,
  host: string,
) => TileSource | Promise<TileSource>;

/** No server knows this reserved name. What it may use, any page may use. */
const PAGE_HEADERS = { Origin: 'https://page.example' };

/** Browsers send this. Without it, some servers compress and do not declare it. A request for a range omits it. */
const CODING_HEADERS = { 'Accept-Encoding': 'gzip, br' };

/** The most bytes of a document or tile. Real tiles have a few hundred thousand. */
const MAX_BYTES = 5 * MEBIBYTE;

const TRIES = 2;

/** For a missing tile, some servers refuse the coordinates, some send nothing. */
const NO_SUCH_TILE = [204, 400, 404, 410, 422];

const REFUSALS = [401, 402, 403, 429, 451];

/** Failures that tell nothing about the server. */
const UNCLEAR: readonly WebFailure[] = ['address', 'coding', 'over', 'robots'];

export class MapAsker {
  budget: RequestBudget;
  last: WebAnswer | null = null;
  /** Has no access tokens; null if it must not be shown. */
  address: string | null = null;
  /** Whether CORS allows all good answers; null before the first. */
  isShared: boolean | null = null;
  /** The status for web pages, if only these are refused. */
  pageStatus: number | null = null;
  /** Widths of the host's pictures, in pixels. */
  readonly widths = new Set<number>();
  /** Remarks for editors about a map that works. */
  readonly notes: string[] = [];
  #refusesPages = false;
  readonly #map: CatalogMap;
  readonly #context: AskContext;
  /** Only these origins get the record's access tokens. */
  readonly #tokenOrigins: ReadonlySet<string>;

  constructor(map: CatalogMap, budget: RequestBudget, context: AskContext) {
    this.budget = budget;
    this.#map = map;
    this.#context = context;
    const withTokens = mapAddresses(map).filter(([, address]) => tokenNames(address).length > 0);
    const filled = withTokens.map(([, address]) => fillTokens(address, context.environment));
    this.#tokenOrigins = new Set(filled.flatMap((url) => parseUrl(url)?.origin ?? []));
  }

  readonly document: Get = (address, options) => this.getInTurn(address, { tries: TRIES, ...options });

  /** Asks as a web page. If that is refused, asks as a map program (without Origin), and does so first from then on. */
  readonly getInTurn: Get = async (address, options) => {
    const getAs = (isPage: boolean): Promise<Body> => this.get(address, { ...options, isPage });
    const isKnown = this.pageStatus !== null;
    const first = this.#refusesPages || isKnown ? await getAs(false) : null;
    const { last } = this;
    if (first && (isKnown || this.budget.left <= 0)) return first;
    return await getAs(true).catch(async (error) => {
      const { status = 0 } = this.last ?? {};
      if (![401, 403].includes(status) || (!first && this.budget.left <= 0)) throw error;
      this.#refusesPages = true;
      const body = first ?? (await getAs(false));
      if (first) this.last = last;
      this.pageStatus = status;
      return body;
    });
  };

  readonly get: Get = async (address, { base, range, tries, isPage = this.pageStatus === null, isSecure } = {}) => {
    const { web, origin } = this.#context;
    const url = this.#urlOf(address, base);
    if (this.budget.left <= 0) throw new PartError(['not-asked'], { outcome: 'unclear' });
    const answer = await web
      .request({
        url: isSecure ? url.replace(/^http:/, 'https:') : url,
        headers: {
          ...(range ? { Range: `bytes=${range[0]}-${range[0] + range[1] - 1}` } : CODING_HEADERS),
          ...(isPage ? PAGE_HEADERS : {}),
          ...(needsReferer(this.#map) ? { Referer: `${origin}/` } : {}),
        },
        maxBytes: range?.[1] ?? MAX_BYTES,
        isCut: range !== undefined,
        isBuffered: true,
        budget: this.budget,
        ...(tries === undefined ? {} : { tries }),
      })
      .catch((error) => {
        throw error instanceof WebError ? this.#partErrorOf(error, base) : error;
      });
    this.last = answer;
    const { status } = answer;
    const isRefused = REFUSALS.includes(status);
    const reason: CodedReason = ['answers', status];
    if (NO_SUCH_TILE.includes(status)) throw new PartError(reason, { outcome: 'missing' });
    if (status === 403) throw new PartError(reason, { outcome: 'refused', isRefused });
    if (status !== 200 && (status !== 206 || !range)) throw new PartError(reason, { isRefused });
    const bytes = Buffer.from(await answer.bytes());
    if (bytes.length === 0 && !range) throw new PartError(['answers-nothing', status], { outcome: 'missing' });
    // Browsers decode only a declared coding.
    if (!range && isStillCompressed(bytes)) throw new PartError(['undeclared-coding']);
    if (answer.isShared !== null) this.isShared = this.isShared !== false && answer.isShared;
    return { bytes, status, url: answer.url };
  };

  async part<T>(part: MapPart, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof PartError)) throw error;
      const { facts, reason } = error;
      // Another tile would change nothing.
      const outcome = facts.outcome === 'missing' || facts.outcome === 'refused' ? 'bad' : facts.outcome;
      throw new PartError(reason, { ...facts, outcome, part: facts.part ?? part });
    }
  }

  #urlOf(address: string, base: string | undefined): string {
    this.last = null;
    this.address = base === undefined ? address : null;
    const { environment } = this.#context;
    // Never shown: the filled address may contain access tokens.
    if (base === undefined) return fillTokens(address, environment);
    const url = parseUrl(address, base);
    if (!url) throw new PartError(['invalid-address']);
    const { href, origin, pathname, protocol } = url;
    if (protocol === 'mapbox:') throw new PartError(['only-mapbox'], { outcome: 'unclear' });
    // The query may contain the server's key.
    this.address = withoutTokens(origin + pathname, environment);
    if (withoutTokens(href, environment) !== href && !this.#tokenOrigins.has(origin))
      throw new PartError(['token-elsewhere'], { outcome: 'unclear' });
    return href;
  }

  #partErrorOf({ failure, status, reason }: WebError, base: string | undefined): PartError {
    const outcome = UNCLEAR.includes(failure) || status === 429 ? 'unclear' : 'bad';
    const facts = { outcome, status, isRefused: REFUSALS.includes(status ?? 0) } as const;
    if (this.#map.list !== 'maps') return new PartError(reason, facts);
    // The host may come from a document or a redirect.
    if (failure === 'address' && base !== undefined) this.address = null;
    const shown = reason[0] === 'redirects-to' ? (reason[2] as CodedReason) : reason;
    return new PartError(failure === 'address' ? ['private-address'] : shown, facts);
  }
}
