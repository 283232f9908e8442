import robotsParser from 'robots-parser';
import { type WebAnswer, WebError, type WebRequest } from './request.ts';

// The types declare the exported function as a property.
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

const ROBOT = 'cartalog';

/** At least this: RFC 9309, section 2.5. */
const READ_BYTES = 500 * 1024;

/** In seconds; reduces a longer Crawl-delay. */
const LONGEST_DELAY = 30;

export interface RobotsRules {
  refusal(url: URL): WebError | null;
  readonly delayMs: number;
}

const ALL_ALLOWED: RobotsRules = { refusal: () => null, delayMs: 0 };

/**
 * RFC 9309: no robots.txt (4xx) allows everything, an unreadable one nothing.
 * @throws WebError only `over`, if a run's requests are used up; other failures are refusals
 */
export async function readRobots(url: URL, request: (one: WebRequest) => Promise<WebAnswer>): Promise<RobotsRules> {
  const address = new URL('/robots.txt', url).href;
  try {
    const answer = await request({ url: address, maxBytes: READ_BYTES, isCut: true, isBuffered: true });
    if (answer.status >= 200 && answer.status < 300) return parseRobotsRules(address, textOf(await answer.bytes()));
    if (answer.status >= 400 && answer.status < 500) return ALL_ALLOWED;
    throw new WebError('status', ['answers', answer.status], { status: answer.status });
  } catch (error) {
    if (!(error instanceof WebError) || error.failure === 'over') throw error;
    const { failure, status, reason } = error;
    const refusal = new WebError(failure, ['robots-unreadable', reason], { status, cause: error.cause });
    return { refusal: () => refusal, delayMs: 0 };
  }
}

export function parseRobotsRules(address: string, text: string): RobotsRules {
  const robots = parseRobots(address, withoutRepetition(text));
  const delay = robots.getCrawlDelay(ROBOT) ?? 0;
  return {
    refusal: ({ href }) => (robots.isAllowed(href, ROBOT) ? null : new WebError('robots', ['robots-forbid'])),
    delayMs: Math.min(Math.max(delay, 0), LONGEST_DELAY) * 1_000,
  };
}

/** Leaves out a last line that the limit cut. */
function textOf(content: Uint8Array): string {
  const text = new TextDecoder().decode(content);
  // UTF-16 or compression without a Content-Encoding would hide rules.
  if (/(?![\t-\r])\p{Cc}/u.test(text)) throw new WebError('body', 'it is not text in UTF-8');
  return content.length < READ_BYTES
    ? text
    : text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1);
}

/**
 * The parser copies a group's rules for each name (User-agent), up to hundreds of millions in all. Removes repeated
 * names, and all but the first of other programs.
 */
function withoutRepetition(text: string): string {
  const names = new Set<string>();
  const lines = text.split(/\r\n|\r|\n/).filter((line) => {
    const [, key = '', value = ''] = /^([^:#]*[^:#\s])\s*:([^#]*)/.exec(line.trim()) ?? [];
    if (key === '') return true;
    if (key.toLowerCase() !== 'user-agent') {
      names.clear();
      return true;
    }
    const name = (value.split('/')[0] ?? '').trim().toLowerCase();
    const counted = name === ROBOT || name === '*' ? name : 'others';
    const isNew = !names.has(counted);
    names.add(counted);
    return isNew;
  });
  return lines.join('\n');
}
