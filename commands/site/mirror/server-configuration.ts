import type { Asset } from '../../../build/render/core/asset.ts';
import { barePages, ConfigurationError } from '../../../build/render/hosts/configuration-input.ts';
import { SERVER_CONFIGURATIONS } from '../../../build/render/hosts/server-configurations.ts';
import { isObject, type JsonObject, jsonItemsOf } from '../../../contract/base/json-values.ts';
import { jsonObjectIn } from '../../../contract/base/parse-json.ts';
import { repositoryOfChanges } from '../../../contract/base/repository-links.ts';
import type { Manifest } from '../../../contract/generated/v1.types.ts';
import type { WithdrawnRecord } from '../../../contract/generated/v2.types.ts';
import { HOSTS } from '../../../contract/hosts.ts';
import { PLAIN_FILES } from '../../../contract/interface/plain-files.ts';
import { V2_FILES } from '../../../contract/interface/v2-files.ts';
import { BadManifestError } from './listed-files.ts';

export interface ServerChoice {
  readonly target: keyof typeof SERVER_CONFIGURATIONS;
  /** The mirror's, if it differs from the original's: some servers redirect to it. */
  readonly address?: string | undefined;
  /** In the complete configuration: a port, or address and port. */
  readonly listen?: string | undefined;
}

/** @param maxAges in seconds, by data source @throws BadManifestError if something could be read as configuration */
export function mirrorConfiguration(
  { serviceUrl, files }: Manifest,
  contentAt: (path: string) => Uint8Array | undefined,
  maxAges: ReadonlyMap<string, number>,
  { target, address, listen }: ServerChoice,
): Asset[] {
  const read = (path: string): JsonObject => jsonObjectIn(new TextDecoder().decode(contentAt(path.slice(1))));
  const listed = jsonItemsOf(read(V2_FILES.withdrawn.path)['withdrawn']).filter(isObject);
  // A hostile site may have an object as name.
  const withdrawn = listed.filter(({ list, file }) => [list, file].every((name) => !(name instanceof Object)));
  const repository = repositoryOfChanges(read(PLAIN_FILES.changes.path)) ?? serviceUrl;
  const site = { serviceUrl: address ?? serviceUrl, repository, files, maxAges, listen };
  try {
    const made = SERVER_CONFIGURATIONS[target]({ ...site, withdrawn: withdrawn as unknown as WithdrawnRecord[] });
    return [...barePages().map((page) => ({ ...page, path: HOSTS[target].root + page.path })), ...made];
  } catch (error) {
    throw error instanceof ConfigurationError ? new BadManifestError(error.message) : error;
  }
}
