import { setTimeout as delay } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import type { DocumentAnswer } from '../../../platform/documents/document-worker.ts';
import type { Paper } from '../../../platform/documents/paper.ts';

// Stands in for the thread that draws documents: it takes a moment, and says which drawing of its life this is.

let drawn = 0;

parentPort?.on('message', async ({ title }: Paper) => {
  await delay(20);
  const answer: DocumentAnswer = { bytes: new TextEncoder().encode(`${title}, drawing ${++drawn}`) };
  parentPort?.postMessage(answer);
});
