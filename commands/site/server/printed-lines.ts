/** Lines for a shell, in messages. */
import { shellWord } from '../../../contract/base/text.ts';

/** If no port is given, the last or usual one stays. */
export interface InstallChoices {
  readonly port?: number | undefined;
  readonly replaceConfiguration?: boolean;
  /** Former names that redirect no longer. */
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

/** For lines of the checkout's owner: git refuses a checkout of somebody else. */
export const asOwner = ({ user }: { readonly user: string }): string =>
  process.getuid?.() === 0 && user !== 'root' ? `sudo -u ${user} ` : '';
