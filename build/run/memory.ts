/** The memory of a process that builds again and again. */
import { sha256Of } from '../../contract/base/sha256.ts';
import { RENDITIONS } from '../../contract/interface/v1-renditions.ts';
import { v1Path } from '../../contract/interface/v1-routes.ts';
import type { ReadBefore, RereadableFolder } from '../read/rereadable.ts';
import type { FileRecord, SiteSink } from '../render/core/asset.ts';
import type { DataSourceFacts } from '../render/pages/data-source/files-index.ts';
import type { SiteInput } from '../render/publication.ts';
import type { Made, MakePortion } from '../render/site.ts';
import { type LoadedRecord, type LoadRecord, loadRecord } from './stages.ts';

export interface RenderMemory {
  readonly read: ReadBefore;
  /** Small files by path, with their hash. */
  readonly loaded: Map<string, LoadedRecord & { readonly digest: string | null }>;
  /** Portions of a site by name, with a hash of their inputs, and the paths in `public/` at that time. */
  readonly made: Map<string, Kept & { readonly madeFrom: string; beside: string }>;
  readonly portionOf: Map<string, string>;
}

interface Kept {
  readonly files: readonly FileRecord[];
  readonly facts: DataSourceFacts | undefined;
}

export function newRenderMemory(): RenderMemory {
  return { read: new Map(), loaded: new Map(), made: new Map(), portionOf: new Map() };
}

/** @param digestOf the hash of a file's bytes */
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

/** Makes a portion only if inputs have changed, or files are gone. */
export function makingChanged(
  { made, portionOf }: RenderMemory,
  { host, parts }: SiteInput,
  sink: SiteSink,
): MakePortion {
  const beside = parts.publicFiles.map(({ path }) => path).join('\n');
  /** Reads the document from the sink: kept documents would take the memory of all entries. */
  const withDocument = ({ files, facts }: Kept): Made | null => {
    if (!facts) return { files };
    const folder = host.root + v1Path('datasource', facts.datasource.id).slice(1);
    const json = sink.old?.(folder + RENDITIONS.json.file);
    return json ? { files, rest: { facts, json } } : null;
  };
  return ({ name, inputs: inputsOf, make }, claim) => {
    const inputs = inputsOf();
    const madeFrom = inputs === undefined ? '' : sha256Of(Buffer.from(JSON.stringify(inputs)));
    const known = madeFrom === '' ? undefined : made.get(name);
    // With the same files in `public/`, nothing new is in the way.
    const isFree = ({ path }: FileRecord): boolean => known?.beside === beside || claim(path);
    const isKept = known?.madeFrom === madeFrom && known.files.every((file) => sink.has?.(file) && isFree(file));
    const again = isKept ? withDocument(known) : null;
    if (known && again) {
      known.beside = beside;
      for (const file of again.files) sink.keep?.(file);
      return again;
    }
    const now = make();
    for (const { path } of now?.files ?? []) portionOf.set(path, name);
    if (now && madeFrom !== '' && !now.hasFindings)
      made.set(name, { madeFrom, beside, files: now.files, facts: factsOf(now) });
    return now;
  };
}

/** Copies: a substring would keep its file's text in memory. */
const factsOf = ({ rest }: Made): DataSourceFacts | undefined => rest && structuredClone(rest.facts);
