/** If a list credits nobody, a map gets its host's label, never another map's. */
import { pathOfRole } from '../../../../build/read/layout.ts';
import { commonTileHost } from '../../../../build/tile-url/same-map.ts';
import { fillPieces } from '../../../../build/tile-url/template-pieces.ts';
import { CannotRunError } from '../../../../cli/terminal/io.ts';
import { shortenedText } from '../../../../contract/base/text.ts';
import type { ProviderSource, TileServerSource } from '../../../../contract/generated/catalog.types.ts';
import { mapAddresses, mapHosts } from '../../../../contract/maps/map-types.ts';
import type { CatalogFiles } from '../catalog-files.ts';
import type { Members } from '../correct-served-record.ts';
import { type LeftOutReason, type SourcePlace, UNFIT_MAP } from '../notes.ts';

export interface Copyrights {
  /** The copyright for maps of a single host. */
  readonly copyright?: string | undefined;
  readonly copyrights?: ReadonlyMap<string, string> | undefined;
}

/** A null `label` means different copyrights. */
interface KnownPlace {
  readonly label: string | null;
  readonly provider: string | undefined;
  readonly from: string;
}

type KnownPlaces = (draft: Members) => readonly (KnownPlace | undefined)[];

/** A host's registered part: `example.org`, `example.co.uk`. */
const DOMAIN = /(?<![^.])[^.]+\.(?:(?:com?|org|net|edu|gov|ac)\.[a-z]{2}|[^.]+)$/;

/** A place includes the path's first segment, because owners share hosts. */
function placesOf(record: Members): { readonly host: string; readonly place: string }[] {
  return mapAddresses(record).flatMap(([, address]) => {
    const plain = fillPieces(address, ({ name }) => (name === 'host' ? undefined : '{}'));
    const [, named = '', segment] = /^https?:\/\/(#\{host\}|[^/?#:]*)(?::\d+)?\/?([^/?]*)/i.exec(plain) ?? [];
    const hosts = named.startsWith('#') ? mapHosts(record) : [named];
    return hosts.map(commonTileHost).map((host) => ({ host, place: `${host}/${segment}` }));
  });
}

/** If a host is in the domain of its provider, the whole host is known. */
export function knownPlaces(files: CatalogFiles): KnownPlaces {
  const known = new Map<string, KnownPlace>();
  for (const { path, value } of [...files.v1Maps(), ...files.of('map')]) {
    const { copyright, provider } = value as TileServerSource;
    const { name = null, homepage = '' } = (files.valueOf('provider', provider) ?? {}) as Partial<ProviderSource>;
    const [domain] = DOMAIN.exec(/^https?:\/\/([^/?:]*)/i.exec(homepage)?.[1]?.toLowerCase() ?? '') ?? [];
    const keys = placesOf(value as Members).flatMap(({ host, place }) =>
      domain && `.${host}`.endsWith(`.${domain}`) ? [place, host] : [place],
    );
    for (const key of new Set(keys)) {
      const before = known.get(key) ?? { label: copyright, provider, from: path };
      const isSame = before.provider === provider;
      const shared = { label: isSame ? name : null, from: pathOfRole('provider', provider ?? '') };
      const all = before.label === copyright ? before : shared;
      known.set(key, { ...all, provider: isSame ? provider : undefined });
    }
  }
  return (draft) => placesOf(draft).map(({ host, place }) => known.get(place) ?? known.get(host));
}

export interface UnfitMap {
  readonly problem: string;
  readonly reason: LeftOutReason;
  /** What is known, if only the address decides whether the catalog has it. */
  readonly draft?: Members;
}

export const unfitMap = (problem: string, reason: LeftOutReason = UNFIT_MAP): UnfitMap => ({ problem, reason });

interface FitMap {
  readonly draft: Members;
  readonly remarks: readonly string[];
  /** Credited if list and options name nobody. */
  readonly operator: string;
  /** True if only a server of tiles knows the highest zoom level. */
  readonly isWithoutZoom: boolean;
}
export type MapDraft = FitMap | UnfitMap;

export const hostOf = (draft: Members): string => commonTileHost(mapHosts(draft)[0] ?? '');

export function withCopyrights(
  stated: readonly MapDraft[],
  { copyright, copyrights = new Map() }: Copyrights,
  known: KnownPlaces,
  at: SourcePlace,
  urls: readonly string[],
): MapDraft[] {
  const knownFor = (draft: Members): KnownPlace | undefined => known(draft).find((place) => place?.label != null);
  // The most specific host wins.
  const given = [...copyrights].sort(([a], [b]) => b.length - a.length);
  const givenFor = (draft: Members): (typeof given)[number] | undefined =>
    given.find(([name]) =>
      // `t.example.org` is advised for `t1.example.org`.
      mapHosts(draft).some((host) => [host, commonTileHost(host)].some((one) => `.${one}`.endsWith(`.${name}`))),
    );
  const drafts = stated.map((one) => {
    if ('problem' in one || one.draft['copyright'] || !one.operator || copyright || givenFor(one.draft)) return one;
    const remark = `it states no attribution; ${one.operator}, who runs the service, is credited`;
    return { ...one, draft: { ...one.draft, copyright: one.operator }, remarks: [...one.remarks, remark] };
  });
  const silent = drafts.flatMap((one) => ('draft' in one && !one.draft['copyright'] ? [one.draft] : []));
  const used = new Set(silent.map(givenFor));
  for (const one of given)
    if (!used.has(one) && !urls.some((url) => url.toLowerCase().includes(one[0])))
      at.advice(`--copyright ${one.join('=')} is not used: no map of this host needs it`);
  const open = silent.filter((draft) => !givenFor(draft));
  const isOneHost = new Set(open.map(hostOf)).size <= 1;
  const unknown = [...new Set(open.filter((draft) => !knownFor(draft)).map(hostOf))];
  if (copyright && !isOneHost && unknown.length > 1) {
    const names = unknown.map((host) => `--copyright ${host}=LABEL`).join(' ');
    throw new CannotRunError(
      `--copyright ${copyright} is for maps of one host, and ${unknown.length} hosts have maps without a copyright. Name the label of each: ${shortenedText(names, 400)}.`,
    );
  }
  return drafts.map((one) => {
    if ('problem' in one || one.draft['copyright']) return one;
    const { draft, remarks } = one;
    const knownPlace = givenFor(draft) || (isOneHost && copyright) ? undefined : knownFor(draft);
    const label = knownPlace?.label ?? givenFor(draft)?.[1] ?? copyright;
    if (!label) {
      const problem = `it does not say who is credited; name them with --copyright ${hostOf(draft)}=LABEL`;
      return { ...unfitMap(problem, 'nobody is credited'), draft };
    }
    const remark = `it does not say who is credited; ${label} is, as ${knownPlace ? `in ${knownPlace.from}` : '--copyright says'}`;
    return { ...one, draft: { ...draft, copyright: label }, remarks: [...remarks, remark] };
  });
}
