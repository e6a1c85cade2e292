import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { LaunchOptions } from 'playwright-core';

// The browser of the tests: CHROME_PATH, otherwise the packaged one (Linux on x64), otherwise the installed Chrome.

/** Root in a container has no user namespaces to build the sandbox from. */
const args = ['--no-sandbox'];
/** The browser, its libraries, its fonts (without them text is blank) and its software renderer. */
const PARTS = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];

const isBundled = !process.env['CHROME_PATH'] && process.platform === 'linux' && process.arch === 'x64';

/** Unpacks the packaged browser, once and as a whole: a half-unpacked one is never run. */
export async function installChromium(): Promise<void> {
  if (!isBundled) return;
  const { source, folder } = bundled();
  if (existsSync(folder)) return;
  mkdirSync(dirname(folder), { recursive: true });
  const making = mkdtempSync(`${folder}.`);
  await inflateInto(making, source);
  writeFileSync(join(making, 'fonts.conf'), fontsConfig(folder));
  try {
    renameSync(making, folder);
  } catch (cause) {
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(folder)) throw cause; // otherwise another process was faster
  }
}

/** Options for playwright-core to launch it; call `installChromium` first. */
export function chromiumOptions(): LaunchOptions {
  const own = process.env['CHROME_PATH'];
  if (own) return { executablePath: own, args };
  if (!isBundled) return { channel: 'chrome', args };
  const { folder } = bundled();
  return { executablePath: join(folder, 'chromium'), args, env: { ...environment(), ...libraries(folder) } };
}

function bundled(): { source: string; folder: string } {
  const require = createRequire(import.meta.url); // import.meta.resolve does not exist inside vitest
  const home = dirname(dirname(require.resolve('@sparticuz/chromium')));
  const { version } = require(join(home, 'package.json')) as { version: string };
  return {
    source: join(home, 'bin'),
    folder: resolve(import.meta.dirname, '../../../node_modules/.cache', `chromium-${version}`),
  };
}

/** The package unpacks into the system's temporary folder, wherever that is. */
async function inflateInto(folder: string, source: string): Promise<void> {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    const { inflate } = await import('@sparticuz/chromium');
    await Promise.all(PARTS.map((part) => inflate(join(source, part))));
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

function libraries(folder: string): Record<string, string> {
  const path = { LD_LIBRARY_PATH: join(folder, 'al2023/lib') };
  if (existsSync('/etc/fonts/fonts.conf')) return path;
  return { ...path, FONTCONFIG_FILE: join(folder, 'fonts.conf') };
}

function environment(): Record<string, string> {
  const set = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(set);
}

function fontsConfig(folder: string): string {
  const folders = ['/usr/share/fonts', '/usr/local/share/fonts', join(folder, 'fonts')];
  const lines = [...folders.map((path) => `<dir>${path}</dir>`), `<cachedir>${join(folder, 'fontcache')}</cachedir>`];
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${lines.join('')}</fontconfig>`;
}
