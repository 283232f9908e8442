import { Option } from 'commander';
import {
  type AddCommand,
  helpExample,
  parseDeploymentUrl,
  parseFolderName,
  parseListenAddress,
  parsePositiveNumber,
  parseWebUrl,
  trustOptions,
  withOptionName,
} from '../../../cli/terminal/arguments.ts';
import { joinedWith } from '../../../contract/base/text.ts';
import { hostsWith } from '../../../contract/hosts.ts';

const HELP = `
When all files have arrived and have the SHA-256 that the manifest states, the folder is replaced as a whole, as build
replaces a site. So it cannot be a mount point or the working folder, and the folder that contains it must be writable.
An interrupted run continues when it is started again. Files that the deployment no longer has are removed; files that
no mirror has written are kept. The folder .cartalog-mirror in it belongs to the mirror.

With --target, the folder has what build writes for that server: docs/hosts.md says how to start it.

With --key, only a catalog that the key has signed is copied, and never one that is older than the copy. Name both keys
of a catalog, as its owner publishes them: --key KEY --spare KEY.

The summary goes to standard output; schemas/reports/mirror.json describes the JSON. Exit status 1: the deployment does
not match its manifest, and the folder is unchanged.`;

export const addMirrorCommand: AddCommand = (program, io, done) => {
  const command = program
    .command('mirror')
    .summary('copy a deployment into a folder, and keep the copy up to date')
    .description(
      'Copies every file in the manifest of a deployment and checks it against the manifest. Later runs fetch only what has changed. Links in the copy lead to the deployment.',
    )
    .argument('<url>', 'address of the deployment, without /v1/', parseDeploymentUrl)
    .argument('<dir>', 'the folder of the mirror: new, empty, or from an earlier run', parseFolderName)
    .addOption(
      new Option('--max-size <mib>', 'refuse a deployment that is larger than this')
        .default(2048)
        .argParser(withOptionName('--max-size', parsePositiveNumber)),
    )
    .addOption(
      new Option('--target <host>', 'a server of your own: write its configuration, and the files into site/').choices(
        hostsWith('root'),
      ),
    )
    .option(
      '--address <url>',
      `with --target, where the copy is served: ${joinedWith('or', hostsWith('redirectsToAddress', 'title'))} redirects to it (default: the address of the original)`,
      withOptionName('--address', parseDeploymentUrl),
    )
    .option(
      '--listen <port>',
      'with --target, the port, or address:port, in the complete configuration (default: 8080)',
      withOptionName('--listen', parseListenAddress),
    )
    .addOption(new Option('--format <form>', 'format of the summary').choices(['text', 'json']).default('text'))
    .option(
      '--service-url <url>',
      'the service URL that the signature must name, if it is not <url>: for a mirror of a mirror',
      withOptionName('--service-url', parseWebUrl),
    )
    .addHelpText('after', HELP)
    .addHelpText('after', helpExample('cartalog mirror https://catalog.example.org copy'))
    .action(async (url, name, options) => {
      const { runMirror } = await import('./command.ts');
      done(await runMirror(io, { url, folder: name, ...options }));
    });
  for (const option of trustOptions(io)) command.addOption(option);
};
