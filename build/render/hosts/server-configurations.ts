import { apacheFiles } from './apache.ts';
import { caddyFiles } from './caddy.ts';
import { nginxFiles } from './nginx.ts';

export const SERVER_CONFIGURATIONS = { nginx: nginxFiles, caddy: caddyFiles, apache: apacheFiles };
