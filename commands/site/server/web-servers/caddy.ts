import type { WebServer } from './web-server.ts';

export const CADDY: WebServer = {
  folder: '/etc/caddy',
  reads: [['/etc/caddy', /(?:\.conf|Caddyfile)$/]],
  service: 'caddy',
  part: 'caddy/cartalog.caddy',
  certificate: null,
  blockName: 'site block',
  siteBeginning: /^(?=\S.*\{$)/m,
  names: /^(\S.*)\{$/gm,
  ports: /^http:\/\/:(\d+)[ ,]/gm,
  hasAddresses: true,
  test: 'caddy validate --config /etc/caddy/Caddyfile --adapter caddyfile',
  reload: 'caddy reload --config /etc/caddy/Caddyfile --adapter caddyfile',
  importing: { path: '/etc/caddy/Caddyfile', line: (unit) => `import /etc/caddy/${unit}.conf\n` },
  unmarked:
    /^# Written by [^(\n]*\n\S+ \{\n {2}root \* \/var\/lib\/[\w-]+\/live\/site\n {2}import \/var\/lib\/[\w-]+\/live\/caddy\/cartalog\.caddy\n\}\n$/,
};
