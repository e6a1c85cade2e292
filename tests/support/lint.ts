import { execFile } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { tempFolder } from './temp-folder.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What the linter found: its rule (`plugin` for those of our own), and where. */
export interface Finding {
  rule: string;
  /** With slashes, on every system. */
  path: string;
  line: number | undefined;
}

/**
 * Lints files by the project's own rules.
 * @param files the text of each, by its path
 */
export async function lintFiles(files: Readonly<Record<string, string>>): Promise<Finding[]> {
  const folder = await tempFolder();
  try {
    for (const name of ['biome.json', 'lint', '.gitignore']) {
      await cp(join(ROOT, name), join(folder.path, name), { recursive: true });
    }
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder.path, name)), { recursive: true });
      await writeFile(join(folder.path, name), `${text}\n`);
    }
    const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
    const options = { cwd: folder.path, maxBuffer: 2 ** 26 };
    // It ends with an error where it finds something.
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [biome, 'lint', '--reporter=json', '--max-diagnostics=none'],
      options,
    ).catch((failed: { stdout: string }) => failed);
    return (JSON.parse(stdout) as Report).diagnostics.map(({ category, location }) => ({
      rule: category.split('/').at(-1) ?? category,
      path: location.path.replaceAll('\\', '/'),
      line: location.start?.line,
    }));
  } finally {
    await folder.remove();
  }
}

interface Report {
  diagnostics: { category: string; location: { path: string; start?: { line: number } } }[];
}

/** The lines that a rule of our own refuses in a file of that name. */
export async function refusedOf(
  file: string,
  bad: readonly string[],
  good: readonly string[],
): Promise<(string | undefined)[]> {
  const lines = [...good, ...bad];
  const found = await lintFiles({ [file]: lines.join('\n') });
  const refused = new Set(found.filter(({ rule }) => rule === 'plugin').map(({ line = 0 }) => lines[line - 1]));
  return lines.filter((line) => refused.has(line));
}
