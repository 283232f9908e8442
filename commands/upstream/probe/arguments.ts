import { Option } from 'commander';
import {
  type AddCommand,
  catalogOption,
  helpExample,
  parseFileName,
  parseFolderName,
  parseMinutes,
  withOptionName,
} from '../../../cli/terminal/arguments.ts';
import { CannotRunError } from '../../../cli/terminal/io.ts';

const HELP = `
A server is dead when all its hosts failed, or gave none of several tiles, on 5 days in a row; days without a run do not
count, and one good run makes it alive again. This requires --history, a JSON file that the command maintains
(schemas/reports has its schema).
A server that gives no tile in some cities is never dead if its record states no area, countries or probe, and it never
gave one. A run is not recorded if no server answers, if most of those that worked before do not, or if the clock is wrong.
  --switch new  sets active: false for servers that are dead, also if they refuse, and true again for those that probe
                had switched off and that give more than a notice or one colour; also writes the deepest zoom with tiles
                as maxZoom, after three weeks in which three places agree, and the width of tiles as tileSize, after two
                weeks in which all tiles had it; each once, however often it runs
  --switch all  also repeats earlier changes that were not kept
Inactive servers are probed too; servers whose access token is not set are not. Tokens are read as build reads them,
and never printed. Each host gets at most one request a second, each server 8 in a day; the history counts those of
earlier runs, also of stopped ones, and all 8 of one that was killed. Of more than 3 hosts, 3 are probed in a day, in turn.
Two runs cannot use one history at the same time: the second waits for 15 seconds.

Of a server that works, several tiles are requested, in a few places and at two zooms, and judged together: works, notice
(a picture with a message, like "API KEY REQUIRED"), blank, refused (401, 403, 429, or it asks for a key), dead, or
unsure. If at least three servers of one provider look different on one day, they are unsure for a week: a notice comes
so, and a new style too. The history keeps the verdict, since when, and a letter for each of the last 400 days.

Maps of other types are probed by their parts, each by itself: of a service its capabilities (at most 5 MiB) and then pictures,
which are judged like tiles; of vector tiles style, tiles, glyphs and sprite; of an archive header, ranges and a
tile. The report names the part that does not work. A map that is drawn is unsure, and never dead, if its capabilities,
glyphs or sprite do not work: they are missing, broken or too large, or lack what the record names. Addresses in a style
must be public, and an access token is only for the origin of its record. Answers are unpacked as browsers unpack them: if
Content-Encoding declares it. MapLibre tiles (MLT) are not looked into.

Once a week, it finds out in three places up to which zoom there are pictures, with at most three tiles a day. A place must
have shown something; overlays are asked only if their record has a probe. CORS is that for web pages of any origin.

  --pictures DIR  keeps one tile of each server that works as DIR/mapservers/FILE.png (or jpg, webp, gif), and in
                  DIR/overlayservers and DIR/maps: as it came, at most 60 kB, renewed monthly. Only if the provider's record has
                  pictures: allowed, and its own has not picture: false; otherwise it is removed
  --notices DIR   keeps tiles that are notices in the same way, for a person to look at
Both leave files of others alone, and follow no links in DIR.

Exit status 1: an active server is dead and was not switched; without --history, it fails. A notice does not count: a person
decides about it. schemas/reports/probe.json describes the JSON.`;

export const addProbeCommand: AddCommand = (program, io, done) => {
  program
    .command('probe')
    .summary('ask the servers of maps for tiles, and report which are dead')
    .description(
      'Asks the hosts of maps for a tile, and checks status, content, image, certificate, https, CORS and time. Several tiles of each server show whether they are a map.',
    )
    .argument('[ids...]', 'ids of the maps to probe; of those in maps/ their names (default: all of the catalog)')
    .addOption(catalogOption())
    .addOption(new Option('--format <form>', 'how to say it').choices(['text', 'json', 'markdown']).default('text'))
    .addOption(
      new Option('--history <file>', 'keep observations in this file, and report which servers are dead').argParser(
        withOptionName('--history', parseFileName),
      ),
    )
    .addOption(
      new Option(
        '--switch <which>',
        'with --history, switch dead servers off, on again when they work, and correct maxZoom and tileSize',
      ).choices(['new', 'all']),
    )
    .addOption(
      new Option(
        '--pictures <dir>',
        'with --history, keep a tile of each map that works, if its provider allows it',
      ).argParser(withOptionName('--pictures', parseFolderName)),
    )
    .addOption(
      new Option('--notices <dir>', 'with --history, keep a tile of each server whose tiles are notices').argParser(
        withOptionName('--notices', parseFolderName),
      ),
    )
    .addOption(
      new Option('--max-time <minutes>', 'end after this time; the rest is not probed')
        .default(30)
        .argParser(withOptionName('--max-time', parseMinutes)),
    )
    .option('--allow-private', 'probe hosts on private and loopback addresses too', false)
    .addHelpText('after', HELP)
    .addHelpText(
      'after',
      helpExample('cartalog probe OpenStreetMap OpenTopoMap', 'cartalog probe --history history.json'),
    )
    .action(async (ids, options) => {
      const { history = null, switch: mode = null, pictures = null, notices = null } = options;
      const needy = { '--switch': mode, '--pictures': pictures, '--notices': notices };
      for (const [name, value] of Object.entries(needy))
        if (value !== null && history === null) throw new CannotRunError(`${name} requires --history.`);
      const { openSoundCatalog } = await import('../../../cli/catalog/sound-catalog.ts');
      const { refuseToProbe, runProbe } = await import('./command.ts');
      const opened = openSoundCatalog(io, options.catalog, { environment: io.env, refusal: refuseToProbe });
      const all = { ...options, ids, history, switch: mode, pictures, notices };
      done(opened === null ? 1 : await runProbe(io, all, opened));
    });
};
