import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import sharp from 'sharp';
import {
  ImageRefused,
  OUT_OF_MEMORY,
  OUT_OF_TIME,
  type Tasks,
  type WorkerAnswer,
  type WorkerRequest,
} from './image.ts';
import { lookAtImage, normalizeImage, normalizeLogo } from './normalize.ts';

// The process that decodes: one photo at a time, from its file, until its parent ends it. Its argument is how many
// milliseconds of processor time a photo may take; waiting for the processor does not count.

const mostMs = Number(process.argv[2]);

/** 50 megapixels with transparency take 200 MB; a JPEG of 108 that is not read line by line (progressive) takes 440. */
const MOST_BYTES = 1024 ** 3;
const MEASURE_EVERY_MS = 50;

/** Anyone waiting for a page comes first. */
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

// Each photo is decoded only once, so caching is useless; and it may take only one thread.
sharp.cache(false);
sharp.concurrency(1);
// No other decoder may ever be used, whatever the bytes are.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});

const WORK: { [Task in keyof Tasks]: (bytes: Uint8Array) => Promise<Tasks[Task]> } = {
  normalize: normalizeImage,
  look: lookAtImage,
  logo: normalizeLogo,
};

process.on('message', (request: WorkerRequest) => {
  const { user: before } = process.cpuUsage();
  // The decoder works in its own thread, so that this one can watch it.
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
