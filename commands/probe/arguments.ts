import { Option } from 'commander';
import { type AddCommand, catalogOption, example, fileName, minutes, named } from '../../cli/arguments.ts';
import { CannotRunError } from '../../cli/io.ts';

const HELP = `
A server is dead when all its hosts failed, or gave none of several tiles, on 5 days in a row; days without a run do not
count, and one good run makes it alive again. This requires --history, a JSON file that the command maintains
(schemas/reports has its schema).
A run is not recorded if no server, or only a minority of those that worked before, gives a tile.
  --switch new  sets active: false for servers that are dead, and true again for those that probe had switched off;
                each once, however often it runs
  --switch all  also repeats earlier changes that were not kept
Inactive servers are probed too; servers whose access token is not set are not. Tokens are read as build reads them,
and never printed. Each host gets at most one request a second, and a handful in all.

Exit status 1: an active server is dead and was not switched; without --history, it fails. schemas/reports/probe.json describes the JSON.`;

/** Adds `probe`. */
export const addProbe: AddCommand = (program, io, done) => {
  program
    .command('probe')
    .summary('ask tile servers for tiles, and report which are dead')
    .description(
      'Asks each host of the map and overlay servers for one tile, and checks status, content, image, certificate, https, CORS and time.',
    )
    .argument('[ids...]', 'ids of the servers to probe (default: all of the catalog)')
    .addOption(catalogOption())
    .addOption(new Option('--format <form>', 'how to say it').choices(['text', 'json', 'markdown']).default('text'))
    .addOption(
      new Option('--history <file>', 'keep observations in this file, and report which servers are dead').argParser(
        named('--history', fileName),
      ),
    )
    .addOption(
      new Option('--switch <which>', 'switch dead servers off, and on again when they work').choices(['new', 'all']),
    )
    .addOption(
      new Option('--max-time <minutes>', 'end after this time; the rest is not probed')
        .default(30)
        .argParser(named('--max-time', minutes)),
    )
    .option('--allow-private', 'probe hosts on private and loopback addresses too', false)
    .addHelpText('after', HELP)
    .addHelpText('after', example('cartalog probe OpenStreetMap OpenTopoMap', 'cartalog probe --history history.json'))
    .action(async (ids, options) => {
      const { history = null, switch: mode = null } = options;
      if (mode !== null && history === null) throw new CannotRunError('--switch requires --history.');
      const { runProbe } = await import('./command.ts');
      done(await runProbe(io, { ...options, ids, history, switch: mode }));
    });
};
