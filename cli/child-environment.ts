/** What of the environment the Cloudflare runtime gets: it needs neither secrets of its user nor a network. */

/** A variable of the system, in lower case. Windows ignores the case of names. */
const PASSED = [
  // Where programs, libraries and the person's files are.
  /^(?:path|home|tmpdir|temp|tmp|xdg_[a-z_]+_(?:home|dirs?))$/,
  /^(?:ld_library_path|nix_ld|nix_ld_library_path|miniflare_workerd_path)$/,
  // How text is written.
  /^(?:term|lang|lc_[a-z]+|tz)$/,
  // What programs on Windows do not start without.
  /^(?:appdata|comspec|localappdata|pathext|programdata|systemdrive|systemroot|userprofile|windir)$/,
];

/** Settings of the runtime: to ask nothing, to send nothing, and to read no file of secrets. */
const SET = {
  CI: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  CLOUDFLARE_INCLUDE_PROCESS_ENV: 'false',
  CLOUDFLARE_LOAD_DEV_VARS_FROM_DOT_ENV: 'false',
  FORCE_COLOR: '0',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_SEND_METRICS: 'false',
};

/** The environment for a process of the runtime, made from that of the program. */
export function childEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const passed = Object.entries(env).filter(([name]) => PASSED.some((pattern) => pattern.test(name.toLowerCase())));
  return { ...Object.fromEntries(passed), ...SET };
}
