import { cpSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { tempFolder } from '../temp-folder.ts';
import { type End, makeLogImage } from './log-image.ts';

/** Data folders with a history, copied from images made once per test file, and removed at its end. */
export interface LogImages {
  /** One with its whole history; without `end`, as a clean stop leaves it. */
  filled(end?: End): Promise<string>;
  /** One whose log lost its end. */
  damaged(): Promise<string>;
}

/** Call at the top of a test file. @param events how long the history is, a multiple of ten */
export function useLogImages(events: number): LogImages {
  const remove: (() => Promise<void>)[] = [];
  const images = new Map<End, string>();

  async function newFolder(): Promise<string> {
    const folder = await tempFolder();
    remove.push(folder.remove);
    return folder.path;
  }

  async function filled(end: End = 'stopped'): Promise<string> {
    const folder = await newFolder();
    cpSync(images.get(end) ?? '', folder, { recursive: true });
    return folder;
  }

  async function damaged(): Promise<string> {
    const folder = await filled();
    const log = join(folder, 'log.db');
    truncateSync(log, Math.floor((statSync(log).size * 0.9) / 4096) * 4096);
    return folder;
  }

  beforeAll(async () => {
    for (const end of ['stopped', 'killed'] as const) images.set(end, await makeLogImage(end, { events, newFolder }));
  });
  afterAll(async () => {
    for (const each of remove) await each();
  });
  return { filled, damaged };
}
