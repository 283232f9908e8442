/** What several commands have in common on the command line. */
import { Option } from 'commander';

/** `--catalog`. */
export function catalogOption(): Option {
  return new Option('--catalog <dir>', 'the catalog folder').default('catalog');
}

/** The end of a command's help. */
export function example(...commands: string[]): string {
  return `\nExample:\n${commands.map((command) => `  $ ${command}`).join('\n')}`;
}
