import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadableStream } from 'node:stream/web';
import { makeZip } from 'client-zip';
import { leafOf } from '../../platform/proof/leaf.ts';
import { restSince } from '../../platform/runtime/rest.ts';
import { type EventLog, isDecoded, type Position, type Scanned } from '../../store/event-store.ts';
import type { Document } from '../../store/read-models.ts';
import { stepOf, told } from '../kit/changes/history.ts';
import type { AnyRecordKind, ApiContext } from '../kit/context.ts';
import { streamOf } from '../kit/records.ts';
import { withActorNames } from '../kit/user-names.ts';
import { type EventShown, type EvidenceTold, eventRow, eventsFoot, eventsHead, readme } from './evidence-pages.ts';
import { tell } from './present.ts';
import { type AuditRights, isShown } from './rights.ts';

type Context = Pick<ApiContext, 'kinds' | 'readModels' | 'turns' | 'proofs'> & { store: Pick<EventLog, 'scan'> };
type Found = Scanned['found'][number];

/** Events that are looked at, or proved, at once: some milliseconds. */
const AT_ONCE = 200;
/** Numbers of events are padded, so that their files are sorted by them. */
const NUMBER_DIGITS = 6;

/** What evidence is about. */
export interface EvidenceOf extends EvidenceTold {
  /** Presents a record as the person is shown it. */
  kind: AnyRecordKind;
  rights: AuditRights;
  /** The last event that is looked at; the checkpoint is about it too. */
  end: Position;
}

/** A page of a record's events, oldest first, each with its number from 1 on. */
type Numbered = Found & { number: number };

/**
 * A ZIP of all that one record's events say and prove (docs/proof.md#evidence-for-one-record), read only as far as somebody
 * takes it: its size makes no difference to memory.
 * @param stop ends it
 * @throws what reading the log throws, or once it is stopped, while it is read
 */
export function evidenceOf(context: Context, about: EvidenceOf, stop: AbortSignal): AsyncIterable<Uint8Array> {
  const lastModified = new Date(about.checkpoint.madeAt);
  const files = (async function* () {
    for await (const { name, input } of filesOf(context, about, stop)) yield { name, input, lastModified };
  })();
  const zip = makeZip(files, { buffersAreUTF8: true }) as unknown as ReadableStream<Uint8Array>;
  // To cancel it fails without a reason, and there is nothing to close.
  return zip.values({ preventCancel: true });
}

interface File {
  name: string;
  input: string | AsyncIterable<string>;
}

async function* filesOf(context: Context, about: EvidenceOf, stop: AbortSignal): AsyncGenerator<File> {
  const { checkpoint } = about;
  const [key, script] = [await context.proofs.verifierKey(), await checkScript()];
  yield { name: 'README.html', input: readme(about, script) };
  yield { name: 'events.html', input: inWords(context, about, stop) };
  yield { name: 'events.jsonl', input: raw(context, about, stop) };
  yield { name: 'key.txt', input: `${key}\n` };
  yield { name: 'checkpoint.txt', input: checkpoint.note };
  yield { name: 'check.py', input: script };
  for await (const page of pagesOf(context, about, stop))
    yield* await inTurn(context.turns, stop, () => proved(context, about, page));
}

/** The leaf and the proof of each event; of one that the person is not told all of, the proof alone. */
async function proved(
  { proofs }: Context,
  { rights, checkpoint }: EvidenceOf,
  page: readonly Numbered[],
): Promise<File[]> {
  const proven = await proofs.inclusions(
    checkpoint,
    page.map(({ head }) => head.position),
  );
  return page.flatMap(({ head, entry, number }) => {
    const own = proven.get(head.position);
    // The log was read up to here before its checkpoint was made.
    if (own === undefined) throw new Error(`The event at ${head.position} is not in the checkpoint.`);
    const name = nameOf(number);
    const proof = { name: `${name}.tlog-proof`, input: own.proof };
    return isShown(rights, own.event, entry) ? [{ name: `${name}.leaf`, input: leafOf(own.event) }, proof] : [proof];
  });
}

function nameOf(number: number): string {
  return `events/${String(number).padStart(NUMBER_DIGITS, '0')}`;
}

async function* inWords(context: Context, about: EvidenceOf, stop: AbortSignal): AsyncGenerator<string> {
  const { kind, id } = about;
  let document: Document | null = null;
  yield eventsHead(about);
  for await (const page of pagesOf(context, about, stop)) {
    const events = page.map(({ entry }) => entry).filter(isDecoded);
    const steps = events.map((event) => {
      const { step, after } = stepOf(kind, id, document, event);
      document = after;
      return step;
    });
    const named = await withActorNames(context, await told(context, kind, steps));
    const byPosition = new Map(named.map((step) => [step.position, step]));
    const audited = await tell(context, about.rights, page);
    const rows = page.map(({ number }, at): EventShown => {
      const event = audited[at] as EventShown['event'];
      return { number, name: nameOf(number), event, step: byPosition.get(event.position) ?? null };
    });
    yield rows.map((row) => eventRow(about, row)).join('');
  }
  yield eventsFoot();
}

async function* raw(context: Context, about: EvidenceOf, stop: AbortSignal): AsyncGenerator<string> {
  for await (const page of pagesOf(context, about, stop)) {
    const events = await tell(context, about.rights, page);
    yield events.map((event) => `${JSON.stringify(event)}\n`).join('');
  }
}

/** Like files of the whole history, evidence takes turns, and leaves it to others for as long as it had it. */
function inTurn<Result>(turns: Context['turns'], stop: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  return turns.run('audit-file', async () => {
    stop.throwIfAborted();
    const began = performance.now();
    const result = await work();
    await restSince(began);
    return result;
  });
}

/** All events of a record. What cannot be read may be about it, and is among them. */
async function* pagesOf(
  { store, turns }: Pick<Context, 'store' | 'turns'>,
  { kind, id, end }: Pick<EvidenceOf, 'kind' | 'id' | 'end'>,
  stop: AbortSignal,
): AsyncGenerator<Numbered[]> {
  const stream = streamOf(kind, id);
  const isOfRecord = ({ entry }: Found) => !isDecoded(entry) || kind.projection.ids(entry).includes(id);
  let after: bigint | null = null;
  let number = 0;
  for (let isEnd = false; !isEnd; ) {
    const from = { stream, after };
    const scanned: Scanned = await inTurn(turns, stop, () =>
      store.scan(from, { backwards: false, limit: AT_ONCE, isWanted: ({ position }) => position <= end }),
    );
    const { found, last } = scanned;
    const own = found.filter(isOfRecord);
    if (own.length > 0) yield own.map((each) => ({ ...each, number: ++number }));
    isEnd = scanned.isEnd || last === null || last.position >= end;
    after = last?.revision ?? null;
  }
}

/** Whether a record has an event up to some place. */
export async function hasEvents(
  context: Pick<Context, 'store' | 'turns'>,
  about: Pick<EvidenceOf, 'kind' | 'id' | 'end'>,
  stop: AbortSignal,
): Promise<boolean> {
  const first = await pagesOf(context, about, stop).next();
  return first.done !== true;
}

const PROOF_PAGE = join(import.meta.dirname, '../../docs/proof.md');

/** The verifier of docs/proof.md, which says what it needs. */
async function checkScript(): Promise<string> {
  const [, script] = /```python\n([\s\S]*?)```/.exec(await readFile(PROOF_PAGE, 'utf8')) ?? [];
  if (script === undefined) throw new Error(`There is no script in ${PROOF_PAGE}.`);
  return script;
}
