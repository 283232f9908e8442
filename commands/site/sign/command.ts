import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readTextIfThere } from '../../../cli/files/files.ts';
import { readSecretKey, secretKeyInEnvironment } from '../../../cli/files/key-files.ts';
import { writeWhole } from '../../../cli/files/write-file.ts';
import {
  MANIFEST_FILE,
  manifestIn,
  SIGNATURE_FILE,
  SIGNATURE_PATH,
  signingKeysIn,
} from '../../../cli/site/published-site.ts';
import { readSiteFolder, siteIn, siteTextAt } from '../../../cli/site/read-site.ts';
import { CannotRunError, type ExitStatus, type Io, SIGNING_VARIABLE, whileWriting } from '../../../cli/terminal/io.ts';
import { sha256Of } from '../../../contract/base/sha256.ts';
import { visible } from '../../../contract/base/text.ts';
import { dayOf } from '../../../contract/base/times.ts';
import { parseSignature, parseTrustedComment } from '../../../contract/signing/minisign.ts';
import { signedFileText } from '../../../contract/signing/secret-keys.ts';
import { type CatalogError, verifySignedManifest } from '../../../contract/signing/signed-manifest.ts';

interface SignOptions {
  readonly dist: string;
  /** By default, SIGNING_VARIABLE has the key itself. */
  readonly secret?: string;
  /** In days. */
  readonly validFor: number;
}

export async function runSign(io: Io, { dist, secret: file, validFor }: SignOptions): Promise<ExitStatus> {
  const secret = file === undefined ? secretKeyInEnvironment(io) : readSecretKey(io, file);
  if (!secret) throw new CannotRunError(`Name the file of the secret key with --secret, or set ${SIGNING_VARIABLE}.`);
  const folder = resolve(io.cwd, dist);
  const site = existsSync(folder) && siteIn(readSiteFolder(folder, dist), MANIFEST_FILE);
  if (!site) throw new CannotRunError(`${dist} has no ${MANIFEST_FILE}; build the site first.`);
  const content = site.read(MANIFEST_FILE);
  const manifest = manifestIn(content);
  if (typeof manifest === 'string') throw new CannotRunError(`${MANIFEST_FILE} is damaged; build the site again.`);
  const { files, serviceUrl } = manifest;
  const wrong = files.filter((one) => !site.paths.has(one.path) || sha256Of(site.read(one.path)) !== one.sha256);
  if (wrong.length > 0) {
    for (const { path } of wrong) io.stderr.write(`${visible(path)} is missing, or not what ${MANIFEST_FILE} says.\n`);
    io.stderr.write(`${dist} was changed after it was built, and is not signed; build it again.\n`);
    return 1;
  }
  const { id, text } = secret.public;
  const listed = signingKeysIn(site);
  if (!listed?.includes(text)) {
    throw new CannotRunError(
      listed
        ? `${id} is not a signing key of this catalog; catalog/keys.yaml lists them.`
        : 'The catalog has no keys; "cartalog keys new" makes them. Then build the site again.',
    );
  }
  const name = join(dist, site.root, SIGNATURE_FILE);
  const target = resolve(io.cwd, name);
  const now = Math.floor(Date.now() / 1000);
  // Newer than a signature of the same second.
  const timestamp = Math.max(now, timeOf(target) + 1);
  const validUntil = now + Math.ceil(validFor * 86_400);
  const comment = { timestamp, file: MANIFEST_FILE, validUntil, catalog: serviceUrl };
  const signature = signedFileText(secret, content, comment);
  // Verifies as clients will.
  const read = async (path: string): Promise<string> =>
    path === SIGNATURE_PATH ? signature : siteTextAt(site, path.slice(1));
  const trust = { keys: [text], spares: [], serviceUrl, now: Date.now, ignoreClock: false };
  await verifySignedManifest({ base: '', read }, new Map(), trust).catch(({ code, message }: CatalogError) => {
    const isEarly = code === 'not-yet-valid';
    const cause = isEarly ? ' The last signature was made while the clock was wrong: build the site again.' : '';
    throw new CannotRunError(`${message}.${cause}`);
  });
  whileWriting(name, () => writeWhole(target, signature));
  const until = dayOf(validUntil * 1000);
  io.stderr.write(`Signed ${dist} with the key ${id}, valid until ${until}.\n`);
  return 0;
}

/** In seconds since 1970; 0 without a signature. */
function timeOf(file: string): number {
  const signature = parseSignature(readTextIfThere(file) ?? '');
  return (signature && parseTrustedComment(signature.comment)?.timestamp) ?? 0;
}
