/** Checks the signature of a catalog, and every file against the signed manifest. */
import pMap from 'p-map';
import type { ReadDeployed } from '../../../cli/network/http.ts';
import {
  manifestPlaces,
  type ReadSmallFile,
  readSignedManifest,
  SIGNATURE_PATH,
  smallFiles,
  type Trust,
} from '../../../cli/network/read-signed-manifest.ts';
import type { SiteFiles } from '../../../cli/site/read-site.ts';
import { sha256Of } from '../../../contract/base/sha256.ts';
import { timestampOf } from '../../../contract/base/times.ts';
import type { Manifest, ManifestFile } from '../../../contract/generated/v1.types.ts';
import validators from '../../../contract/generated/v1.validators.cjs';
import { V2_FILES } from '../../../contract/interface/v2-files.ts';
import { parseKeysJson } from '../../../contract/signing/key-list.ts';
import { parseSignature, parseTrustedComment, SIGNATURE_BYTES } from '../../../contract/signing/minisign.ts';
import { CatalogError } from '../../../contract/signing/signed-manifest.ts';
import { failureSentence } from './expectations.ts';
import { type Found, firstProblems, statementVerdict, type Verdict } from './verdict.ts';

/** Where the files of a catalog are read. */
export interface SignedSource {
  readonly read: ReadSmallFile;
  /** Where a file of the manifest may be, the likeliest first. */
  readonly placesOf: (file: ManifestFile) => ReadonlySet<string>;
}

const SIGNATURE = {
  id: 'signature',
  says: 'The manifest is signed with a trusted key',
  section: 'Plain files',
} as const;
const FILES = { id: 'signed-files', says: 'Every file is what was signed', section: 'Plain files' } as const;

/** The files of a deployment. */
export function deployedSource(read: ReadDeployed): SignedSource {
  return { read: smallFiles(read), placesOf: manifestPlaces };
}

/** The files of a folder. */
export function folderSource(site: SiteFiles): SignedSource {
  return {
    read: async (path, maxBytes) => {
      const name = path.slice(1);
      if (!site.paths.has(name)) throw new CatalogError('not-found', `there is no ${path}`);
      if (site.size(name) > maxBytes) throw new CatalogError('malformed', `${path} has more than ${maxBytes} bytes`);
      return site.read(name);
    },
    placesOf: ({ path }) => new Set([`/${path}`]),
  };
}

/** The verdicts on a signature. Without keys to trust, it is only mentioned, as is that it is missing; empty if the catalog has no keys. */
export async function signedVerdicts(source: SignedSource, trust: Trust | null): Promise<Verdict[]> {
  if (!trust) {
    const signature = await source.read(SIGNATURE_PATH, SIGNATURE_BYTES).catch(() => null);
    const signer = signature && parseSignature(Buffer.from(signature).toString());
    const list = signer ? null : await source.read(V2_FILES.keys.path, SIGNATURE_BYTES).catch(() => null);
    const hasKeys = list && parseKeysJson(Buffer.from(list).toString())?.signing.length;
    if (!signer && !hasKeys) return [];
    const remark = signer
      ? `It has a signature by the key ${signer.keyId}; name that key with --key to verify it`
      : `${V2_FILES.keys.path} names keys, but nobody has signed the manifest; run cartalog sign before publishing`;
    return [statementVerdict(SIGNATURE, [], 0, [remark])];
  }
  try {
    const { manifest, signature } = await readSignedManifest(source.read, trust);
    const { validUntil = null } = parseTrustedComment(parseSignature(signature)?.comment ?? '') ?? {};
    const end = validUntil === null ? 'without an end' : `valid until ${timestampOf(validUntil * 1000)}`;
    const remark = `It is the catalog of ${trust.serviceUrl}, ${end}`;
    return [statementVerdict(SIGNATURE, [], 1, [remark]), await filesVerdict(source, manifest)];
  } catch (error) {
    return [statementVerdict(SIGNATURE, [firstProblems([failureSentence(error)])], 1), statementVerdict(FILES, [], 0)];
  }
}

async function filesVerdict(source: SignedSource, manifest: Manifest): Promise<Verdict> {
  if (!validators.manifest(manifest))
    return statementVerdict(FILES, [firstProblems(['manifest.json is not a manifest'])], 1);
  const { files } = manifest;
  const found = await pMap(files, (file) => problemOf(source, file), { concurrency: 6 });
  return statementVerdict(FILES, found, files.length);
}

async function problemOf({ read, placesOf }: SignedSource, file: ManifestFile): Promise<Found> {
  const problems: string[] = [];
  for (const place of placesOf(file)) {
    try {
      if (sha256Of(await read(place, file.size)) === file.sha256) return firstProblems([]);
      problems.push('its SHA-256 is not the one in the manifest');
    } catch (error) {
      problems.push(failureSentence(error));
    }
  }
  return firstProblems(problems.slice(0, 1), `${file.path}: `);
}
