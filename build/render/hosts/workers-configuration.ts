/** The `wrangler.toml` of Cloudflare Workers, which repositories have. */
import { HANDLED_PATHS } from '../../../contract/interface/published.ts';

/** The values in the configuration of a project on Workers. */
export interface WorkersProject {
  readonly name: string;
  /** The folder of the built site. */
  readonly site: string;
  readonly compatibilityDate: string;
  /** The requests that go through the handler, if not the usual ones. */
  readonly include?: readonly string[];
}

/**
 * The `wrangler.toml` of a site on Workers. Above the daily quota, Workers fails requests that must go through the
 * handler (the default, "fail closed").
 */
export function workersConfiguration({
  name,
  site,
  compatibilityDate,
  include = HANDLED_PATHS,
}: WorkersProject): string {
  // The strings of JSON are strings of TOML.
  return `name = ${JSON.stringify(name)}
main = ${JSON.stringify(`${site}/_worker.js`)}
compatibility_date = ${JSON.stringify(compatibilityDate)}

[assets]
directory = ${JSON.stringify(site)}
binding = "ASSETS"
run_worker_first = ${JSON.stringify(include)}
not_found_handling = "404-page"
`;
}
