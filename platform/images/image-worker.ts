import { constants, setPriority } from 'node:os';
import { ImageRefused, OUT_OF_MEMORY, type WorkerAnswer } from './image.ts';
import { normalizeImage } from './normalize.ts';

// The process that decodes: one photo at a time, until its parent lets it go.

/** 50 megapixels with transparency are 200 MB, turned upright twice that. */
const MOST_BYTES = 1024 ** 3;
const MEASURE_EVERY_MS = 50;

/** Those who wait for a page come first. */
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

process.on('message', (bytes: Uint8Array) => {
  // The decoder works in a thread of its own, so that this one can watch it.
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > MOST_BYTES) process.exit(OUT_OF_MEMORY);
  }, MEASURE_EVERY_MS);
  void answer(bytes).then((told) => {
    clearInterval(watch);
    process.send?.(told);
  });
});

async function answer(bytes: Uint8Array): Promise<WorkerAnswer> {
  try {
    return { picture: await normalizeImage(bytes) };
  } catch (error) {
    if (error instanceof ImageRefused) return { refused: error.reason, message: error.message };
    return { failed: (error as Error).message };
  }
}
