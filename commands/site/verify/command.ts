import { isIP, type LookupFunction } from 'node:net';
import { join, resolve } from 'node:path';
import { readJsonIfThere } from '../../../cli/files/files.ts';
import { writeWhole } from '../../../cli/files/write-file.ts';
import { Network, networkLimitsOf } from '../../../cli/network/http.ts';
import { programPageAddress } from '../../../cli/program/document-addresses.ts';
import {
  MANIFEST_FILE,
  type PublishedSite,
  SIGNATURE_FILE,
  siteAt,
  siteInFolder,
  type TrustChoice,
  trustOf,
} from '../../../cli/site/published-site.ts';
import { readSiteFolder, siteIn, siteTextAt } from '../../../cli/site/read-site.ts';
import { CannotRunError, type ExitStatus, type Io, whileWriting } from '../../../cli/terminal/io.ts';
import { progressOn } from '../../../cli/terminal/progress.ts';
import { requestFailure } from '../../../contract/base/system-errors.ts';
import { visible } from '../../../contract/base/text.ts';
import { HOSTS, type HostName } from '../../../contract/hosts.ts';
import { commonCause, missingCatalog } from './common-cause.ts';
import { signedVerdicts } from './signed-site.ts';
import { formatVerifyReport, type Verdict, withKnownExceptions } from './verdict.ts';
import { runContract } from './verify.ts';

export interface Resolution {
  readonly name: string;
  readonly address: string;
}

interface VerifyCommandOptions extends TrustChoice {
  /** Without a trailing slash; or a folder. */
  readonly url: string;
  /** Links begin with it; by default `url`. */
  readonly serviceUrl?: string;
  readonly resolve?: Resolution;
  readonly static: boolean;
  readonly remember?: string;
  /** In MiB. */
  readonly maxSize: number;
  /** Allows its known exceptions; by default, every statement must hold. */
  readonly target?: HostName;
}

export async function runVerify(io: Io, options: VerifyCommandOptions): Promise<ExitStatus> {
  const { url, serviceUrl = url, target } = options;
  if (!/^https?:/.test(url)) return verifyFolder(io, options);
  const network = new Network(networkLimitsOf(options.maxSize), lookupFor(url, options.resolve));
  const send = network.sender(url);
  const missing = await missingCatalog(send, url).catch((error: unknown) => {
    throw new CannotRunError(`${url} cannot be reached (${requestFailure(error)}).`);
  });
  if (missing !== null) {
    io.stdout.write(`${visible(missing)}\n`);
    return 1;
  }
  const progress = progressOn(io, { noun: 'statements' });
  const contract = await runContract(send, {
    serviceUrl,
    layer: options.static ? 'static' : 'edge',
    onProgress: progress.report,
    onNote: (sentence) => io.stderr.write(`${sentence}\n`),
    checksXml: true,
  }).finally(progress.clear);
  const signature = await rememberedVerdicts(io, siteAt(network.reader(url)), serviceUrl, options);
  const host = target && HOSTS[target];
  const verdicts = withKnownExceptions([...contract, ...signature], host?.exceptions ?? []);
  if (network.isOver) io.stderr.write('The run was ended early. If documents are large, allow more with --max-size.\n');
  const hasFailed = verdicts.some(({ result }) => result === 'fails');
  const cause = hasFailed ? await commonCause(send, serviceUrl) : null;
  const remark = verdicts.some(({ result }) => result === 'known')
    ? `Known on ${host?.title}, so not a failure: ${programPageAddress('docs/hosts.md')}#what-holds-where says why.`
    : null;
  io.stdout.write(formatVerifyReport({ verdicts, cause, remark, page: programPageAddress('docs/interface.md') }));
  return hasFailed ? 1 : 0;
}

function lookupFor(url: string, given: Resolution | undefined): { lookup?: LookupFunction } {
  if (!given) return {};
  const { name, address } = given;
  const { hostname } = new URL(url);
  if (hostname !== name)
    throw new CannotRunError(`--resolve: no request goes to ${name}, only to ${hostname}; verify https://${name}.`);
  const family = isIP(address);
  return {
    lookup: (_, options, callback) =>
      options.all ? callback(null, [{ address, family }]) : callback(null, address, family),
  };
}

/** The folder may be a build for any host. */
async function verifyFolder(io: Io, options: VerifyCommandOptions): Promise<ExitStatus> {
  const { url: given } = options;
  if (options.resolve) throw new CannotRunError('--resolve is for an address; nothing is requested for a folder.');
  const built = readSiteFolder(resolve(io.cwd, given), join(given).replace(/[\\/]$/, ''));
  const site = siteIn(built, MANIFEST_FILE) ?? built;
  const name = join(given, site.root).replace(/[\\/]$/, '');
  const [, stated = ''] = /"serviceUrl":\s*"([^"]*)"/.exec(siteTextAt(site, MANIFEST_FILE)) ?? [];
  const verdicts = await rememberedVerdicts(io, siteInFolder(site), options.serviceUrl ?? stated, options);
  const hasKeys = options.key.length + options.spare.length > 0;
  if (!hasKeys && !site.paths.has(SIGNATURE_FILE)) {
    const how = 'Of a folder, only signatures are verified; to check a build, serve it and verify its address.';
    throw new CannotRunError(`${name} has no manifest.json with a signature. ${how}`);
  }
  const page = programPageAddress('docs/interface.md');
  const remark = site.root === '' ? null : `The documents are in ${name}.`;
  io.stdout.write(formatVerifyReport({ verdicts, cause: null, remark, page, noun: 'file' }));
  return verdicts.some(({ result }) => result === 'fails') ? 1 : 0;
}

async function rememberedVerdicts(
  io: Io,
  site: PublishedSite,
  serviceUrl: string,
  { remember: name, ...choice }: VerifyCommandOptions,
): Promise<Verdict[]> {
  if (name === undefined) return signedVerdicts(site, trustOf(choice, serviceUrl));
  const file = resolve(io.cwd, name);
  const memory = new Map(Object.entries(readJsonIfThere(file) ?? {}).map(([about, text]) => [about, String(text)]));
  const trust = trustOf(choice, serviceUrl, memory);
  if (!trust) throw new CannotRunError('--remember is for what keys have signed; name them with --key and --spare.');
  const verdicts = await signedVerdicts(site, trust);
  whileWriting(name, () => writeWhole(file, `${JSON.stringify(Object.fromEntries(memory), null, 2)}\n`));
  return verdicts;
}
