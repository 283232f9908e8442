import type { HostName } from '../../../contract/hosts.ts';
import { CLOUDFLARE_CONFIGURATIONS } from './cloudflare.ts';
import type { Configuration } from './configuration-input.ts';
import { SERVER_CONFIGURATIONS } from './server-configurations.ts';

export const HOST_CONFIGURATIONS: Readonly<Record<HostName, Configuration>> = {
  ...CLOUDFLARE_CONFIGURATIONS,
  ...SERVER_CONFIGURATIONS,
  generic: () => [],
};
