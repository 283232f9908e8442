/** What the vectors of the clients do not say of the decision about a manifest. */
import { expect, test } from 'vitest';
import { newSecretKey, signedFileText } from '../../../contract/signing/secret-keys.ts';
import { verifySignedManifest } from '../../../contract/signing/signed-manifest.ts';

const CATALOG = 'https://catalog.example.org';
const TEXT = `{"version":1,"serviceUrl":"${CATALOG}","files":[]}\n`;
const NOW = 1_700_000_000;
const WHAT = { timestamp: NOW, file: 'manifest.json', validUntil: NOW + 21 * 86_400, catalog: CATALOG };
const SECRET = newSecretKey();
const OTHER = newSecretKey();

test('what a spare key signs that is no list of keys does not make it forget a list', async () => {
  const store = new Map<string, string>();
  const open = (list: string, time: number) => {
    const manifest = TEXT.replace('[]', '[{"url":"/v2/keys.json.minisig"}]');
    const served: Readonly<Record<string, string>> = {
      '/manifest.json': manifest,
      '/manifest.json.minisig': signedFileText(SECRET, Buffer.from(manifest), WHAT),
      '/v2/keys.json': list,
      '/v2/keys.json.minisig': signedFileText(OTHER, Buffer.from(list), {
        ...WHAT,
        file: 'keys.json',
        timestamp: time,
      }),
    };
    const trust = { keys: [SECRET.public.text], spares: [OTHER.public.text], serviceUrl: CATALOG };
    const read = async (path: string): Promise<string> => served[path] ?? '';
    return verifySignedManifest({ base: '', read }, store, { ...trust, now: () => NOW * 1000, ignoreClock: false });
  };
  const revoking = JSON.stringify({ keys: [{ key: OTHER.public.text, use: 'spare' }], revoked: [SECRET.public.text] });
  await expect(open('{}', NOW)).resolves.toBeTruthy();
  for (const [list, time] of [
    [revoking, NOW],
    ['{}', NOW + 2],
    ['[', NOW + 3],
    [revoking.replace(SECRET.public.text, ''), NOW - 1],
  ] as const)
    await expect(open(list, time)).rejects.toMatchObject({ code: 'revoked' });
});
