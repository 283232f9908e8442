import { Option } from 'commander';
import {
  type AddCommand,
  catalogOption,
  helpExample,
  parseHostName,
  parsePort,
  targetOption,
  verboseOption,
} from '../../../cli/terminal/arguments.ts';

export const addServeCommand: AddCommand = (program, io, done) => {
  program
    .command('serve')
    .summary('build, serve and rebuild on change')
    .description(
      'Builds the catalog and serves it on 127.0.0.1, from memory, as Cloudflare Pages would. A changed file is built at once. If it has errors, they are printed and the last good site stays up.',
    )
    .addOption(catalogOption())
    .addOption(new Option('--port <n>', 'port to listen on').default(8788).argParser(parsePort))
    .addOption(targetOption())
    .addOption(
      new Option('--allow-host <name>', 'a host name to answer besides localhost, for forwarded ports; can be repeated')
        .default([], 'none')
        .argParser((name, names: readonly string[]) => [...names, parseHostName(name)]),
    )
    .option('--with-tokens', 'fill in access tokens; any web page open on this machine can then read them', false)
    .addOption(verboseOption())
    .addHelpText('after', helpExample('cartalog serve --port 8788'))
    .action(async (options) => {
      const { runServe } = await import('./command.ts');
      done(await runServe(io, options));
    });
};
