/** Writes catalog files in any style, to prove that formatting changes nothing but the style. */

export type Draw = (limit: number) => number;

export type Messy = { readonly text: string; readonly comments: readonly string[] };

/** Writes a value: keys in any order, any quotes, flow or block, comments and blank lines wherever YAML allows them. */
export function messy(value: object, draw: Draw): Messy {
  const comments: string[] = [];
  const comment = (): string => {
    comments.push(`# ${comments.length} "{[,: '#${'x'.repeat(draw(3))}`);
    return comments.at(-1) as string;
  };
  const after = (): string => (draw(6) === 0 ? ` ${comment()}` : '');
  const between = (indent: number): string => {
    let lines = '';
    while (draw(4) === 0) lines += draw(2) === 0 ? '\n' : `${' '.repeat(draw(indent + 4))}${comment()}\n`;
    return lines;
  };
  const shuffled = (part: object): [string, unknown][] =>
    Object.entries(part)
      .map((member) => ({ member, rank: draw(1_000_000) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ member }) => member);

  const scalar = (part: unknown, indent: number, isKey: boolean): string => {
    if (typeof part !== 'string') return part === null && draw(2) === 0 ? '~' : String(part);
    // Every YAML reader reads it as the same text without quotes.
    const isSimple = /^[a-z][a-z0-9]{3,}(?:[-./][a-z0-9]+)*$/.test(part) && !/^(?:null|true|false|yes|off)/.test(part);
    if (isSimple && draw(2) === 0) return part;
    if (!isKey && /^[!-~](?:[ -~]*[!-~])?$/.test(part) && draw(5) === 0) return `|-\n${' '.repeat(indent + 9)}${part}`;
    const canBeSingle = !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(part);
    return canBeSingle && draw(2) === 0 ? `'${part.replaceAll("'", "''")}'` : JSON.stringify(part);
  };
  /** In flow style, over several lines where `indent` is given. */
  const flow = (part: unknown, indent: number | null): string => {
    if (part === null || typeof part !== 'object') return scalar(part, 0, true);
    const space = (): string =>
      indent === null || draw(3) > 0 ? ' ' : `${after()}\n${between(indent)}${' '.repeat(indent + 2)}`;
    const parts = Array.isArray(part)
      ? part.map((item) => flow(item, indent))
      : shuffled(part).map(([key, item]) => `${scalar(key, 0, true)}: ${flow(item, indent)}`);
    const [open, close] = Array.isArray(part) ? '[]' : '{}';
    const inside = parts.map((text, index) => `${index > 0 ? `,${space()}` : ''}${text}${space()}`);
    return `${open}${space()}${inside.join('')}${close}`;
  };
  const isFlow = (part: object): boolean => Object.keys(part).length === 0 || draw(4) === 0;
  const block = (part: object, indent: number): string => {
    const pad = ' '.repeat(indent);
    const members: [string | null, unknown][] = Array.isArray(part) ? part.map((item) => [null, item]) : shuffled(part);
    return members
      .map(([key, item]) => {
        const head = key === null ? '-' : `${scalar(key, 0, true)}:`;
        if (item === null || typeof item !== 'object') {
          const text = scalar(item, indent, false);
          return `${between(indent)}${pad}${head} ${text}${text.startsWith('|') ? '' : after()}\n`;
        }
        if (isFlow(item)) return `${between(indent)}${pad}${head} ${flow(item, draw(2) ? indent : null)}${after()}\n`;
        const isFlush = Array.isArray(item) && key !== null && draw(3) === 0;
        const below = isFlush ? indent : indent + 1 + draw(4);
        return `${between(indent)}${pad}${head}${after()}\n${between(below)}${block(item, below)}`;
      })
      .join('');
  };

  const start = between(0) + (draw(5) === 0 ? `---${after()}\n` : '');
  const body = isFlow(value) ? `${flow(value, 0)}\n` : block(value, 0);
  const text = `${start}${body}${between(0)}`;
  return { text: draw(4) === 0 ? `\ufeff${text.replaceAll('\n', '\r\n')}` : text, comments };
}
