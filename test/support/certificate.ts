/** Certificates for servers on loopback, made with Node alone: a certificate that signs itself, as X.509 in DER. */
import { generateKeyPairSync, sign } from 'node:crypto';

export interface TestCertificate {
  /** Both in PEM. The certificate is also the authority to trust, as NODE_EXTRA_CA_CERTS does. */
  readonly cert: string;
  readonly key: string;
}

/** Makes a certificate for names and IPv4 addresses, that is good from a day ago until a time. */
export function makeCertificate(names: readonly string[], until: Date): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(ECDSA_WITH_SHA256);
  const name = sequence(tagged(0x31, sequence(COMMON_NAME, tagged(0x0c, Buffer.from('cartalog test')))));
  const time = (date: Date): Buffer =>
    tagged(0x18, Buffer.from(`${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z`));
  const altNames = names.map((one) =>
    /^[\d.]+$/.test(one) ? tagged(0x87, Buffer.from(one.split('.').map(Number))) : tagged(0x82, Buffer.from(one)),
  );
  const extensions = sequence(
    sequence(SUBJECT_ALT_NAME, tagged(0x04, sequence(...altNames))),
    sequence(BASIC_CONSTRAINTS, TRUE, tagged(0x04, sequence(TRUE))),
  );
  const signed = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(time(new Date(Math.min(Date.now(), until.getTime()) - 86_400_000)), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, extensions),
  );
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', signed, privateKey)]));
  const base64 = sequence(signed, algorithm, signature).toString('base64').replace(/.{64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

const TRUE = Buffer.from('0101ff', 'hex');
const ECDSA_WITH_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex');
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const SUBJECT_ALT_NAME = Buffer.from('0603551d11', 'hex');
const BASIC_CONSTRAINTS = Buffer.from('0603551d13', 'hex');

const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, ...parts);

/** A value of DER: its tag, its length and its content. */
function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
