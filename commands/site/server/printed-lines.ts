/** For a shell, in messages. */
import { shellWord } from '../../../contract/base/text.ts';

/** Without a port, it stays as before, or is the usual one of the server. */
export interface InstallChoices {
  readonly port?: number | undefined;
  readonly replaceConfiguration?: boolean;
  /** Former names to redirect no longer. */
  readonly endRedirect?: readonly string[];
}

export const installWords = ({ port, replaceConfiguration, endRedirect = [] }: InstallChoices = {}): string[] => [
  'install',
  ...(port === undefined ? [] : ['--port', String(port)]),
  ...(replaceConfiguration ? ['--replace-configuration'] : []),
  ...(endRedirect.length > 0 ? ['--end-redirect', ...endRedirect] : []),
];

export const lineAsRoot = (words: readonly string[], checkout?: string): string =>
  `${checkout === undefined ? '' : `cd ${shellWord(checkout)} && `}sudo npx --no -- cartalog server ${words.map(shellWord).join(' ')}`;

/** Begins lines that the owner of the checkout must run: git refuses a checkout of somebody else. */
export const asOwner = ({ user }: { readonly user: string }): string =>
  process.getuid?.() === 0 && user !== 'root' ? `sudo -u ${user} ` : '';
