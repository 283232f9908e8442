/**
 * Where a Chromium is for the tests. On Linux with Intel processors it comes with npm; it is unpacked once for a checkout,
 * into `node_modules/.cache/`, and nothing of it is left in the folder for temporary files.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './cli.ts';

export type ChromiumProgram = { readonly path: string; readonly environment: Readonly<Record<string, string>> };

/** Where people have a Chromium, by system. */
const INSTALLED: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

const PACKAGE = join(ROOT, 'node_modules', '@sparticuz', 'chromium');

/** Whether the one that comes with npm can run: it was built for glibc on Intel processors. */
const runsHere = process.platform === 'linux' && process.arch === 'x64' && existsSync('/lib64/ld-linux-x86-64.so.2');

/** `CHROMIUM` names another one. */
const ownPath = (): string | undefined =>
  [process.env['CHROMIUM'] ?? '', ...(INSTALLED[process.platform] ?? [])].find(
    (path) => path !== '' && existsSync(path),
  );

export function whyNoChromium(): string | null {
  if ((runsHere && existsSync(PACKAGE)) || ownPath() !== undefined) return null;
  return `no Chromium for ${process.platform} on ${process.arch}; install one, or name it in the variable CHROMIUM`;
}

/** The Chromium to start. @throws Error where there is none */
export function findChromium(): ChromiumProgram {
  const isNamed = (process.env['CHROMIUM'] ?? '') !== '';
  if (runsHere && existsSync(PACKAGE) && !isNamed) return unpacked();
  const path = ownPath();
  if (path === undefined) throw new Error(whyNoChromium() ?? 'no Chromium');
  return { path, environment: {} };
}

/** Unpacks in a folder of its own, which gets its name when it is complete: several test files may do so at a time. */
function unpacked(): ChromiumProgram {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
  const cache = join(ROOT, 'node_modules', '.cache');
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    const unfinished = mkdtempSync(join(cache, 'chromium-unfinished-'));
    try {
      // The package unpacks into the folder for temporary files, and its libraries only where it believes to be in the cloud.
      const env = { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };
      const script = `import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())`;
      execFileSync(process.execPath, ['--eval', script], { cwd: ROOT, env });
      const fonts = `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`;
      writeFileSync(join(unfinished, 'fonts', 'fonts.conf'), fonts);
      renameSync(unfinished, folder);
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true });
      // Another process was faster.
      if (!existsSync(folder)) throw error;
    }
  }
  return { path: join(folder, 'chromium'), environment: environmentOf(folder) };
}

/** What a machine without libraries and fonts of its own lacks. */
function environmentOf(folder: string): Record<string, string> {
  const hasLibraries = existsSync('/usr/lib/x86_64-linux-gnu/libnss3.so') || existsSync('/usr/lib64/libnss3.so');
  return {
    ...(hasLibraries ? {} : { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }),
    ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_FILE: join(folder, 'fonts', 'fonts.conf') }),
  };
}
