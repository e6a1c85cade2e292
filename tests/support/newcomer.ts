import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { launchServer, type ServerProcess } from './processes/process.ts';
import { OWNER } from './server.ts';
import { type TempFolder, tempFolder } from './temp-folder.ts';

/** This project. */
export const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = [
  'domain',
  'store',
  'platform',
  'ai',
  'projections',
  'optimizer',
  'api',
  'server',
  'console',
  'scripts',
  'lint',
  'tests/support',
];
const FILES = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'biome.json',
  '.gitignore',
  'tests/component/page-builder.ts',
];

/** A file of the copy, and what in it becomes what. */
export type Change = readonly [file: string, ...replaced: (readonly [from: string, to: string])[]];

/** The product with the example of CONTRIBUTING.md, in a folder of its own. */
export interface Copy {
  path: string;
  /** The files of the example. */
  written: ReadonlySet<string>;
  /** What the example says in each file of the server, without blank lines, imports and comments. */
  linesOfServer: readonly string[];
  /** @throws if a file does not say what is to be replaced */
  change(change: Change): Promise<void>;
  /** A process of its own, as the names of its schemas are the product's. @param consoleFolder the built console, if it is served */
  serve(consoleFolder?: string): Promise<ServerProcess>;
  remove(): Promise<void>;
}

/** The example of CONTRIBUTING.md exactly as written there, in a copy of the product. */
export async function copyWithExample(): Promise<Copy> {
  const folder: TempFolder = await tempFolder();
  const copy = join(folder.path, 'heartwood');
  await mkdir(copy);
  for (const part of FOLDERS) await cp(join(ROOT, part), join(copy, part), { recursive: true });
  for (const file of FILES) await cp(join(ROOT, file), join(copy, file));
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const example = await writeExample(copy, await readFile(join(ROOT, 'CONTRIBUTING.md'), 'utf8'));
  return {
    ...example,
    path: copy,
    change: (change) => replaceIn(copy, change),
    serve: (consoleFolder) =>
      launchServer(
        {
          OWNER_USERNAME: OWNER.username,
          OWNER_PASSWORD: OWNER.password,
          DATA_DIR: join(folder.path, 'data'),
          NODE_COMPILE_CACHE: join(folder.path, 'compiled'),
        },
        {
          script: join(copy, 'tests/support/processes/serve-at.ts'),
          args: [new Date().toISOString(), '', ...(consoleFolder === undefined ? [] : [consoleFolder])],
        },
      ),
    remove: () => folder.remove(),
  };
}

/** Whether a file of the example is the console's, which is compiled by itself. */
export function isOfConsole(file: string): boolean {
  return file.startsWith('console/');
}

function isOfServer(file: string): boolean {
  return !isOfConsole(file) && !file.startsWith('tests/');
}

/** Each code block whose first line names a file becomes that file; a diff adds lines below others. */
async function writeExample(copy: string, text: string): Promise<Pick<Copy, 'written' | 'linesOfServer'>> {
  const written = new Set<string>();
  const linesOfServer: string[] = [];
  for (const [, path = '', code = ''] of text.matchAll(/```tsx?\n\/\/ (\S+\.tsx?)\n(.*?)```/gs)) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await writeFile(join(copy, path), code);
    written.add(path);
    if (isOfServer(path)) linesOfServer.push(...ownLines(code));
  }
  for (const [, path = '', lines = ''] of text.matchAll(/^--- (\S+\.ts)\n((?:[ +].*\n)+)/gm)) {
    await addLines(join(copy, path), lines.trimEnd().split('\n'));
    written.add(path);
    const added = lines.split('\n').filter((line) => line.startsWith('+'));
    if (isOfServer(path)) linesOfServer.push(...ownLines(added.map((line) => line.slice(1)).join('\n')));
  }
  return { written, linesOfServer };
}

function ownLines(code: string): string[] {
  const own = code.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/^import .*?;$/gms, '');
  return own.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('//'));
}

async function replaceIn(copy: string, [file, ...replaced]: Change): Promise<void> {
  let content = await readFile(join(copy, file), 'utf8');
  for (const [from, to] of replaced) {
    if (!content.includes(from)) throw new Error(`${file} does not say ${JSON.stringify(from)}.`);
    content = content.replace(from, () => to);
  }
  await writeFile(join(copy, file), content);
}

async function addLines(file: string, lines: readonly string[]): Promise<void> {
  const content = (await readFile(file, 'utf8')).split('\n');
  let place = -1;
  for (const line of lines) {
    if (line.startsWith('+')) content.splice(++place, 0, line.slice(1));
    else place = content.indexOf(line.slice(1));
    if (place === -1) throw new Error(`${file} has no line ${JSON.stringify(line.slice(1))}.`);
  }
  await writeFile(file, content.join('\n'));
}
