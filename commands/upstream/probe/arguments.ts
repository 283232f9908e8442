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
A server is dead when all its hosts failed, or gave none of several tiles, on 5 days in a row. Days without a run do not
count, and one good run makes it alive again. This requires --history, a JSON file that the command maintains
(schemas/reports has its schema).
A server that never gave a tile is never dead if its record states no area, countries or probe: it may have tiles elsewhere.
A run is not recorded if no server answers, if most servers that worked before do not answer, or if the clock is wrong.
  --switch new  sets active: false for dead servers, also if they refuse, and active: true again for servers that probe
                had switched off and whose tiles show more than a notice or one colour. After three weeks in which three
                places agree, writes the deepest zoom with tiles as maxZoom. After two weeks in which all tiles had
                another width, writes it as tileSize. Each change is made once, however often probe runs
  --switch all  also repeats earlier changes that were not kept
Inactive servers are probed too; servers whose access token is not set are not. Tokens are read as build reads them, and
never printed. Each host gets at most one request a second, each server 8 in a day. The history counts the requests that
earlier runs sent; a run that was killed counts as 8. If a server has more than 3 hosts, 3 are probed in a day, in turn.
Two runs cannot use one history at the same time: the second waits for 15 seconds.

If a server works, several tiles are requested, in a few places and at two zooms, and judged together: works, notice
(a picture with a message, like "API KEY REQUIRED"), blank, refused (401, 403, 429, or it asks for a key), dead, or
unsure. If at least three servers of one provider look different on one day, they are unsure for a week: it may be a
notice, or a new style. The history keeps the verdict, since when, and a letter for each of the last 400 days.

Maps of other types are probed part by part: capabilities (at most 5 MiB) and pictures of a service, which are judged like
tiles; style, tiles, glyphs and sprite of vector tiles; header, ranges and a tile of an archive. The report names the part
that does not work. If capabilities, glyphs or sprite are missing, broken or too large, or lack what the record names, a map
whose pictures or tiles work is unsure, and never dead. Addresses in a style must be public, and an access token is only
sent to the origin of its record. Answers are decoded as in browsers: only if Content-Encoding declares it. MapLibre tiles
(MLT) are not read.

Once a week, probe finds the deepest zoom with pictures in three places, with at most three tiles a day. A place must have
shown something; overlays are asked only if their record has a probe. CORS is tested for web pages of any origin.

  --pictures DIR  keeps one tile of each server that works as DIR/mapservers/FILE.png (or jpg, webp, gif), and in
                  DIR/overlayservers and DIR/maps: unchanged, at most 60 kB, renewed monthly. Only if the provider's record
                  has pictures: allowed, and the map's record has not picture: false; otherwise the tile is removed
  --notices DIR   keeps tiles that are notices in the same way, for a person to look at
Neither option touches files of others, or follows links in DIR.

Exit status 1: an active server is dead, and --switch is not given; without --history, an active server fails. Notices do
not count: a person decides about them. schemas/reports/probe.json describes the JSON.`;

export const addProbeCommand: AddCommand = (program, io, done) => {
  program
    .command('probe')
    .summary('ask the servers of maps for tiles, and report which are dead')
    .description(
      'Asks the hosts of maps for a tile, and checks status, content, image, certificate, https, CORS and time. Several tiles of each server show whether they are a map.',
    )
    .argument('[ids...]', 'ids of the maps to probe; for maps in maps/ their names (default: all maps of the catalog)')
    .addOption(catalogOption())
    .addOption(
      new Option('--format <form>', 'format of the report').choices(['text', 'json', 'markdown']).default('text'),
    )
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
      const needHistory = { '--switch': mode, '--pictures': pictures, '--notices': notices };
      for (const [name, value] of Object.entries(needHistory))
        if (value !== null && history === null) throw new CannotRunError(`${name} requires --history.`);
      const { openSoundCatalog } = await import('../../../cli/catalog/sound-catalog.ts');
      const { probeRefusal, runProbe } = await import('./command.ts');
      const opened = openSoundCatalog(io, options.catalog, { environment: io.env, refusal: probeRefusal });
      const all = { ...options, ids, history, switch: mode, pictures, notices };
      done(opened === null ? 1 : await runProbe(io, all, opened));
    });
};
