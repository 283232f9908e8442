import pMap from 'p-map';
import {
  type PublishedSite,
  problemOfFile,
  readSignedManifest,
  SIGNATURE_PATH,
  type Trust,
} from '../../../cli/site/published-site.ts';
import { sha256Of } from '../../../contract/base/sha256.ts';
import { timestampOf } from '../../../contract/base/times.ts';
import type { Manifest, ManifestFile } from '../../../contract/generated/v1.types.ts';
import validators from '../../../contract/generated/v1.validators.cjs';
import { V2_FILES } from '../../../contract/interface/v2-files.ts';
import { parseKeysJson } from '../../../contract/signing/key-list.ts';
import { parseSignature, parseTrustedComment, SIGNATURE_BYTES } from '../../../contract/signing/minisign.ts';
import { failureSentence } from './expectations.ts';
import { type Found, firstProblems, statementVerdict, type Verdict } from './verdict.ts';

const SIGNATURE = {
  id: 'signature',
  says: 'The manifest is signed with a trusted key',
  section: 'Plain files',
} as const;
const FILES = { id: 'signed-files', says: 'Every file is what was signed', section: 'Plain files' } as const;

/** Without trusted keys, only mentions a signature, or that it is missing although the catalog has keys. */
export async function signedVerdicts(site: PublishedSite, trust: Trust | null): Promise<Verdict[]> {
  if (!trust) {
    const signature = await site.read(SIGNATURE_PATH, SIGNATURE_BYTES).catch(() => null);
    const signer = signature && parseSignature(Buffer.from(signature).toString());
    const list = signer ? null : await site.read(V2_FILES.keys.path, SIGNATURE_BYTES).catch(() => null);
    const hasKeys = list && parseKeysJson(Buffer.from(list).toString())?.signing.length;
    if (!signer && !hasKeys) return [];
    const remark = signer
      ? `It has a signature by the key ${signer.keyId}; name that key with --key to verify it`
      : `${V2_FILES.keys.path} names keys, but nobody has signed the manifest; run cartalog sign before publishing`;
    return [statementVerdict(SIGNATURE, [], 0, [remark])];
  }
  try {
    const { manifest, signature } = await readSignedManifest(site, trust);
    const { validUntil = null } = parseTrustedComment(parseSignature(signature)?.comment ?? '') ?? {};
    const end = validUntil === null ? 'without an end' : `valid until ${timestampOf(validUntil * 1000)}`;
    const remark = `It is the catalog of ${trust.serviceUrl}, ${end}`;
    return [statementVerdict(SIGNATURE, [], 1, [remark]), await filesVerdict(site, manifest)];
  } catch (error) {
    return [statementVerdict(SIGNATURE, [firstProblems([failureSentence(error)])], 1), statementVerdict(FILES, [], 0)];
  }
}

async function filesVerdict(site: PublishedSite, manifest: Manifest): Promise<Verdict> {
  if (!validators.manifest(manifest))
    return statementVerdict(FILES, [firstProblems(['manifest.json is not a manifest'])], 1);
  const { files } = manifest;
  const found = await pMap(files, (file) => problemOf(site, file), { concurrency: 6 });
  return statementVerdict(FILES, found, files.length);
}

async function problemOf(site: PublishedSite, file: ManifestFile): Promise<Found> {
  const problem = await problemOfFile(site, file, async (place) => {
    try {
      const isSame = sha256Of(await site.read(place, file.size)) === file.sha256;
      return isSame ? null : 'its SHA-256 is not the one in the manifest';
    } catch (error) {
      return failureSentence(error);
    }
  });
  return firstProblems([problem ?? []].flat(), `${file.path}: `);
}
