/** The configuration of every host. One without takes the documents alone. */
import type { HostName } from '../../../contract/hosts.ts';
import { apacheFiles } from './apache.ts';
import { caddyFiles } from './caddy.ts';
import { CLOUDFLARE_CONFIGURATIONS } from './cloudflare.ts';
import type { Configuration } from './configuration.ts';
import { nginxFiles } from './nginx.ts';

/** What builds write for each host. */
export const CONFIGURATIONS: Readonly<Record<HostName, Configuration>> = {
  ...CLOUDFLARE_CONFIGURATIONS,
  nginx: nginxFiles,
  caddy: caddyFiles,
  apache: apacheFiles,
  generic: () => [],
};
