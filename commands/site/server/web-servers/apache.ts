import type { WebServer } from './web-server.ts';

export const APACHE: WebServer = {
  folder: '/etc/apache2/sites-enabled',
  reads: [['/etc/apache2/sites-enabled', /\.conf$/]],
  service: 'apache2',
  part: 'apache/cartalog.conf',
  certificate: 'certbot --apache -d',
  blockName: 'VirtualHost',
  siteBeginning: /^(?=[ \t]*<VirtualHost\b)/im,
  names: /^[ \t]*Server(?:Name|Alias)[ \t]+(.*)$/gim,
  ports: /<VirtualHost[ \t]+\S*:(\d+)/gi,
  hasAddresses: false,
  prepare: 'a2enmod -q alias dir expires headers mime rewrite',
  test: 'apache2ctl configtest',
  reload: 'apache2ctl graceful',
  unmarked:
    /^# Written by [^(\n]*\n(?:Listen \d+\n<VirtualHost \*:\d+>|<VirtualHost \*:80>)\n {2}ServerName \S+\n {2}DocumentRoot \/var\/lib\/[\w-]+\/live\/site\n {2}<Directory \/var\/lib\/[\w-]+\/live\/site>\n {4}Require all granted\n {2}<\/Directory>\n {2}Include \/var\/lib\/[\w-]+\/live\/apache\/cartalog\.conf\n<\/VirtualHost>\n$/,
};
