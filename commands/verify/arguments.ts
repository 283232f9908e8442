import { Option } from 'commander';
import { type AddCommand, deploymentUrl, example, named, positive, webUrl } from '../../cli/arguments.ts';
import { pageOf } from '../../cli/package.ts';
import { HOST_NAMES } from '../../contract/hosts.ts';
import { RUN_MIB } from '../../contract/limits.ts';

/** Adds `verify`. */
export const addVerify: AddCommand = (program, io, done) => {
  program
    .command('verify')
    .summary('check a deployment against the interface')
    .description(
      `Checks whether a deployment keeps the interface (${pageOf('docs/interface.md')}), and prints the result of each check.`,
    )
    .argument('<url>', 'address of the deployment, without /v1/', deploymentUrl)
    .option(
      '--service-url <url>',
      'what its links begin with, if that is another address',
      named('--service-url', webUrl),
    )
    .addOption(
      new Option('--target <host>', 'do not count the known exceptions of this host as failures').choices(HOST_NAMES),
    )
    .option('--static', 'check only what the static files answer without the edge handler', false)
    .addOption(
      new Option('--max-size <mib>', 'read at most this many MiB in all, and a tenth of it in one response')
        .default(RUN_MIB)
        .argParser(named('--max-size', positive)),
    )
    .addHelpText('after', example('cartalog verify http://127.0.0.1:8788'))
    .action(async (url, options) => {
      const { runVerify } = await import('./command.ts');
      done(
        await runVerify(io, {
          url,
          serviceUrl: options.serviceUrl ?? null,
          isStatic: options.static,
          maxSize: options.maxSize,
          target: options.target ?? null,
        }),
      );
    });
};
