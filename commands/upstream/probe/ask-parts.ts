/** Asks for the parts of a map that are documents: capabilities, a style, an archive. Each part works or fails by itself. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { ProbedHost } from '../../../contract/generated/reports.types.ts';
import { MEBIBYTE } from '../../../contract/limits.ts';
import { addressesIn, type MapType } from '../../../contract/map-types.ts';
import { fillTokens, tokenNames, withoutTokens } from '../../../contract/placeholders.ts';
import { systemCode } from '../../../contract/system-errors.ts';
import { withThousands } from '../../../contract/text.ts';
import { type WebAnswer, WebError } from '../web/request.ts';
import {
  type AskContext,
  type AskedHost,
  hostFacts,
  NO_SUCH_TILE,
  OF_A_PAGE,
  type PictureSource,
  REFUSALS,
  REGION_HINT,
} from './ask-host.ts';
import type { ListedServer } from './listed-servers.ts';
import type { MapPart, ProbedRecord } from './probed-record.ts';
import { type SampleTiles, sampleTiles, type TilePosition } from './sample-tiles.ts';

/** How maps of a type are probed. A type has pictures, or parts to check, or both. */
export interface TypeProbe<Type extends MapType = MapType> {
  /** Where its pictures come from. */
  readonly pictures?: (record: ProbedRecord<Type>) => PictureSource;
  /** Asks for the parts of a map, but for its pictures. What does not work is kept by the asker. */
  readonly askForParts?: (record: ProbedRecord<Type>, ask: PartAsker) => Promise<void>;
}

/**
 * What is wrong: it `fails`, or `contradicts` the record; the tile is `missing`; it is `refused`; `unclear` says nothing of
 * the map.
 */
type PartFault = 'fails' | 'contradicts' | 'missing' | 'refused' | 'unclear';

/** A part of a map does not work. The message begins with "it": `it answers 401`. It has no text of the server. */
export class PartError extends Error {
  readonly fault: PartFault;
  /** The part, if it is another one than was asked for. */
  readonly part: MapPart | null;

  constructor(message: string, fault: PartFault = 'fails', part: MapPart | null = null) {
    super(message);
    this.fault = fault;
    this.part = part;
  }
}

/** The maximum size of a document or tile, as it is sent and unpacked. */
const MAX_BYTES = { sent: 5 * MEBIBYTE, unpacked: 10 * MEBIBYTE };

/** How often a part is requested. */
const TRIES = 2;

/** How many tiles are requested until one exists. */
const MAX_TILES = 3;

/** Parts without which a map is drawn, but not whole. */
const SMALL_PARTS: readonly MapPart[] = ['glyphs', 'sprite'];

/** What does not work. */
export interface PartProblem {
  readonly part: MapPart;
  readonly reason: string;
  readonly fault: PartFault;
  /** The address that was asked for last, without access tokens; null if it is not to be shown. */
  readonly address: string | null;
}

/** A document of the server. */
interface PartAnswer {
  readonly bytes: Buffer;
  readonly status: number;
  /** After redirects. */
  readonly url: string;
}

/** Asks for the parts of one map, with the budget of its requests. */
export class PartAsker {
  readonly problems: PartProblem[] = [];
  readonly server: ListedServer;
  readonly #budget: { left: number };
  readonly #context: AskContext;
  /** The origins for which the access tokens of the record are. */
  readonly #tokenOrigins: ReadonlySet<string>;
  #tile: TilePosition | null = null;
  #address: string | null = null;
  #last: WebAnswer | null = null;
  #isShared = true;
  /** The answer to web pages if they are refused and map programs are not; null if all are served. */
  #refusesPages: number | null = null;
  /** How many tiles do not exist, although something is known of the area. */
  #missing = 0;

  constructor(server: ListedServer, budget: { left: number }, context: AskContext) {
    this.server = server;
    this.#budget = budget;
    this.#context = context;
    const own = addressesIn(server.record).filter(([, address]) => tokenNames(address).length > 0);
    this.#tokenOrigins = new Set(own.map(([, address]) => new URL(fillTokens(address, context.environment)).origin));
  }

  /** Checks one part, and keeps what does not work. @returns null then */
  async part<T>(part: MapPart, check: () => Promise<T>): Promise<T | null> {
    if (this.#budget.left <= 0) return null;
    this.#address = null;
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof PartError)) throw error;
      const named = error.part ?? part;
      const reason = `${named}: ${error.message}`;
      this.problems.push({ part: named, reason, fault: error.fault, address: this.#address });
      return null;
    }
  }

  /** Requests an address of the record, which may have placeholders for access tokens. @throws PartError */
  get(
    address: string,
    options: { readonly range?: readonly [from: number, length: number] } = {},
  ): Promise<PartAnswer> {
    this.#address = address;
    return this.#get(fillTokens(address, this.#context.environment), options);
  }

  /** Requests an address that a document names. An access token in it is only for the origins of the record. @throws PartError */
  async getNamed(address: string, base: string, options: Parameters<PartAsker['get']>[1] = {}): Promise<PartAnswer> {
    this.#address = null;
    if (!URL.canParse(address, base)) throw new PartError('it has no valid address');
    const url = new URL(address, base);
    if (url.protocol === 'mapbox:') throw new PartError('only programs of Mapbox read mapbox:', 'unclear');
    const without = (text: string): string => withoutTokens(text, this.#context.environment);
    const hasToken = without(url.href) !== url.href;
    // Its query may have a key of the server's own.
    this.#address = without(url.origin + url.pathname);
    if (hasToken && !this.#tokenOrigins.has(url.origin))
      throw new PartError('it is on another host, for which the access token is not', 'unclear');
    return await this.#get(url.href, options);
  }

  async #get(url: string, { range }: NonNullable<Parameters<PartAsker['get']>[1]>): Promise<PartAnswer> {
    const ranged = range ? { Range: `bytes=${range[0]}-${range[0] + range[1] - 1}` } : {};
    const options = { maxBytes: range?.[1] ?? MAX_BYTES.sent, isCut: range !== undefined };
    let answer = await this.#request(url, { ...ranged, ...(this.#refusesPages ? {} : OF_A_PAGE) }, options);
    const isFirst = this.#last === null;
    if (isFirst && [401, 403].includes(answer.status) && this.#budget.left > 0) {
      const plain = await this.#request(url, ranged, options);
      if (plain.status < 300) {
        this.#refusesPages = answer.status;
        answer = plain;
      }
    }
    this.#last = answer;
    this.#isShared &&= answer.isShared === true;
    const { status } = answer;
    const said = `it answers ${status}`;
    if (REFUSALS.includes(status)) throw new PartError(said, 'refused');
    if (NO_SUCH_TILE.includes(status)) throw new PartError(said, 'missing');
    if (status !== 200 && status !== 206) throw new PartError(said);
    const bytes = Buffer.from(await answer.bytes());
    return { bytes: range ? bytes : unpacked(bytes, answer.header('Content-Encoding')), status, url: answer.url };
  }

  async #request(
    url: string,
    headers: Readonly<Record<string, string>>,
    options: { readonly maxBytes: number; readonly isCut: boolean },
  ): Promise<WebAnswer> {
    const { web, origin } = this.#context;
    const referer = this.server.needsReferer ? { Referer: `${origin}/` } : {};
    if (this.#budget.left <= 0) throw new PartError('it was not asked for, after the requests of today', 'unclear');
    try {
      const all = { ...headers, ...referer };
      return await web.request({ url, isBuffered: true, tries: TRIES, budget: this.#budget, headers: all, ...options });
    } catch (error) {
      if (!(error instanceof WebError)) throw error;
      const { kind, status, message } = error;
      // The name of the host may be that of a document.
      if (kind === 'address') {
        this.#address = null;
        throw new PartError('it is not at a public address', 'unclear');
      }
      throw new PartError(
        message.replace(/^it redirects to [^ ]+: /, ''),
        kind === 'over' || status === 429 ? 'unclear' : 'fails',
      );
    }
  }

  /**
   * Asks for tiles one by one, until one exists.
   *
   * @param zooms those of the document that names the tiles
   * @param ask checks one tile. @throws PartError
   */
  async tile(
    zooms: { readonly minZoom: number; readonly maxZoom: number },
    ask: (tile: TilePosition) => Promise<void>,
  ): Promise<void> {
    const { record } = this.server;
    const samples: SampleTiles = sampleTiles({ ...record, ...zooms }, null, this.server);
    const missed: PartError[] = [];
    for (const tile of samples.tiles.slice(0, MAX_TILES)) {
      if (missed.length > 0 && this.#budget.left <= 0) break;
      this.#tile = tile;
      try {
        await ask(tile);
        return;
      } catch (error) {
        if (!(error instanceof PartError) || error.fault !== 'missing') throw error;
        missed.push(error);
      }
    }
    const [first] = missed;
    if (!samples.isGuess) this.#missing += missed.length;
    throw samples.isSure && first
      ? new PartError(first.message, 'fails')
      : new PartError(`${first?.message}${REGION_HINT}`, 'unclear');
  }

  /** What the parts say of the map, as a host that was asked. */
  result(host: string): AskedHost {
    const [main] = this.problems.filter(({ part }) => !SMALL_PARTS.includes(part));
    const verdict = main ? (main.fault === 'unclear' ? 'unsure' : 'fails') : 'good';
    const pages = this.#refusesPages;
    const answer: ProbedHost = {
      host,
      verdict,
      reason: main?.reason ?? null,
      address: (main ?? this.problems[0])?.address ?? addressesIn(this.server.record)[0]?.[1] ?? null,
      tile: this.#tile,
      missing: this.#missing,
      format: null,
      width: null,
      height: null,
      hasHttps: null,
      allowsOrigin: main ? null : this.#isShared && pages === null,
      ...hostFacts(this.#last, pages === null ? [] : [`it answers ${pages} to web pages`], this.#context),
      deadSince: null,
    };
    const isRefused = main?.fault === 'refused';
    return { answer, given: null, isRefused, isOpen: pages === null, part: main?.part ?? null, date: null };
  }
}

/** The content of a body, also if the server compresses it unasked. @throws PartError */
export function unpacked(bytes: Buffer, encoding: string | null = null): Buffer {
  const limit = { maxOutputLength: MAX_BYTES.unpacked };
  try {
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync(bytes, limit);
    return encoding === 'br' ? brotliDecompressSync(bytes, limit) : bytes;
  } catch (error) {
    if (systemCode(error) !== 'ERR_BUFFER_TOO_LARGE') throw new PartError('it cannot be unpacked');
    throw new PartError(`it unpacks to more than ${withThousands(MAX_BYTES.unpacked)} bytes`);
  }
}
