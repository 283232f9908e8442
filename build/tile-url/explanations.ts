/** Messages about a template: why it cannot be converted to a urlPattern, and what was assumed where it can. */
import { type Impossible, meaningOf } from './template.ts';

/** Why a template cannot be converted. */
export type TemplateProblem =
  /** The placeholder that shows it; null where it is the address as a whole. */
  | { readonly code: Impossible; readonly found: string | null }
  | { readonly code: 'not-http' | 'credentials' | 'hosts-needed' }
  | { readonly code: 'unknown-placeholder'; readonly found: string; readonly name: string }
  | { readonly code: 'in-host'; readonly found: string }
  | { readonly code: 'bad-host'; readonly host: string }
  | { readonly code: 'bad-choice'; readonly found: string }
  | { readonly code: 'too-many-hosts'; readonly most: number }
  | { readonly code: 'missing'; readonly names: readonly string[] }
  | { readonly code: 'suspect'; readonly length: number };

/** What was assumed or left out in a conversion. */
export type Note =
  | { readonly code: 'scheme-assumed' | 'fragment' }
  | { readonly code: 'subdomains-assumed'; readonly found: string; readonly among: readonly string[] }
  | { readonly code: 'first-choice'; readonly found: string; readonly chosen: string }
  | { readonly code: 'left-out'; readonly found: string }
  | { readonly code: 'order-assumed' }
  | { readonly code: 'token'; readonly variable: string }
  | { readonly code: 'secret-replaced'; readonly parameter: string; readonly variable: string };

/** How whoever reads a message gives what is missing. */
export interface Ways {
  /** Ends the sentence that the hosts, or the parts of a host name, have to be given. */
  readonly hosts: string;
  readonly subdomains: string;
  /** Where the name of a file is given. */
  readonly file: string;
  /** How the value of a placeholder is given. */
  value(name: string, example: string): string;
}

/** The ways of the command line. */
export const FLAGS: Ways = {
  hosts: 'with --hosts',
  subdomains: 'with --subdomains',
  file: 'with --file',
  value: (name, example) => `with --set ${name}=${example}`,
};

/** Usual values of placeholders that the catalog does not have. */
const EXAMPLES: Readonly<Record<string, string>> = {
  ext: 'png',
  format: 'png',
  style: 'default',
  tilematrixset: 'GoogleMapsCompatible',
  tilesize: '256',
  size: '256',
  time: 'default',
};

/** Why the catalog has nothing that corresponds to a placeholder or address, and what to do where there is a way. */
const IMPOSSIBLE: Readonly<Record<Impossible, string>> = {
  'rows-from-below':
    'it counts tile rows from below (TMS), and the catalog only from above. Ask the server for an address that counts from above (XYZ)',
  quadkey: 'it names tiles by quadkey, and the catalog by zoom, column and row. Such a server cannot be listed',
  wms: 'it asks a WMS for an area, and the catalog lists servers of ready tiles. Many WMS servers also offer a WMTS, which can be listed',
  arithmetic: 'it computes with zoom, column or row, which map programs cannot do for the catalog',
};

/**
 * What to write in place of a placeholder in a urlPattern, or why nothing can be; null where it is not known.
 *
 * @param name the text between its braces
 */
export function placeholderFix(name: string): string | null {
  const meaning = meaningOf(name);
  switch (meaning.is) {
    case 'known':
      return `write #{${meaning.name}}`;
    case 'choice':
      return 'write #{host}, and list each host in hosts';
    case 'token':
      return `an access token is written like \${${meaning.variable ?? 'EXAMPLE_API_KEY'}}`;
    case 'left-out':
      return 'leave it out, or write @2x';
    case 'impossible':
      return IMPOSSIBLE[meaning.why];
    case 'unknown': {
      const example = exampleOf(name);
      return example === undefined ? null : `write its value itself, such as ${example}`;
    }
  }
}

/** A usual value of a placeholder that the catalog does not have; undefined where it is not known. */
export function exampleOf(name: string): string | undefined {
  const key = name.trim().toLowerCase();
  return Object.hasOwn(EXAMPLES, key) ? EXAMPLES[key] : undefined;
}

/** Describes why a template cannot be converted, and what to do where there is a way. Begins in lower case. */
export function describeProblem(reason: TemplateProblem, ways: Ways = FLAGS): string {
  switch (reason.code) {
    case 'rows-from-below':
    case 'quadkey':
    case 'wms':
    case 'arithmetic':
      return `${reason.found === null ? '' : `${reason.found} means that `}${IMPOSSIBLE[reason.code]}`;
    case 'not-http':
      return 'it is not an http or https address';
    case 'credentials':
      return 'it has a user name or password before the host; nothing of that kind may be published';
    case 'hosts-needed':
      return `it has #{host} but does not list the hosts; name them ${ways.hosts} a.example.org,b.example.org`;
    case 'unknown-placeholder':
      return `${reason.found} is not known here; give its value ${ways.value(reason.name, exampleOf(reason.name) ?? 'VALUE')}`;
    case 'in-host':
      return `${reason.found} cannot be part of the host name`;
    case 'bad-host':
      return `${JSON.stringify(reason.host)} is not a host name`;
    case 'bad-choice':
      return `${reason.found} lists nothing to choose from`;
    case 'too-many-hosts':
      return `its host name has more than ${reason.most} forms; list the hosts yourself ${ways.hosts}, and write #{host} in the address`;
    case 'missing':
      return `it lacks ${reason.names.join(', ')}: write them in place of the numbers of one tile, like https://tile.example.org/{z}/{x}/{y}.png`;
    case 'suspect':
      return `a part of ${reason.length} characters looks like an access key, which must not get into the catalog; write {apikey} in its place`;
  }
}

/** Describes what was assumed or left out, as a sentence. */
export function describeNote(note: Note, ways: Ways = FLAGS): string {
  switch (note.code) {
    case 'scheme-assumed':
      return 'The address begins without http:// or https://; https:// is assumed.';
    case 'fragment':
      // It is not repeated: it may be anything, even an access key.
      return 'The part of the address after # is left out: programs do not send it to a server.';
    case 'subdomains-assumed':
      return `${note.found} is taken as ${note.among.join(', ')}, the usual ones; if the server has others, name them ${ways.subdomains}.`;
    case 'first-choice':
      return `${note.found} is after the host name, where the catalog cannot list alternatives; ${note.chosen} is used.`;
    case 'left-out':
      return `${note.found} is for screens of double density and is left out.`;
    case 'order-assumed':
      return 'The placeholders are numbered, not named; they are taken as zoom, column, row. Please compare with a tile.';
    case 'token':
      return `The access key is read from the environment variable ${note.variable} when the catalog is published; it is never in the file.`;
    case 'secret-replaced':
      return `The value of ${note.parameter} looks like an access key and is not written to the file; $\{${note.variable}} is written in its place, and publishing reads it from the environment.`;
  }
}
