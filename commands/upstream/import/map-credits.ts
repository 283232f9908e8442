/** Who is credited for the maps of a list that do not say it: by their hosts, so that no map has the label of another. */
import { pathOfKind } from '../../../build/read/layout.ts';
import { wholeHost } from '../../../build/tile-url/same-map.ts';
import { CannotRunError } from '../../../cli/io.ts';
import type { ProviderSource } from '../../../contract/generated/catalog.types.ts';
import { hostsIn } from '../../../contract/map-types.ts';
import { shortened } from '../../../contract/text.ts';
import type { CatalogFiles } from './catalog-files.ts';
import type { Members } from './correct-record.ts';

/** The labels of the command line. */
export interface Copyrights {
  /** That of maps of one host. */
  readonly copyright?: string | undefined;
  /** Those of others, by host. */
  readonly copyrights?: ReadonlyMap<string, string> | undefined;
}

/** The copyright of the maps of a host, and the file that has it; no label if they differ. */
interface KnownLabel {
  readonly label: string | null;
  readonly from: string;
}

/** The labels that the catalog knows, by host. */
export function knownLabels(files: CatalogFiles): ReadonlyMap<string, KnownLabel> {
  const labels = new Map<string, KnownLabel>();
  for (const { path, value } of [...files.tileServers(), ...files.of('map')]) {
    const { copyright, provider } = value as Members;
    for (const host of new Set(hostsIn(value as Members).map(wholeHost))) {
      const before = labels.get(host);
      if (before === undefined) labels.set(host, { label: String(copyright), from: path });
      else if (before.label !== copyright) {
        const id = String(provider);
        const { name = null } = (files.valueOf('provider', id) ?? {}) as Partial<ProviderSource>;
        labels.set(host, { label: name, from: pathOfKind('provider', id) });
      }
    }
  }
  return labels;
}

/** A draft of a map with what is to say of it, or why there is none. */
export type MapDraft = { readonly draft: Members; readonly remarks: readonly string[] } | { readonly problem: string };

/** The drafts, each with who is credited: as its list says, or by its hosts. @throws CannotRunError */
export function withCopyrights(
  drafts: readonly MapDraft[],
  { copyright, copyrights = new Map() }: Copyrights,
  labels: ReadonlyMap<string, KnownLabel>,
): MapDraft[] {
  const hostOf = (draft: Members): string => wholeHost(hostsIn(draft)[0] ?? '');
  const knownFor = (draft: Members): KnownLabel | undefined =>
    hostsIn(draft)
      .flatMap((host) => labels.get(wholeHost(host)) ?? [])
      .find(({ label }) => label !== null);
  // Of those for a host and the hosts above it, the most exact one.
  const given = [...copyrights].sort(([a], [b]) => b.length - a.length);
  const givenFor = (draft: Members): string | undefined =>
    given.find(([name]) => hostsIn(draft).some((host) => `.${host}`.endsWith(`.${name}`)))?.[1];
  const open = drafts.flatMap((one) =>
    'draft' in one && !one.draft['copyright'] && !givenFor(one.draft) ? [one.draft] : [],
  );
  const isOneHost = new Set(open.map(hostOf)).size <= 1;
  const unknown = [...new Set(open.filter((draft) => !knownFor(draft)).map(hostOf))];
  if (copyright && !isOneHost && unknown.length > 1) {
    const names = unknown.map((host) => `--copyright ${host}=LABEL`).join(' ');
    throw new CannotRunError(
      `--copyright ${copyright} is for maps of one host, and ${unknown.length} hosts have maps without a copyright. Name the label of each: ${shortened(names, 400)}.`,
    );
  }
  return drafts.map((one) => {
    if ('problem' in one || one.draft['copyright']) return one;
    const { draft, remarks } = one;
    const its = givenFor(draft) || (isOneHost && copyright) ? undefined : knownFor(draft);
    const label = its?.label ?? givenFor(draft) ?? copyright;
    if (!label)
      return { problem: `it does not say who is credited; name them with --copyright ${hostOf(draft)}=LABEL` };
    const remark = its ? [`it does not say who is credited; ${label} is, as in ${its.from}`] : [];
    return { draft: { ...draft, copyright: label }, remarks: [...remarks, ...remark] };
  });
}
