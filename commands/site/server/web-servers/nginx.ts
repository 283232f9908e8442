import type { WebServer } from './web-server.ts';

export const NGINX: WebServer = {
  folder: '/etc/nginx/conf.d',
  reads: [
    ['/etc/nginx/sites-enabled', /^/],
    ['/etc/nginx/conf.d', /\.conf$/],
  ],
  service: 'nginx',
  part: 'nginx/server.conf',
  certificate: 'certbot --nginx -d',
  blockName: 'server block',
  siteBeginning: /^(?=[ \t]*server[ \t]*\{)/m,
  names: /\bserver_name[ \t]+([^;]{0,1000});/g,
  ports: /\blisten[ \t]+(?:[^;\s]*:)?(\d+)\b/g,
  hasAddresses: false,
  test: 'nginx -t -q',
  reload: 'nginx -t -q && nginx -s reload',
  unmarked:
    /^# Written by [^(\n]*\ninclude \/var\/lib\/[\w-]+\/live\/nginx\/http\.conf;\nserver \{\n {2}listen \d+;\n(?: {2}listen \[::\]:\d+;\n)? {2}server_name [^;\s]+;\n {2}root \/var\/lib\/[\w-]+\/live\/site;\n {2}include \/var\/lib\/[\w-]+\/live\/nginx\/server\.conf;\n\}\n$/,
  // With two default servers nginx does not start, so our site is not one.
  noteOn: (path, text) =>
    /^[^#\n]*\blisten\s+(?:\S*:)?80\s[^;#]*\bdefault_server\b/m.test(text)
      ? [
          `${path} is the default server of port 80: it answers broken requests, with HTML, so the check odd-paths of cartalog verify fails. To pass it, take default_server out of that file, and run: sudo nginx -s reload. Then the first site by name, such as this catalog, also answers unknown names. If default_server must stay, let that server return 404; odd-paths still fails.`,
        ]
      : [],
};
