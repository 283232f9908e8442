import { type Command, Help, InvalidArgumentError, Option } from 'commander';
import { MAP_SERVICE } from '../../../build/programs/ogc/service-layers.ts';
import { isMapLink, linkedList, READABLE_LISTS } from '../../../build/programs/readers.ts';
import {
  catalogOption,
  helpExample,
  parseMinutes,
  parseWebUrl,
  withOptionName,
} from '../../../cli/terminal/arguments.ts';
import type { ExitStatus, Io } from '../../../cli/terminal/io.ts';
import { askedCapabilities, capabilitiesAddress } from '../../../contract/maps/get-map.ts';
import { FILE_FORMATS, readByProtocol } from '../../../contract/maps/map-formats.ts';
import { SERVICE_PROTOCOL } from '../../../contract/maps/map-types.ts';
import { LAST_ZOOM, USUAL_LAST_ZOOM } from '../../../contract/maps/placeholders.ts';
import { mayBeDocument } from './lists/addressed-maps.ts';
import type { Copyrights } from './lists/map-credits.ts';

const MAPS = `maps: ${READABLE_LISTS}. Maps of types other than tiles become files in maps/. Kind, area, dates, attribution and terms are kept; areas with more than 100 points become simpler and a little larger. What the catalog cannot express is listed with the reason; nothing is imported twice.`;

const HELP = `
<source> is the address of a service with this interface, or a file:
  - the XML document that desktop tools send to add or update the files of a data source: its checksums are merged
    into the histories of the data source; the newest 30 are kept;
  - ${new Help().boxWrap(MAPS, 115).replaceAll('\n', '\n    ')}
The file is recognised by its content. The link by which a program adds a map is a source, too. A MapLibre style that
draws vector tiles, or an archive of tiles, is given by its own address
(${['style.json', ...FILE_FORMATS.map(({ ending }) => `map.${ending}`)].map((name) => `…/${name}`).join(', ')}), and a TileJSON (…/tiles) can be. Only the header of an archive is requested.
The layers of ${MAP_SERVICE} are listed: import its capabilities by their address, such as
${capabilitiesAddress('https://ows.example.org/', SERVICE_PROTOCOL)}, or as a file, and choose layers
at a terminal, with --layers or with --all.
Any other address is a service.

If a service has /v2/, maps keep their file names, areas, providers and terms. If /v2/ cannot be read completely, maps
have only what /v1/ states. The site.yaml of a new catalog lists the access tokens that the service names, unless a
token has a value here, because builds publish the values.

Records are added and changed, comments are kept, and nothing is removed unless --prune is given. A value that the
catalog cannot express is corrected if its meaning is clear, and left out otherwise. Each such value is reported on standard
output as <document>#<JSON Pointer>. No access key is ever written into the catalog. The exit status is 1 if all maps of a
file are left out, unless the catalog has one of them already.

Fetched documents are kept in .cartalog/import-<host> for a day, or until they are imported, so that an interrupted
import can continue. Documents that robots.txt forbids are not read. The import ends if a service sends no document
for five minutes.`;

export function addImportCommand(program: Command, io: Io, done: (status: ExitStatus) => void): void {
  program
    .command('import')
    .summary('read another service, maps of a list, table or service, or an XML document of checksums')
    .description(
      'Reads the catalog of a service, or a file, into a catalog folder. The result is checked before anything is written.',
    )
    .argument('<source>', 'address of a service, without /v1/, or a file', importSourceOf)
    .addOption(catalogOption())
    .option('--dry-run', 'write nothing; report what would be written, and count it in a table', false)
    .option('--strict', 'write nothing, and exit with 1, if anything would be corrected or left out', false)
    .option('--prune', 'remove what the service no longer publishes, and list it in removals.yaml', false)
    .option(
      '--allow-removals',
      'let --prune remove all records of a kind at once, or more than five that are also more than a tenth',
      false,
    )
    .addOption(
      new Option('--format <format>', 'text for people; json for programs').choices(['text', 'json']).default('text'),
    )
    .option('--title <text>', 'title of a new catalog (default: the title of the service)')
    .option(
      '--repository <url>',
      'where people propose changes of a new catalog (default: the service)',
      withOptionName('--repository', parseWebUrl),
    )
    .option('--overlays', 'treat the map servers of a file as overlays if it does not say what they are', false)
    .option('--layers <names>', `the layers of ${MAP_SERVICE} that become maps, separated by commas`, (names) =>
      names.split(','),
    )
    .option('--all', `take all layers of ${MAP_SERVICE}`, false)
    .option('--name <text>', 'the name of the map, if there is only one; replaces the stated name')
    .option(
      '--copyright <text>',
      'the copyright of maps if the file states none: LABEL for a single host, or HOST=LABEL for each (can be repeated). Hosts that the catalog knows keep their copyright',
      copyright,
    )
    .option(
      '--max-zoom <n>',
      `the highest zoom level of maps if the file states none, instead of ${USUAL_LAST_ZOOM}`,
      zoom,
    )
    .addOption(
      new Option('--max-time <minutes>', 'stop after this time; the same import can be continued').argParser(
        withOptionName('--max-time', parseMinutes),
      ),
    )
    .option('--fresh', 'fetch everything again', false)
    .option('--allow-private', 'also request private addresses, such as 127.0.0.1', false)
    .addHelpText('after', HELP)
    .addHelpText(
      'after',
      helpExample('cartalog import https://catalog.example.org/ --catalog catalog', 'cartalog import changes.xml'),
    )
    .action(async (source, options) => {
      const { runImport } = await import('./command.ts');
      done(await runImport(io, { ...options, copyright: undefined, ...options.copyright, source }));
    });
}

export function importSourceOf(text: string): string {
  const { url = '' } = readByProtocol(text) ?? {};
  const plain = /^https?:/i.test(url) ? url : linkedList(text);
  if (isMapLink(plain)) return plain;
  if (!/^https?:\/\//i.test(plain)) return askedCapabilities(plain) ?? plain;
  // A service's query does not matter.
  const [, address = '', query = ''] = /^([^?#]*)(\?[^#]*)?/.exec(plain) ?? [];
  return mayBeDocument(plain) ? parseWebUrl(address) + query : parseWebUrl(plain);
}

function copyright(text: string, given: Copyrights = {}): Copyrights {
  const [, written, label = ''] = /^\s*([^\s=]+)\s*=(.*)$/s.exec(text) ?? [];
  const host = written?.toLowerCase();
  if (host === undefined ? given.copyright !== undefined : given.copyrights?.has(host))
    throw new InvalidArgumentError(
      `There is already a label for ${host ?? 'maps of one host'}; write other labels as HOST=LABEL.`,
    );
  if (host === undefined) return { ...given, copyright: text };
  if (!/^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,10}$/.test(host))
    throw new InvalidArgumentError(`${written} is not a host name; write it like tiles.example.org=LABEL.`);
  if (label.trim() === '') throw new InvalidArgumentError(`Name the label of ${host} after the =.`);
  return { ...given, copyrights: new Map([...(given.copyrights ?? []), [host, label.trim()]]) };
}

function zoom(text: string): number {
  if (!/^\d{1,2}$/.test(text) || Number(text) > LAST_ZOOM)
    throw new InvalidArgumentError(`Name a number from 0 to ${LAST_ZOOM}.`);
  return Number(text);
}
