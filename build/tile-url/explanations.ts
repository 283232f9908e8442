/** What is said about a template: why it cannot be turned into a urlPattern, and what was assumed where it can. */
import type { Impossible } from './template.ts';

/** Why a template cannot be turned. */
export type TemplateProblem =
  | { readonly code: Impossible | 'not-http' | 'credentials' | 'hosts-needed' }
  | { readonly code: 'unknown-placeholder'; readonly found: string; readonly name: string }
  | { readonly code: 'in-host'; readonly found: string }
  | { readonly code: 'bad-host'; readonly host: string }
  | { readonly code: 'bad-choice'; readonly found: string }
  | { readonly code: 'missing'; readonly names: readonly string[] }
  | { readonly code: 'suspect'; readonly length: number };

/** What was assumed or left out while turning a template. */
export type Note =
  | { readonly code: 'scheme-assumed' }
  | { readonly code: 'subdomains-assumed'; readonly found: string; readonly among: readonly string[] }
  | { readonly code: 'first-choice'; readonly found: string; readonly chosen: string }
  | { readonly code: 'left-out'; readonly found: string }
  | { readonly code: 'order-assumed' }
  | { readonly code: 'token'; readonly variable: string }
  | { readonly code: 'secret-replaced'; readonly parameter: string; readonly variable: string };

const EXAMPLES: Readonly<Record<string, string>> = {
  ext: 'png',
  format: 'png',
  style: 'default',
  tilematrixset: 'GoogleMapsCompatible',
  tilesize: '256',
  size: '256',
  time: 'default',
};

/** Says why a template cannot be turned, and what to do where something can be done. */
export function describeProblem(reason: TemplateProblem): string {
  switch (reason.code) {
    case 'rows-from-below':
      return 'it counts tile rows from below (TMS), and the catalog only from above. Ask the server for an address that counts from above (XYZ)';
    case 'quadkey':
      return 'it names tiles by quadkey, and the catalog by zoom, column and row. Such a server cannot be listed';
    case 'wms':
      return 'it asks a WMS for an area, and the catalog lists servers of ready tiles. Many a WMS has a WMTS beside it that can be listed';
    case 'arithmetic':
      return 'it computes with zoom, column or row, which map programs cannot do for the catalog';
    case 'not-http':
      return 'it is not an http or https address';
    case 'credentials':
      return 'it holds a user name or password in front of the host; nothing of that kind may be published';
    case 'hosts-needed':
      return 'it says #{host} but not which hosts there are; name them with --hosts a.example.org,b.example.org';
    case 'unknown-placeholder': {
      const example = EXAMPLES[reason.name.toLowerCase()] ?? 'VALUE';
      return `${reason.found} is not known here; say what stands in its place with --set ${reason.name}=${example}`;
    }
    case 'in-host':
      return `${reason.found} cannot stand in the host name`;
    case 'bad-host':
      return `${JSON.stringify(reason.host)} is not a host name`;
    case 'bad-choice':
      return `${reason.found} gives nothing to choose from`;
    case 'missing':
      return `it lacks ${reason.names.join(', ')}: write them in place of the numbers of one tile, like https://tile.example.org/{z}/{x}/{y}.png`;
    case 'suspect':
      return `a part of ${reason.length} characters looks like an access key, which must not get into the catalog; write {apikey} in its place`;
  }
}

/** Says what was assumed or left out. */
export function describeNote(note: Note): string {
  switch (note.code) {
    case 'scheme-assumed':
      return 'The address begins without http:// or https://; https:// is assumed.';
    case 'subdomains-assumed':
      return `${note.found} is taken as ${note.among.join(', ')}, the usual ones; if the server has others, name them with --subdomains.`;
    case 'first-choice':
      return `${note.found} stands behind the host name, where the catalog cannot vary; ${note.chosen} is taken.`;
    case 'left-out':
      return `${note.found} is for screens of double density and is left out.`;
    case 'order-assumed':
      return 'The placeholders are numbered, not named; they are taken as zoom, column, row. Please compare with a tile.';
    case 'token':
      return `The access key is read from the environment variable ${note.variable} when the catalog is published; it never stands in the file.`;
    case 'secret-replaced':
      return `The value of ${note.parameter} looks like an access key and is not written to the file; $\{${note.variable}} stands in its place, and publishing reads it from the environment.`;
  }
}
