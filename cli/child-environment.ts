/** The environment of the Cloudflare runtime, without the user's secrets. */

/** System variables, in lower case. Windows ignores the case of names. */
const PASSED = [
  // Folders of programs, libraries and the user's files.
  /^(?:path|home|tmpdir|temp|tmp|xdg_[a-z_]+_(?:home|dirs?))$/,
  /^(?:ld_library_path|nix_ld|nix_ld_library_path|miniflare_workerd_path)$/,
  // Locale and time zone.
  /^(?:term|lang|lc_[a-z]+|tz)$/,
  // Required to start programs on Windows.
  /^(?:appdata|comspec|localappdata|pathext|programdata|systemdrive|systemroot|userprofile|windir)$/,
];

/** Settings of the runtime: no questions, no telemetry, no files of secrets. */
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

/** Makes the environment of a runtime process from that of the program. */
export function childEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const passed = Object.entries(env).filter(([name]) => PASSED.some((pattern) => pattern.test(name.toLowerCase())));
  return { ...Object.fromEntries(passed), ...SET };
}
