import { describe, expect, test } from 'vitest';
import { catalogHistoryOf } from '../../../../build/history/history.ts';
import { redirectsFile, routesFile } from '../../../../build/render/hosts/cloudflare.ts';
import { readPackageTexts } from '../../../../cli/program/package.ts';
import { readSiteParts } from '../../../../cli/program/read-site-parts.ts';
import { repositoryFiles } from '../../../../commands/repository/init/init.ts';
import { isBelowV2 } from '../../../../contract/interface/v2-files.ts';
import { SMALL } from '../../../support/catalogs.ts';
import { modelled } from '../../../support/check.ts';
import { renderSite } from '../../../support/whole-site.ts';

const RULES = redirectsFile()
  .trimEnd()
  .split('\n')
  .map((line) => line.split(' ') as [from: string, to: string, status: string]);

function redirect(path: string): string | null {
  for (const [from, to, status] of RULES) {
    const pattern = from.replace('*', '(?<splat>.*)').replace(':id', '(?<id>[^/]+)');
    const match = new RegExp(`^${pattern}$`).exec(path);
    if (match) return `${to.replace(/:(splat|id)/, (_, name) => match.groups?.[name] ?? '')} ${status}`;
  }
  return null;
}

describe('no request for what is known of maps reaches the handler', () => {
  const files = { ...SMALL, 'mapservers/one.yaml': `${SMALL['mapservers/one.yaml']}area: world\n` };
  const { assets, published } = renderSite(modelled(files), catalogHistoryOf(null), readSiteParts());
  const paths = assets.map(({ path }) => `/${path}`).filter(isBelowV2);
  const answers = {
    title: 'Maps',
    address: 'https://maps.ch',
    repository: 'https://github.com/alps/maps',
    name: 'maps',
  };
  const sources = {
    ...{ templates: readPackageTexts('commands/templates'), schemas: readPackageTexts('schemas/catalog') },
    ...{ version: '1.2.3', program: '1.2.3', wrangler: '4.86.0', compatibilityDate: '2026-04-26' },
    ...{ programUrl: 'https://git.example.org/cartalog', docsUrl: 'https://git.example.org/cartalog/docs' },
  };
  const toml = repositoryFiles({ ...answers, target: 'workers' }, sources).get('wrangler.toml') ?? '';

  test.each<[host: string, include: readonly string[]]>([
    ['Pages', JSON.parse(routesFile()).include],
    ['Workers', JSON.parse(/^run_worker_first = (.*)$/m.exec(toml)?.[1] ?? 'null')],
  ])('on %s', (_, include) => {
    expect(paths.length).toBeGreaterThan(1024);
    const handled = include.map((pattern) => new RegExp(`^${pattern.replace('*', '.*')}$`));
    expect(handled.some((pattern) => pattern.test('/v1/'))).toBe(true);
    expect(paths.filter((path) => redirect(path) !== null || handled.some((pattern) => pattern.test(path)))).toEqual(
      [],
    );
    expect(published.files.filter(isBelowV2)).toEqual([]);
  });
});
