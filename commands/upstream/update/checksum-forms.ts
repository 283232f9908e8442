import { isStillCompressed } from '../../../cli/network/content-coding.ts';
import { TEXT_LIMITS } from '../../../contract/base/limits.ts';

/** `tag` names the hash function, `written` the file; either may be empty. */
export interface ListedHash extends Readonly<Record<'tag' | 'digits' | 'written', string>> {
  readonly line: number;
  readonly tool: string;
}

export type RefuseList = (problem: string, line?: number) => Error;

const SHA256SUM = 'sha256sum';
const POWERSHELL = 'Get-FileHash NAMES | Export-Csv SHA256SUMS.csv -NoTypeInformation -Encoding UTF8';
const CERTUTIL = 'certutil -hashfile NAME SHA256';

const FORMS: readonly (readonly [tool: string, lines: number, pattern: RegExp])[] = [
  [SHA256SUM, 1, /^(?<escaped>\\?)(?<digits>[0-9a-f]+)[ \t][ *]?(?<written>.+)$/i],
  // The form of sha256sum --tag, BSD and OpenSSL.
  [SHA256SUM, 1, /^(?<escaped>\\?)(?<tag>[\w/-]+) ?\((?<written>.+)\) ?= ?(?<digits>[0-9a-f]+)$/i],
  // A hash alone: the list's name tells the file.
  [SHA256SUM, 1, /^(?<digits>[0-9a-f]{32,128}) *$/i],
  // PowerShell: a table, which may cut off names; Export-Csv, with the hash before or after the name; Format-List.
  [POWERSHELL, 1, /^(?<tag>[a-z]+\d+) +(?<digits>[0-9a-f]+(?:\.\.\.|…)?) +(?<written>\S.*)$/i],
  [POWERSHELL, 1, /^(?:"?(?<tag>[a-z]+\d+)"?[,;\t])?"?(?<digits>[0-9a-f]{32,128})"?[,;\t]"?(?<written>[^"]+)"?$/i],
  [POWERSHELL, 1, /^"?(?<written>[^"]+)"?[,;\t]"?(?<digits>[0-9a-f]{32,128})"?$/i],
  [POWERSHELL, 3, /^Algorithm *: (?<tag>\w+) *\nHash *: (?<digits>[0-9a-f]+) *\nPath *: (?<written>.+)$/i],
  [
    CERTUTIL,
    2,
    /^(?:hash |hachage )?(?<tag>[a-z]+\d+)[ -](?:hash |hachage )?(?:of file|of|der Datei|von|de fichier|del archivo|de|di file|di|van) (?<written>\S.*):\n(?<digits>[0-9a-f ]+)$/i,
  ],
  // Certutil in other languages: the list's name tells the file.
  [CERTUTIL, 2, /^(?=.*\b(?<tag>(?:SHA|MD)\d+)).*:\n(?<digits>[0-9a-f ]+)$/i],
];

const UNREAD = 'expected HASH  NAME or SHA256 (NAME) = HASH, as sha256sum writes them; correct or remove the line';

/** In characters: a path, the longest hash (128 digits), and what is around them. */
const LINE_LIMIT = TEXT_LIMITS.path + 200;

const ESCAPED = { n: '\n', r: '\r', '\\': '\\' };

/** Comments, a table's head, certutil's last line. */
const WITHOUT_HASH = /^(?:\s*$|#|[- ]+$|certutil:|"?(?:Algorithm|Hash|Path)"?[,;\t ] *"?(?:Hash|Path)\b)/i;

export function readChecksumForms(bytes: Uint8Array, refused: RefuseList): ListedHash[] {
  const encoding = { fffe: 'utf-16le', feff: 'utf-16be' }[Buffer.from(bytes.subarray(0, 2)).toString('hex')];
  const text = new TextDecoder(encoding).decode(bytes);
  const wrongForm = isStillCompressed(bytes)
    ? 'compressed'
    : text.trimStart().startsWith('<')
      ? 'a page of HTML or XML'
      : null;
  if (wrongForm !== null) throw refused(`it is ${wrongForm}; name the address of the list itself`);
  const lines = signedLines(text.split(/\r?\n/), refused);
  const longLine = lines.findIndex(({ length }) => length > LINE_LIMIT);
  if (longLine !== -1) throw refused('it is too long for a hash and a name', longLine + 1);
  const hashes: ListedHash[] = [];
  let next = 0;
  for (const [index, lineText] of lines.entries()) {
    if (index < next || WITHOUT_HASH.test(lineText)) continue;
    const line = index + 1;
    const [found] = FORMS.flatMap(([tool, count, pattern]) => {
      const groups = pattern.exec(lines.slice(index, index + count).join('\n'))?.groups;
      return groups ? [{ tool, count, ...groups } as Match] : [];
    });
    const { tool = hashes.at(-1)?.tool, escaped, tag = '', digits = '', written = '', count = 1 } = found ?? {};
    if (tool === POWERSHELL && (!found || /(?:\.\.\.|…)$/.test(written.trimEnd()) || /\W$/.test(digits)))
      throw refused(`it is cut off, or not of Get-FileHash; make the list with ${tool}`, line);
    if (!found) throw refused(UNREAD, line);
    next = index + count;
    const name = escaped ? written.replace(/\\([\\nr])/g, (_, one: 'n' | 'r' | '\\') => ESCAPED[one]) : written;
    hashes.push({ line, tool: found.tool, tag, digits: digits.replaceAll(' ', ''), written: name });
  }
  return hashes.every(({ tool }) => tool !== SHA256SUM) ? withoutSharedFolder(hashes) : hashes;
}

type Match = Omit<ListedHash, 'line'> & { readonly count: number; readonly escaped?: string };

/** A clearsigned list (RFC 9580, section 7) gets empty lines for unsigned ones. */
function signedLines(lines: readonly string[], refused: RefuseList): readonly string[] {
  if (lines[0]?.trimEnd() !== '-----BEGIN PGP SIGNED MESSAGE-----') return lines;
  const begin = lines.findIndex((line) => line.trim() === '');
  const end = lines.findIndex((line) => line.startsWith('-----BEGIN PGP SIGNATURE-----'));
  if (end === -1) throw refused('it is signed, but has no signature at its end, so it may be cut off');
  return lines.map((line, index) => (index > begin && index < end ? line.replace(/^- /, '') : ''));
}

/** Windows writes `\`; the result has `/`. Whole paths lose the folder that all share. */
function withoutSharedFolder(hashes: readonly ListedHash[]): ListedHash[] {
  const paths = hashes.map(({ written }) => written.trimEnd().replaceAll('\\', '/'));
  let folder = paths.every((path) => /^(?:[a-z]:)?\//i.test(path)) ? (paths[0] ?? '') : '';
  for (const path of paths)
    while (folder !== '' && !(folder.endsWith('/') && path.startsWith(folder)))
      folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
  return hashes.map((hash, index) => ({ ...hash, written: (paths[index] ?? '').slice(folder.length) }));
}
