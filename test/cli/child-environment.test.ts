/** What of the environment reaches the runtime. */
import { expect, test } from 'vitest';
import { childEnvironment } from '../../cli/child-environment.ts';

const kept = (env: Record<string, string>): string[] =>
  Object.keys(env).filter((name) => childEnvironment(env)[name] === env[name]);

test.each<[string, string[]]>([
  ['Linux', ['PATH', 'HOME', 'TMPDIR', 'XDG_CONFIG_HOME', 'XDG_DATA_DIRS', 'LANG', 'LC_ALL', 'TZ', 'TERM']],
  ['NixOS', ['NIX_LD', 'NIX_LD_LIBRARY_PATH', 'LD_LIBRARY_PATH', 'MINIFLARE_WORKERD_PATH']],
  ['Windows', ['Path', 'PATHEXT', 'SystemRoot', 'windir', 'ComSpec', 'TEMP', 'APPDATA', 'LOCALAPPDATA', 'USERPROFILE']],
])('passes what a program needs on %s', (_, names) => {
  expect(kept(Object.fromEntries(names.map((name) => [name, 'some value'])))).toEqual(names);
});

test.each([
  ...['OPENAI_API_KEY', 'VAULT_TOKEN', 'STRIPE_SECRET_KEY', 'CLOUDFLARE_API_TOKEN', 'CF_API_TOKEN', 'DEPLOY_KEY'],
  ...['HTTPS_PROXY', 'https_proxy', 'NODE_OPTIONS', 'NODE_AUTH_TOKEN', 'npm_config__authToken', 'SSH_AUTH_SOCK'],
  ...['PATH_SECRET', 'MY_PATH', 'XDG_SECRET', 'LC_SECRET_KEY', 'HOME_TOKEN', 'WRANGLER_LOG'],
])('does not pass %s', (name) => {
  expect(kept({ [name]: 'some value' })).toEqual([]);
});
