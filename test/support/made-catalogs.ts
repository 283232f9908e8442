/** Bad catalogs that cannot be kept as plain files: because of their bytes, their size, or system errors. */
import type { CatalogFolder, FoundPath } from '../../build/read/folder.ts';
import { type Files, memoryFolder, SMALL } from './catalogs.ts';

const FILES = 'datasources/maps/files.yaml';
const ONE = SMALL['mapservers/one.yaml'] as string;
const MEBIBYTE = 1024 * 1024;

const withFiles = (files: Files): CatalogFolder => memoryFolder({ ...SMALL, ...files });

/** The sound catalog with one entry that is not an ordinary file. */
function withEntry(path: string, type: 'link' | 'other', files: Files = SMALL): CatalogFolder {
  const folder = memoryFolder(files);
  return { ...folder, entries: () => [...folder.entries(), { path, type }] };
}

/** The sound catalog on a system that refuses to read one path, a file or a folder. */
function refusing(refused: string, code: string): CatalogFolder {
  const folder = memoryFolder(SMALL);
  const error = Object.assign(new Error(`${code}: /home/someone/catalog/${refused}`), { code });
  const isBelow = ({ path }: FoundPath): boolean => path.startsWith(`${refused}/`);
  return {
    *entries() {
      const entries = [...folder.entries()];
      yield* entries.filter((entry) => !isBelow(entry));
      if (entries.some(isBelow)) yield { path: refused, type: 'unreadable', error };
    },
    size: (path) => folder.size(path),
    read(path) {
      if (path === refused) throw error;
      return folder.read(path);
    },
  };
}

function utf16(text: string, isBigEndian: boolean, mark: string): Uint8Array {
  const bytes = Buffer.from(mark + text, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
}

const bytes = (...parts: (string | number)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))));

const range = (length: number): number[] => Array.from({ length }, (_, index) => index);

export const MADE: Readonly<Record<string, () => CatalogFolder>> = {
  // Encodings
  'byte-order-mark': () => withFiles({ 'mapservers/one.yaml': `\uFEFF${ONE}` }),
  'byte-order-mark-and-fault': () =>
    withFiles({ 'mapservers/one.yaml': `\uFEFF${ONE.replace('id: One', 'id: 0x1F')}` }),
  'byte-order-mark-twice': () => withFiles({ 'mapservers/one.yaml': `\uFEFF\uFEFF${ONE}` }),
  'byte-order-mark-alone': () => withFiles({ 'mapservers/one.yaml': '\uFEFF' }),
  crlf: () => withFiles({ 'mapservers/one.yaml': ONE.replaceAll('\n', '\r\n') }),
  'crlf-and-faults': () =>
    withFiles({ 'mapservers/one.yaml': ONE.replace('19', '31').replace('Map', 'Map #1').replaceAll('\n', '\r\n') }),
  'carriage-returns-and-fault': () =>
    withFiles({ 'mapservers/one.yaml': ONE.replace('19', '31').replaceAll('\n', '\r') }),
  'utf-16-little-endian': () => withFiles({ 'mapservers/one.yaml': utf16(ONE, false, '\uFEFF') }),
  'utf-16-big-endian': () => withFiles({ 'mapservers/one.yaml': utf16(ONE, true, '\uFEFF') }),
  'utf-16-without-mark': () =>
    withFiles({ 'mapservers/one.yaml': utf16(ONE, false, ''), 'overlayservers/two.yaml': utf16(ONE, true, '') }),
  'utf-32': () => withFiles({ 'mapservers/one.yaml': bytes(0xff, 0xfe, 0, 0, 'i', 0, 0, 0, 'd', 0, 0, 0) }),
  'not-utf-8': () => withFiles({ 'mapservers/one.yaml': bytes('id: Ü\nname: Å😀 M', 0xfc, 'nchen\n') }),
  'not-utf-8-after-mark': () => withFiles({ 'mapservers/one.yaml': bytes('\uFEFFid: ', 0xe4, '\n') }),
  'not-utf-8-at-the-end': () => withFiles({ 'mapservers/one.yaml': bytes('id: One', 0xe2, 0x82) }),
  'nul-bytes': () => withFiles({ 'mapservers/one.yaml': ONE.replace('Server', 'Ser\0ver') }),
  'control-characters': () => withFiles({ 'mapservers/one.yaml': ONE.replace('Server', 'Ser\x1b[31mver') }),

  // Names that some systems refuse or change
  'file-names-of-other-systems': () =>
    withFiles({
      'mapservers/con.yaml': ONE.replace('id: One', 'id: Con').replaceAll('example.org', 'con.example.org'),
      'mapservers/å.yaml': ONE.replace('id: One', 'id: Å').replaceAll('example.org', 'a.example.org'),
    }),

  // Links, special files and system errors
  'symbolic-link-to-file': () => withEntry('mapservers/three.yaml', 'link'),
  'symbolic-link-to-folder': () => withEntry('datasources/elsewhere', 'link'),
  'symbolic-link-to-all-data-sources': () => {
    const others = Object.entries(SMALL).filter(([path]) => !path.startsWith('datasources/'));
    return withEntry('datasources', 'link', Object.fromEntries(others));
  },
  'symbolic-link-for-site': () => {
    const { 'site.yaml': _, ...others } = SMALL;
    return withEntry('site.yaml', 'link', others);
  },
  'unreadable-data-sources': () => refusing('datasources', 'EACCES'),
  pipe: () => withEntry('mapservers/three.yaml', 'other'),
  'unreadable-file': () => refusing('mapservers/one.yaml', 'EACCES'),
  'unreadable-folder': () => refusing('datasources/maps', 'EPERM'),
  'failing-disk': () => refusing('site.yaml', 'EIO'),
  'file-that-vanishes': () => refusing('categories.yaml', 'ENOENT'),
  'name-with-escapes': () =>
    withFiles({
      'mapservers/\x1b[2J\n\u202eevil.yaml': ONE.replace('One', 'Evil').replace('b.example.org', 'c.example.org'),
    }),

  // Lines
  'very-long-line': () => {
    const entries = range(2_000).map((index) => `${index}.zip: ${index === 1_234 ? 'NO' : '{}'}`);
    return withFiles({ [FILES]: `{ ${entries.join(', ')} }\n` });
  },
  'wide-characters': () =>
    withFiles({
      [FILES]:
        '"地図/日本.map": { checksums: [{ lastModified: 2025-01-01, 長さ: 1, contentLength: 1, sha1: null }] }\n',
    }),
  'combining-and-pictures': () => withFiles({ [FILES]: '{ "A\u030a😀🗺": {}, "e\u0301": 1, "𝒳": 2 }\n' }),
  'tabs-inside-a-line': () => withFiles({ [FILES]: 'c.zip:\t\t{ colour: blue }\n' }),

  // Sizes
  'thousands-of-entries-in-braces': () => {
    const entries = range(8_000).map((index) => `${index}.zip: { checksums: ${index === 4_000 ? '7' : '[]'} }`);
    return withFiles({ [FILES]: `{\n${entries.join(',\n')}\n}\n` });
  },
  'file-of-over-32-mebibytes': () => {
    const folder = withFiles({ [FILES]: '{}\n' });
    return { ...folder, size: (path) => (path === FILES ? 32 * MEBIBYTE + 1 : folder.size(path)) };
  },
  'over-1500000-characters-undivided': () => withFiles({ [FILES]: `a.zip: [${'0,'.repeat(1_000_000)}]\n` }),
  'over-200000-values-undivided': () => withFiles({ 'removals.yaml': `[${'{},'.repeat(250_000)}{}]\n` }),
  'over-3000000-values': () => {
    const entries = range(4).map((index) => `${index}.zip: [${'0,'.repeat(800_000)}0]\n`);
    return withFiles({ [FILES]: entries.join('') });
  },
  'over-100-hosts': () =>
    withFiles({
      'mapservers/one.yaml': ONE.replace(
        /hosts: .*/,
        `hosts: [${range(101)
          .map((index) => `h${index}.example.org`)
          .join(', ')}]`,
      ),
    }),
  'over-1000-faults': () =>
    withFiles({
      [FILES]: range(1_200)
        .map((index) => `${index}.zip: 1\n`)
        .join(''),
    }),
  'over-1000-warnings': () =>
    withFiles({
      'categories.yaml': range(1_002)
        .map((index) => `- { id: ${index + 1}, name: “A” }\n`)
        .join(''),
    }),
  'cycle-of-1000-categories': () =>
    withFiles({
      'categories.yaml': range(1_000)
        .map((index) => `- { id: ${index + 1}, name: A, parent: ${index || 1_000} }\n`)
        .join(''),
    }),
};
