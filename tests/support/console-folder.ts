import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TempFolder, tempFolder } from './temp-folder.ts';

const PUBLIC = ['landing', 'terms', 'privacy', 'quote', 'invoice', 'review', 'notice', 'portal', 'widget'].map(
  (name) => `public/${name}.html`,
);
const FILES = ['index.html', 'theme.js', 'assets/console-Ab12.js', ...PUBLIC];

/** A small folder that stands in for the built console, with any extra files given. */
export async function tempConsole(more: Record<string, string> = {}): Promise<TempFolder> {
  const folder = await tempFolder();
  const pages = Object.fromEntries(FILES.map((name) => [name, `<h1>${name}</h1>`]));
  for (const [name, text] of Object.entries({ ...pages, ...more })) {
    await mkdir(join(folder.path, name, '..'), { recursive: true });
    await writeFile(join(folder.path, name), text);
  }
  return folder;
}
