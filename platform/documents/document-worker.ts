import { parentPort } from 'node:worker_threads';
import { drawPaper } from './draw.ts';
import type { Paper } from './paper.ts';

// The thread that draws documents: one at a time, until its parent ends it.

/** The thread's answer. */
export type DocumentAnswer = { bytes: Uint8Array } | { failed: string };

parentPort?.on('message', (paper: Paper) => void answer(paper).then((said) => parentPort?.postMessage(said)));

async function answer(paper: Paper): Promise<DocumentAnswer> {
  try {
    return { bytes: new Uint8Array(await drawPaper(paper)) };
  } catch (error) {
    return { failed: (error as Error).stack ?? String(error) };
  }
}
