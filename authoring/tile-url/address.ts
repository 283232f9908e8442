/** The parts of an address. */
import { Impossibility } from './impossibility.ts';
import type { Piece } from './pieces.ts';

/** The pieces in front of the path or query, and those from there on. */
export function splitAuthority(pieces: readonly Piece[]): { authority: Piece[]; behind: Piece[] } {
  const index = pieces.findIndex((piece) => 'text' in piece && /[/?#]/.test(piece.text));
  const piece = pieces[index];
  if (!piece || !('text' in piece)) return { authority: [...pieces], behind: [] };
  const at = piece.text.search(/[/?#]/);
  return {
    authority: [...pieces.slice(0, index), { text: piece.text.slice(0, at) }],
    behind: [{ text: piece.text.slice(at) }, ...pieces.slice(index + 1)],
  };
}

/** The text at the end; empty where a placeholder stands there. */
export function lastText(pieces: readonly Piece[]): string {
  const last = pieces.at(-1);
  return last && 'text' in last ? last.text : '';
}

/** A host name as the catalog has it: in lower case, letters beyond ASCII encoded. */
export function hostName(written: string): string {
  if (written.includes('@')) throw new Impossibility({ code: 'credentials' });
  const address = `http://${written}/`;
  const { hostname, port } = URL.canParse(address) ? new URL(address) : { hostname: '', port: '' };
  // Neither a second port nor an address in brackets is part of a host name.
  if (port !== '' || !/^[a-z0-9_.-]+$/.test(hostname)) throw new Impossibility({ code: 'bad-host', host: written });
  return hostname;
}

/** Encodes what cannot stand in an address as it is. */
export function encode(pattern: string): string {
  return pattern.replace(/[#$]\{\w+\}|[\s"<>\\^`{|}#$]/g, (found) =>
    found.length > 1 ? found : encodeURIComponent(found),
  );
}
