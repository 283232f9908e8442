/** The address of tiles that programs for phones keep in their databases of tiles (SQLite). */

const TEMPLATE = /https?:\/\/(?:(?!https?:)[^\s\0]){1,300}?\{\$?[012zxy]\}/g;
/** Addresses of tiles in data that is no record of a table. */
const MOST_TRIED = 1000;
/** From the beginning of a record to a text in it. */
const MOST_BEFORE = 200;
/** In bytes, of each type of number. */
const NUMBERS = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

/** With {z}, {x} and {y}; null without any. */
export function addressInDatabase(body: Buffer): string | null {
  let tried = 0;
  for (const { index } of body.toString('latin1').matchAll(TEMPLATE)) {
    if (tried++ === MOST_TRIED) return null;
    for (let head = Math.max(3, index - MOST_BEFORE); head < index; head++) {
      const text = textInRecord(body, head, index);
      if (text) return text.replace(/\{\$?([012])\}/g, (_, number) => `{${'zxy'[number]}}`);
    }
  }
  return null;
}

/** A record states its size, the number of its row, and types with lengths; values follow. Null if none begins at `head`. */
function textInRecord(body: Buffer, head: number, index: number): string | null {
  const begin = head + (body[head] ?? 0);
  let [at, end, found] = [head + 1, begin, null as string | null];
  while (at < begin && begin <= index) {
    let type = 0;
    do type = type * 128 + ((body[at] ?? 0) & 127);
    while ((body[at++] ?? 0) > 127);
    const length = NUMBERS[type] ?? Math.floor((type - 12) / 2);
    if (end === index && type % 2 === 1) found = body.toString('utf8', end, end + length);
    end += length;
  }
  const size = (body[head - 2] ?? 0) + ((body[head - 3] ?? 0) > 127 ? ((body[head - 3] ?? 0) & 127) * 128 : 0);
  return at === begin && [size, body[head - 2]].includes(end - head) ? found : null;
}
