import { Option } from 'commander';
import {
  type AddCommand,
  atOption,
  catalogOption,
  helpExample,
  parseFolderName,
  parseListenAddress,
  serviceUrlIn,
  serviceUrlOption,
  targetOption,
  verboseOption,
  withOptionName,
} from '../../../cli/terminal/arguments.ts';
import { joinedWith } from '../../../contract/base/text.ts';
import { hostsWith } from '../../../contract/hosts.ts';

export const addBuildCommand: AddCommand = (program, io, done) => {
  program
    .command('build')
    .summary('check the catalog and write the site')
    .description(
      'Checks the catalog and writes the site. If there is an error, nothing is written and the old site stays.',
    )
    .addOption(catalogOption())
    .addOption(atOption().conflicts('requireTokens'))
    .addOption(
      new Option('--out <dir>', 'the folder to write the site to; its content is replaced')
        .default('dist')
        .argParser(withOptionName('--out', parseFolderName)),
    )
    .addOption(targetOption())
    .addOption(serviceUrlOption())
    .option('--pages', 'make the web pages even if site.yaml turns them off')
    .option('--no-pages', 'leave out the web pages')
    .option('--probe-history <file>', 'publish how maps worked on the last days, from the history that probe keeps')
    .addOption(
      new Option(
        '--pictures <dir>',
        'show the pictures of maps that probe keeps in this folder, if their providers allow it',
      ).argParser(withOptionName('--pictures', parseFolderName)),
    )
    .option(
      '--precompress',
      `write compressed copies (.gz, .br) beside the files; the default for ${hostsWith('sendsCopies').join(', ')}`,
    )
    .addOption(
      new Option(
        '--listen <port>',
        `the port, or address:port, in the complete configuration for ${joinedWith('or', hostsWith('root'))} (default: 8080)`,
      ).argParser(withOptionName('--listen', parseListenAddress)),
    )
    .option('--no-precompress', 'write no compressed copies')
    .option('--require-tokens', 'count it as an error if an access token is not set', false)
    .option('--no-fsync', 'do not wait for the disk: faster, but a power cut may leave empty files')
    .option('--require-history', 'write nothing if git cannot say when files last changed', false)
    .option(
      '--require-address',
      'write nothing if the service URL is an example, or differs from the variable REQUIRED_ADDRESS',
      false,
    )
    .addOption(
      new Option(
        '--without-tokenless',
        'leave out tile servers whose access token is not set (default: publish ACCESS_TOKEN in its place)',
      ).conflicts('requireTokens'),
    )
    .addOption(verboseOption())
    .addHelpText(
      'after',
      helpExample(
        'cartalog build --out dist --service-url https://catalog.example.org',
        'cartalog build --at origin/main --out before',
      ),
    )
    .action(async (options) => {
      const { runBuild } = await import('./command.ts');
      done(
        await runBuild(io, {
          ...options,
          serviceUrl: options.serviceUrl ?? serviceUrlIn(io.env),
          listen: options.listen,
          withoutTokenless: options.withoutTokenless ?? false,
        }),
      );
    });
};
