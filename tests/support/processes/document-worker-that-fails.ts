import { parentPort } from 'node:worker_threads';
import type { DocumentAnswer } from '../../../platform/documents/document-worker.ts';
import type { Paper } from '../../../platform/documents/paper.ts';

// Stands in for the thread that draws documents: it does what the document's title says. No invoice is drawn.

let drawn = 0;

parentPort?.on('message', ({ title }: Paper) => {
  if (title === 'die' || (title === 'die after one' && drawn > 0)) process.exit(3);
  if (title === 'hang') return;
  if (title === 'spin') for (;;);
  const isFailing = title === 'fail' || title.startsWith('Invoice');
  if (!isFailing) drawn++;
  const answer: DocumentAnswer = isFailing
    ? { failed: 'It failed.' }
    : { bytes: new TextEncoder().encode(`${title} ${drawn}`) };
  parentPort?.postMessage(answer);
});
