/** What a process that builds again and again keeps of its last build: loaded files, and the files made from them. */
import { sha256Of } from '../../contract/base/sha256.ts';
import { RENDITIONS } from '../../contract/interface/v1-renditions.ts';
import { v1Path } from '../../contract/interface/v1-routes.ts';
import type { RereadableFolder } from '../read/rereadable.ts';
import type { FileRecord, SiteSink } from '../render/core/asset.ts';
import type { DataSourceFacts } from '../render/pages/data-source/files-index.ts';
import type { SiteInput } from '../render/publication.ts';
import type { Made, MakePortion } from '../render/site.ts';
import { type LoadedRecord, type LoadRecord, loadRecord } from './stages.ts';

export interface RenderMemory {
  /** Small files by path, with the hash of their bytes. */
  readonly loaded: Map<string, LoadedRecord & { readonly digest: string | null }>;
  /** Portions of a site by name, with a hash of their inputs. */
  readonly made: Map<string, Kept & { readonly madeFrom: string }>;
}

interface Kept {
  readonly files: readonly FileRecord[];
  readonly facts: DataSourceFacts | undefined;
}

export function newRenderMemory(): RenderMemory {
  return { loaded: new Map(), made: new Map() };
}

/** Loads a file only if it has changed. @param digestOf the hash of its bytes */
export function loadingChanged({ loaded }: RenderMemory, digestOf: RereadableFolder['digest']): LoadRecord {
  return (file, read) => {
    const digest = digestOf(file.path);
    const known = loaded.get(file.path);
    if (known && digest !== null && known.digest === digest) return known;
    const record = loadRecord(file, read);
    loaded.set(file.path, { ...record, digest });
    return record;
  };
}

/** Makes portions of a site only if their inputs have changed, or their files are no longer there. */
export function makingChanged({ made }: RenderMemory, input: SiteInput, sink: SiteSink): MakePortion {
  const { catalog, parts, host, isCompressed } = input;
  const common = { catalog, page: parts.page, host: host.name, isCompressed };
  // Lists of records and files are left out: `inputs` has the ones that a portion is made from.
  const shared = JSON.stringify(common, (key, value) =>
    Array.isArray(value) && key !== 'languages' ? undefined : value,
  );
  /** The document of a data source is one of the files: to keep it here as well would take the memory of all entries. */
  const withDocument = ({ files, facts }: Kept): Made | null => {
    if (!facts) return { files };
    const folder = host.root + v1Path('datasource', facts.datasource.id).slice(1);
    const json = sink.old?.(folder + RENDITIONS.json.file);
    return json ? { files, rest: { facts, json } } : null;
  };
  return ({ name, inputs, make }, isThere) => {
    if (inputs === undefined) return make();
    const madeFrom = sha256Of(Buffer.from(JSON.stringify([shared, inputs])));
    const known = made.get(name);
    const again = known?.madeFrom === madeFrom && known.files.every(isThere) ? withDocument(known) : null;
    if (again) return again;
    const now = make();
    if (now && !now.hasFindings) made.set(name, { madeFrom, files: now.files, facts: factsOf(now) });
    return now;
  };
}

/** Copies the facts: a substring would keep the whole text of its file in memory. */
const factsOf = ({ rest }: Made): DataSourceFacts | undefined => rest && structuredClone(rest.facts);
