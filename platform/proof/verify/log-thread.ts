import { parentPort, workerData } from 'node:worker_threads';
import type { Beside } from '../../../store/embedded/folder/beside.ts';
import { LogInspection } from '../../../store/embedded/log/inspection.ts';
import { readIndex, readRows } from './log-rows.ts';
import type { Asked } from './tiles.ts';

/** What a thread reads of log.db: rows from one place to another, or the index by stream. */
export interface ThreadData {
  file: Beside;
  rows: { from: number; to: number; asked: Asked } | null;
}

const { file, rows } = workerData as ThreadData;
const log = new LogInspection(file);
try {
  parentPort?.postMessage(rows ? readRows(log, rows) : readIndex(log));
} finally {
  log.close();
}
