/** Maps and what probing found, without any server. */
import type { CatalogMap } from '../../build/model/catalog.ts';
import type { ProbedHost, ProbedMap } from '../../contract/generated/reports.types.ts';
import { xyzMap } from './xyz-maps.ts';

const VERDICTS: Readonly<Record<string, ProbedHost['verdict']>> = {
  '+': 'good',
  '-': 'fails',
  '?': 'unsure',
  '0': 'unsure',
};

export function mapOnHosts(id: string, count: number): CatalogMap<'xyz'> {
  const hosts = Array.from({ length: count }, (_, index) => `h${index}.example.org`);
  return xyzMap({ id, fileName: id.toLowerCase(), name: id, hosts });
}

/** What its hosts answered: a `+` for each that is good, `-` if it fails, `?` if that is not sure, `0` if it gives no tile. */
export function probed(id: string, hosts: string, isActive = true): ProbedMap {
  const all = [...hosts].map((sign, index) => ({
    ...probedHost(`h${index}.example.org`, VERDICTS[sign] ?? 'good'),
    missing: sign === '0' ? 5 : 0,
  }));
  const verdict = hosts.includes('+') ? 'good' : /[?0]/.test(hosts) ? 'unsure' : 'fails';
  return {
    kind: 'mapserver',
    id,
    file: `mapservers/${id.toLowerCase()}.yaml`,
    isActive,
    verdict,
    reason: verdict === 'good' ? null : 'it answers 500',
    status: null,
    deadSince: null,
    switched: null,
    hosts: all,
  };
}

function probedHost(host: string, verdict: ProbedHost['verdict']): ProbedHost {
  const isGood = verdict === 'good';
  return {
    host,
    verdict,
    reason: isGood ? null : 'it answers 500',
    address: `https://${host}/0/0/0.png`,
    tile: { zoom: 0, x: 0, y: 0 },
    status: isGood ? 200 : 500,
    missing: 0,
    contentType: isGood ? 'image/png' : null,
    format: isGood ? 'png' : null,
    width: isGood ? 256 : null,
    height: isGood ? 256 : null,
    latencyMs: isGood ? 80 : null,
    certificateDays: isGood ? 60 : null,
    hasHttps: null,
    allowsOrigin: isGood ? true : null,
    notes: [],
    deadSince: null,
  };
}
