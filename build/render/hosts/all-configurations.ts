/** The configuration of every host. One without takes the documents alone. */
import type { HostName } from '../../../contract/hosts.ts';
import { apacheFiles } from './apache.ts';
import { caddyFiles } from './caddy.ts';
import { CLOUDFLARE_CONFIGURATIONS } from './cloudflare.ts';
import type { Configuration } from './configuration-input.ts';
import { nginxFiles } from './nginx.ts';

/** What builds and mirrors write for servers of one's own. */
export const SERVER_CONFIGURATIONS = { nginx: nginxFiles, caddy: caddyFiles, apache: apacheFiles };

/** What builds write for each host. */
export const CONFIGURATIONS: Readonly<Record<HostName, Configuration>> = {
  ...CLOUDFLARE_CONFIGURATIONS,
  ...SERVER_CONFIGURATIONS,
  generic: () => [],
};
