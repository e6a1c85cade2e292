import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { dataFolder } from './folder/data-folder.ts';
import { OpenFiles } from './folder/open-files.ts';
import { HeadSignal } from './log/head-signal.ts';
import { MarkKeeper } from './log/mark-keeper.ts';
import { LogWriter } from './log/writer.ts';
import {
  type Answer,
  type Control,
  FULL_MESSAGE,
  type Outcome,
  READY,
  type Request,
  type WriterData,
} from './messages.ts';
import { recordsOf, StateWriter } from './state-writer.ts';
import { fileDamageFailure, writeFailure } from './write-failure.ts';

// The thread that writes log.db and state.db: a durable commit blocks its thread, and here nothing else waits. Requests
// that arrive meanwhile share the next transaction.

/** A transaction holds at most about this many events or puts and this many bytes, so that a flood becomes several. */
const GROUP_EVENTS = 2_000;
const GROUP_BYTES = 8 * 1024 * 1024;

/** How often to check that the open files are still the ones in the folder. */
const LOOK_MS = 1_000;

const NOT_WRITTEN = { message: 'The request was not written.', detail: 'The writer left it out.' };

interface Waiting {
  client: MessagePort;
  request: Request;
}

const owner = parentPort;
if (!owner) throw new Error('This file runs as a worker thread.');

const { folder, durable, signal } = workerData as WriterData;
const paths = dataFolder(folder);
const state = new StateWriter(paths.state, durable);
const head = new HeadSignal(signal);
const log = new LogWriter(paths.log, durable, head);
const databases = [new OpenFiles(paths.log, () => log.bytes()), new OpenFiles(paths.state, () => state.bytes())];
const marks = new MarkKeeper({
  last: () => log.last(),
  writeState: (mark) => state.mark(mark),
  files: paths.files,
});
const clients = new Set<MessagePort>();
const waiting: Waiting[] = [];
let scheduled = false;

owner.on('message', (control: Control) => {
  if ('connect' in control) connect(control.connect);
  else finish();
});
setInterval(lookAtFiles, LOOK_MS).unref();
owner.postMessage(READY);
marks.committed();

/**
 * Anything written into a file that is no longer in the folder is lost at the next stop, so nothing more is written.
 */
function lookAtFiles(): void {
  if (head.fileDamage()) return;
  for (const files of databases) {
    const damage = files.look();
    if (damage) head.reportFileDamage(damage);
  }
}

function connect(client: MessagePort): void {
  clients.add(client);
  client.on('close', () => clients.delete(client));
  client.on('message', (requests: Request[]) => {
    for (const request of requests) waiting.push({ client, request });
    schedule();
  });
}

/** Takes in all pending messages before the next group is written. */
function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  setImmediate(() => {
    scheduled = false;
    writeGroup();
    if (waiting.length > 0) schedule();
  });
}

function writeGroup(): void {
  const group = takeGroup();
  const damage = head.fileDamage();
  const refused: Outcome | null = damage && { kind: 'unavailable', ...fileDamageFailure(folder, damage) };
  const outcomes = refused ? new Map<Request, Outcome>() : outcomesOf(group.map(({ request }) => request));
  const answers = new Map<MessagePort, Answer[]>();
  for (const { client, request } of group) {
    const own = answers.get(client) ?? [];
    own.push([request.id, outcomes.get(request) ?? refused ?? { kind: 'unavailable', ...NOT_WRITTEN }]);
    answers.set(client, own);
  }
  for (const [client, own] of answers) {
    for (let sent = 0; sent < own.length; sent += FULL_MESSAGE)
      client.postMessage(own.slice(sent, sent + FULL_MESSAGE));
  }
  if (refused) return;
  marks.committed();
  checkpointWhenDue();
}

function takeGroup(): Waiting[] {
  let count = 0;
  let events = 0;
  let bytes = 0;
  for (const { request } of waiting) {
    if (events >= GROUP_EVENTS || bytes >= GROUP_BYTES) break;
    count += 1;
    events += sizeOf(request);
    bytes += bytesOf(request);
  }
  return waiting.splice(0, count);
}

/** In events or puts. */
function sizeOf(request: Request): number {
  if (request.kind === 'append') return request.events.length;
  if (request.kind === 'appends') return request.appends.reduce((sum, { events }) => sum + events.length, 0);
  return recordsOf(request);
}

function bytesOf(request: Request): number {
  if (request.kind === 'append') return request.bytes;
  if (request.kind === 'appends') return request.appends.reduce((sum, { bytes }) => sum + bytes, 0);
  if (request.kind === 'put') return request.value.length;
  if (request.kind === 'putNew') return request.values.reduce((sum, value) => sum + value.length, 0);
  return 0;
}

/**
 * State is committed first: a subject's key is durable before the event that it seals. If that fails, nothing is
 * appended.
 */
function outcomesOf(requests: readonly Request[]): Map<Request, Outcome> {
  const outcomes = new Map<Request, Outcome>();
  const appends = requests.filter((request) => request.kind === 'append' || request.kind === 'appends');
  const puts = requests.filter((request) => request.kind !== 'append' && request.kind !== 'appends');
  try {
    if (puts.length > 0) record(outcomes, puts, state.apply(puts));
    if (appends.length > 0) record(outcomes, appends, log.append(appends));
  } catch (error) {
    const failure: Outcome = { kind: 'unavailable', ...writeFailure(folder, error) };
    for (const request of requests) if (!outcomes.has(request)) outcomes.set(request, failure);
  }
  return outcomes;
}

function record(outcomes: Map<Request, Outcome>, requests: readonly Request[], results: readonly Outcome[]): void {
  requests.forEach((request, index) => {
    outcomes.set(request, results[index] as Outcome);
  });
}

/** What could not be moved now stays in the WAL, durable, and is moved next time. */
function checkpointWhenDue(): void {
  try {
    state.checkpointWhenDue();
    log.checkpointWhenDue();
  } catch {
    return;
  }
}

/** A failed last checkpoint loses nothing: the next start picks up the WAL. */
function finish(): void {
  while (waiting.length > 0) writeGroup();
  marks.mark();
  for (const store of [state, log]) {
    try {
      store.close();
    } catch {}
  }
  for (const port of [owner, ...clients]) port?.close();
}
