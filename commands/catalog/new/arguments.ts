import { type Command, InvalidArgumentError, Option, type OutputConfiguration } from 'commander';
import { catalogOption, helpExample } from '../../../cli/terminal/arguments.ts';
import type { ExitStatus, Io } from '../../../cli/terminal/io.ts';
import { joinedWith } from '../../../contract/base/text.ts';
import { TYPE_NOUNS } from '../../../contract/maps/map-types.ts';
import { DRAFT_QUESTIONS, DRAFT_ROLES, type DraftRole, flagOf, isMapDraft } from './questions.ts';
import type { Services } from './service-answers.ts';

const TITLES: Readonly<Record<DraftRole, string>> = {
  mapserver: 'a tile server with a base map',
  overlayserver: 'a tile server with an overlay, drawn over a base map',
  map: `a map of another type: ${Object.values(TYPE_NOUNS).join(', ')}`,
  datasource: 'a data source: a group of files that map programs download',
  edition: 'an edition of a map program, and the data sources it uses',
  provider: 'a provider: who runs tile servers, and on what terms',
};

const EXAMPLES: Readonly<Record<DraftRole, string>> = {
  mapserver:
    "cartalog new mapserver --id OpenTopoMap --url 'https://{s}.tile.opentopomap.org/{z}/{x}/{y}.png' --max-zoom 17 --copyright OpenStreetMap",
  overlayserver:
    "cartalog new overlayserver --id OpenSeaMap --url 'https://tiles.openseamap.org/seamark/{z}/{x}/{y}.png' --max-zoom 18 --copyright OpenSeaMap",
  map: "cartalog new map --id 'OpenFreeMap Liberty' --url https://tiles.openfreemap.org/styles/liberty --copyright OpenStreetMap",
  datasource:
    "cartalog new datasource --id brouter-segments --name 'BRouter segments' --base-url https://brouter.de/brouter/segments4/ --directory brouter/segments4 --action Copy",
  edition: 'cartalog new edition --id offline --name Offline --datasources brouter-segments,srtm3',
  provider: 'cartalog new provider --id thunderforest --name Thunderforest --homepage https://www.thunderforest.com/',
};

const ROLES = `There are ${joinedWith('and', DRAFT_ROLES)}.`;

export function addNewCommand(program: Command, io: Io, done: (status: ExitStatus) => void, services: Services): void {
  const parent = program
    .command('new')
    .summary('write a new file of the catalog')
    .description('Writes a file of the catalog from options. On a terminal it asks for what is missing.')
    .addHelpText('after', helpExample('cartalog new mapserver'));
  const { outputError } = parent.configureOutput() as Required<OutputConfiguration>;
  parent.configureOutput({
    outputError: (text, write) =>
      outputError(/unknown command/.test(text) ? `${text.trimEnd()}\n${ROLES}\n` : text, write),
  });
  for (const role of DRAFT_ROLES) addRole(parent, role, io, done, services);
}

function addRole(
  parent: Command,
  role: DraftRole,
  io: Io,
  done: (status: ExitStatus) => void,
  services: Services,
): void {
  const command = parent
    .command(role)
    .summary(TITLES[role])
    .description(`Writes the file of ${TITLES[role]}. On a terminal it asks for what is missing.`);
  const attributes = new Map<string, string>();
  for (const question of DRAFT_QUESTIONS[role]) {
    const { name, asks, example, otherwise, needed = otherwise === null ? 'required' : null } = question;
    const option = new Option(
      `--${flagOf(question)} <${name === 'datasources' ? 'ids' : 'text'}>`,
      `${asks.charAt(0).toLowerCase()}${asks.slice(1)}, such as ${example}${needed === null ? '' : `; ${needed}`}`,
    );
    command.addOption(option);
    attributes.set(option.attributeName(), name);
  }
  if (isMapDraft(role)) command.option('--allow-private', 'also request private addresses, such as 127.0.0.1', false);
  if (isMapDraft(role)) {
    if (role !== 'map')
      command.option('--set <name=value>', 'value of a placeholder, such as ext=png (can be repeated)', pair);
    command
      .addHelpText(
        'after',
        '\n"cartalog new provider" writes the file of a provider; at a terminal, this asks for a new one.',
      )
      .option('--file <name>', 'name of the file (default: made from the id)')
      .option('--inactive', 'map programs do not offer it by default', false);
  }
  command
    .option('--no-comments', 'leave out the comments that explain each field')
    .addOption(catalogOption())
    .addHelpText('after', helpExample(EXAMPLES[role]))
    .action(async (options) => {
      const { runNew } = await import('./command.ts');
      const {
        set: values = new Map(),
        file: fileName = null,
        inactive: isInactive = false,
        catalog,
        comments,
        allowPrivate = false,
      } = options;
      const given = [...attributes].filter(([attribute]) => options[attribute] !== undefined);
      const answers = Object.fromEntries(given.map(([attribute, name]) => [name, options[attribute]]));
      done(
        await runNew(io, { role, answers, values, fileName, isInactive, catalog, comments, services, allowPrivate }),
      );
    });
}

function pair(text: string, earlier: ReadonlyMap<string, string> = new Map()): Map<string, string> {
  const [, name, value] = /^\{?([^={}]+)\}?=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError('Write it like ext=png.');
  return new Map([...earlier, [name.toLowerCase(), value]]);
}
