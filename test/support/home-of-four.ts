/** A home page with four maps. */
import { serveSite, sitePages, tileServer } from './browser.ts';
import { SMALL } from './catalogs.ts';

const IDS = ['swisstopo Landeskarte farbig', 'OpenTopoMap', 'CyclOSM', '4UMaps'];

/** Serves the home page with four maps, whose credits are as long as those of real ones. */
export async function openHomeOfFour(): Promise<string> {
  const { port } = await tileServer();
  const servers = IDS.map((id, index) => [
    `mapservers/map${index}.yaml`,
    `id: ${id}\nname: ${id}\nminZoom: 0\nmaxZoom: 17\nhosts: [127.0.0.1]\nurlPattern: http://#{host}:${port}/map/#{zoom}/#{tilex}/#{tiley}.png?${index}\ncopyright: ${id} (CC-BY-SA), OpenStreetMap\n`,
  ]);
  return serveSite(sitePages({ ...SMALL, ...Object.fromEntries(servers) }));
}
