/** Web servers made of values, as `crawl` asks them. */
import { crawlListings } from '../../commands/upstream/update/listing/crawl.ts';
import { type WebAnswer, WebError } from '../../commands/upstream/web/request.ts';
import type { Web } from '../../commands/upstream/web/web.ts';

/** What a made-up server answers: HTML, or more than that. */
export type MadeAnswer =
  | string
  | {
      readonly status?: number;
      readonly type?: string | null;
      readonly encoding?: string;
      readonly link?: string;
      /** How it says where its body ends; its connection does where it is left out. */
      readonly framing?: 'length' | 'chunked';
      readonly body?: string | Uint8Array;
      readonly url?: string;
      readonly fails?: string;
      readonly kind?: WebError['failure'];
    };

/** A `Web` that knows some addresses, and the addresses that it was asked for. Others answer 404. */
export function madeWeb(
  answers: Readonly<Record<string, MadeAnswer>> | ((url: string) => MadeAnswer | undefined),
): Pick<Web, 'request'> & { readonly asked: string[]; readonly discarded: string[] } {
  const asked: string[] = [];
  const discarded: string[] = [];
  return {
    asked,
    discarded,
    async request({ url, maxBytes }) {
      asked.push(url);
      const found = (typeof answers === 'function' ? answers(url) : answers[url]) ?? { status: 404, body: 'no' };
      const answer = typeof found === 'string' ? { body: found } : found;
      if (answer.body === undefined && answer.fails !== undefined) throw failure(answer);
      return answerOf(url, answer, maxBytes, () => discarded.push(url));
    },
  };
}

/** What is found where listings are read from such a server. */
export async function foundIn(
  answers: Parameters<typeof madeWeb>[0],
  source: Parameters<typeof crawlListings>[0],
  base: string,
) {
  const web = madeWeb(answers);
  const { files, problems, leftOut, isComplete } = await crawlListings(source, base, web);
  return {
    files,
    paths: files.map(({ path }) => path),
    problems: problems.map(({ reason }) => reason),
    leftOut: leftOut.map(({ url }) => url),
    asked: web.asked,
    isComplete,
  };
}

type Made = Exclude<MadeAnswer, string>;

const failure = ({ fails = '', kind = 'body' }: Made): WebError => new WebError(kind, fails);

function answerOf(asked: string, answer: Made, maxBytes: number, discard: () => void): WebAnswer {
  const {
    status = 200,
    type = 'text/html; charset=utf-8',
    encoding = null,
    framing,
    link = null,
    url = asked,
  } = answer;
  const whole = Buffer.from(answer.body ?? '');
  const headers: Readonly<Record<string, string | null>> = {
    'content-type': type,
    'content-encoding': encoding,
    link,
    'content-length': framing === 'length' ? String(whole.length) : null,
    'transfer-encoding': framing === 'chunked' ? 'chunked' : null,
  };
  async function* body(): AsyncGenerator<Uint8Array> {
    // Odd pieces, so that letters and tags are cut in two.
    for (let at = 0; at < whole.length; at += 1021) {
      if (at + 1021 > maxBytes) throw new WebError('body', `it has more than ${maxBytes} bytes`);
      yield whole.subarray(at, at + 1021);
    }
    if (answer.fails !== undefined) throw failure(answer);
  }
  return {
    url,
    status,
    header: (name) => headers[name.toLowerCase()] ?? null,
    body: body(),
    bytes: async () => whole,
    text: async () => whole.toString(),
    discard,
    latencyMs: 0,
    isShared: null,
    certificateUntil: null,
  };
}
