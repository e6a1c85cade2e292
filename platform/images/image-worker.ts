import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import {
  ImageRefused,
  OUT_OF_MEMORY,
  OUT_OF_TIME,
  type Tasks,
  type WorkerAnswer,
  type WorkerRequest,
} from './image.ts';
import { lookAtImage, normalizeImage, normalizeLogo } from './normalize.ts';

// The process that decodes: one photo at a time, from its file, until its parent lets it go. Its argument is how long a
// photo may keep a processor busy, in milliseconds: waiting for one is not its fault.

const mostMs = Number(process.argv[2]);

/** 50 megapixels with transparency are 200 MB, turned upright twice that. */
const MOST_BYTES = 1024 ** 3;
const MEASURE_EVERY_MS = 50;

/** Those who wait for a page come first. */
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const WORK: { [Task in keyof Tasks]: (bytes: Uint8Array) => Promise<Tasks[Task]> } = {
  normalize: normalizeImage,
  look: lookAtImage,
  logo: normalizeLogo,
};

process.on('message', (request: WorkerRequest) => {
  const { user: before } = process.cpuUsage();
  // The decoder works in a thread of its own, so that this one can watch it.
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > MOST_BYTES) process.exit(OUT_OF_MEMORY);
    if ((process.cpuUsage().user - before) / 1000 > mostMs) process.exit(OUT_OF_TIME);
  }, MEASURE_EVERY_MS);
  void answer(request).then((told) => {
    clearInterval(watch);
    process.send?.(told);
  });
});

async function answer({ task, path }: WorkerRequest): Promise<WorkerAnswer> {
  try {
    return { done: await WORK[task](await readFile(path)) };
  } catch (error) {
    if (error instanceof ImageRefused) return { refused: error.reason, message: error.message };
    return { failed: (error as Error).message };
  }
}
