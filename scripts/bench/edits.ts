/** Edits of the benchmark's catalog, as texts. Pure. */

/** Another name of a record: a change of one small file. */
export function renamed(text: string, name: string): string {
  return text.replace(/^name: .*$/m, () => `name: ${name}`);
}

/** One wrong digit, three quarters into the file. */
export function withFault(text: string): string {
  const at = text.indexOf('sha1: "', Math.floor(text.length * 0.75)) + 'sha1: "'.length;
  return `${text.slice(0, at)}g${text.slice(at + 1)}`;
}

/** The same facts in another order and with other spaces: nothing in it is in the standard form. */
export function outOfForm(text: string): string {
  return text.replace(
    /\{ (lastModified: \S+), (contentLength: \d+), (sha1: "\w+") \}/g,
    (_, time, length, sha1) => `{ ${sha1},  ${length}, ${time} }`,
  );
}

/** Other facts in every record: names, titles and the length of every file. */
export function withEverythingChanged(text: string): string {
  return text
    .replace(/^name: /gm, 'name: New ')
    .replace(/, name: (?=\w)/g, ', name: New ')
    .replace(/contentLength: /g, 'contentLength: 1');
}
