/** What several commands have in common on the command line. */
import { Option } from 'commander';
import { CannotRunError } from './io.ts';

/** `--catalog`. */
export function catalogOption(): Option {
  return new Option('--catalog <dir>', 'the catalog folder').default('catalog').argParser(folder);
}

/** A folder: anything but nothing, which would mean the one the program runs in. */
export function folder(text: string): string {
  if (text === '') throw new CannotRunError('A folder has no name; is a variable of yours not set?');
  return text;
}

/** The end of a command's help. */
export function example(...commands: string[]): string {
  return `\nExample:\n${commands.map((command) => `  $ ${command}`).join('\n')}`;
}
