import { Option } from 'commander';
import { type AddCommand, helpExample, parsePort } from '../../../cli/terminal/arguments.ts';
import { titlesOf } from './web-servers.ts';

const [SERVERS, WITH_TLS] = [titlesOf(() => true), titlesOf(({ hasAddresses }) => hasAddresses)];

const HELP = `
For Debian and Ubuntu with ${SERVERS}, run as root in a checkout of a catalog whose target is that server.
install writes a systemd service and its timer, and a configuration of the server, then builds the catalog. From then on
every merge is published within five minutes, and the server reads its configuration again if that has changed.

install pulls first, so that everything is as in the newest commit. Before anything is written, it tests what every run
needs: an address that is not an example, a branch with an upstream that git can fetch without a password, a complete clone,
a newest commit without errors. --dry-run tests and shows the same, and pulls nothing.

If a run fails, /run/cartalog-<name>.failed says since when, until a run works. If you write a program
/etc/cartalog-<name>.failed, it is run once, as root: to send a mail, or to call a monitor. <name> is the name that the
package had at the first installation.

The service runs as the owner of the checkout, and the site is in /var/lib/cartalog-<name>: "npm run build" writes dist/
and changes nothing of it. The service refuses to publish another serviceUrl. After such a change, run install again: then
the server answers to the new name, and redirects the old one. If you or certbot have changed the configuration, install
stops.

back stops the timer: revert in git what was wrong, merge that, and install again. It can publish any commit of the
upstream branch, also a later one, but none with errors, or with another serviceUrl than what is installed.

remove deletes what install has written, and keeps a configuration that was changed since then, as .conf.before.`;

export const addServerCommand: AddCommand = (program, io, done) => {
  const parent = program
    .command('server')
    .summary('publish a catalog from a server of your own')
    .description(`Publishes a catalog from this server, with systemd and ${SERVERS}.`)
    .addHelpText('after', HELP)
    .addHelpText('after', helpExample('cartalog server install --dry-run', 'sudo npx --no -- cartalog server install'));
  parent
    .command('install')
    .description('Publishes this checkout from this server, now and after each merge.')
    .addOption(
      new Option(
        '--port <n>',
        `the port, if another server in front of it ends TLS (default: the port of an http serviceUrl, or 80; ${WITH_TLS}: 443)`,
      ).argParser(parsePort),
    )
    .option(
      '--replace-configuration',
      'write the configuration anew even if it was changed, and keep the changed one as .conf.before',
    )
    .option('--end-redirect <names...>', 'no longer redirect these former names, so that another catalog can have them')
    .option('--dry-run', 'write nothing; print what would be written and run', false)
    .action(async (options) => {
      const { installServer } = await import('./command.ts');
      done(installServer(io, options));
    });
  parent
    .command('back')
    .description(
      'Publishes an earlier commit at once. What is merged is not published until "cartalog server install".',
    )
    .argument(
      '[commit]',
      'as git names it: a hash, HEAD~2, or HEAD@{yesterday} for what was there then (default: the newest that can be published and is older than the published one)',
    )
    .option('--dry-run', 'change nothing; print what would be run', false)
    .action(async (commit, { dryRun }) => {
      const { goBackToCommit } = await import('./back.ts');
      done(goBackToCommit(io, { commit, dryRun }));
    });
  parent
    .command('remove')
    .description('Deletes what "cartalog server install" has written.')
    .argument('[name]', 'the name of the package that was installed (default: what is installed from this checkout)')
    .option('--dry-run', 'delete nothing; print what would be deleted', false)
    .action(async (name, { dryRun }) => {
      const { removeServer } = await import('./remove.ts');
      done(removeServer(io, name, dryRun));
    });
};
