import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recordFolds } from '../../../api/areas.ts';
import { batch } from '../../../domain/batch/batch.ts';
import type { BatchItem } from '../../../domain/batch/events.ts';
import { deciders, processes, registry } from '../../../domain/index.ts';
import type { JobEvent } from '../../../domain/job/events.ts';
import { type JobCommand, type JobState, job } from '../../../domain/job/job.ts';
import { Rejection } from '../../../domain/kit/decider.ts';
import type { RecordedEvent } from '../../../domain/kit/event.ts';
import {
  type Batches,
  BatchRefused,
  batchIdOf,
  createBatches,
  type UndoCommand,
} from '../../../platform/commands/batches.ts';
import {
  type CommandHandler,
  createCommandHandler,
  type Guard,
  IdempotencyConflict,
} from '../../../platform/commands/command-handler.ts';
import { createProcessRunner } from '../../../platform/commands/processes.ts';
import { createStreams, readAfter, type Streams } from '../../../platform/commands/streams.ts';
import { createCodec } from '../../../store/codec.ts';
import { type EventStore, StoreUnavailable } from '../../../store/event-store.ts';
import { subjectKeys } from '../../../store/subject-keys.ts';
import { isDeep, runs } from '../../support/depth.ts';
import { PLAIN_JOB } from '../../support/samples/jobs.ts';
import { embeddedLog } from '../../support/stores/embedded-log.ts';
import { onEventStoreDB } from '../../support/stores/eventstoredb-log.ts';
import type { LogUnderTest } from '../../support/stores/log-under-test.ts';
import { logWith } from '../../support/stores/log-wrapper.ts';
import { memoryState } from '../../support/stores/memory-state.ts';

const clock = Date.now;
const ZONE = 'America/New_York';
const NOW = '2026-06-15T12:00:00.000Z';
const visit = (day: number) => ({ start: `2026-06-${day}T08:00`, end: `2026-06-${day}T12:00` });
const schedule = (day: number): JobCommand => ({
  type: 'ScheduleJob',
  planned: { visits: [visit(day)] },
  zone: ZONE,
  isStatus: true,
});
const by = (commandId: string) => ({ actor: 'office', commandId, body: 'null' });

/** A process working on a log. */
interface Office {
  commands: CommandHandler;
  batches: Batches;
  streams: Streams;
}

describe.each([
  ['embedded', embeddedLog],
  ['EventStoreDB', onEventStoreDB()],
])('batches on %s', (_name, openLog) => {
  let log: LogUnderTest;
  let store: EventStore;
  let state: ReturnType<typeof memoryState>;
  let office: Office;
  beforeEach(async () => {
    log = await openLog();
    state = memoryState();
    store = await log.openStore(createCodec(registry, subjectKeys(state)));
    office = officeOn(store);
  });
  afterEach(() => log.close());

  function officeOn(on: EventStore, guard?: Guard): Office {
    const keys = subjectKeys(state);
    const streams = createStreams({ store: on, keys, records: recordFolds });
    const commands = createCommandHandler({ store: on, streams, keys, clock, ...(guard && { guard }) });
    const runner = createProcessRunner({ processes, deciders, commands, store: on, state, clock });
    const batches = createBatches({ commands, processes: runner, store: on, streams, records: recordFolds, clock });
    return { commands, batches, streams };
  }

  async function send(id: string, command: JobCommand, commandId: string): Promise<void> {
    const context = { ...by(commandId), correlationId: commandId, causationId: null };
    await office.commands.handle(job, id, [command], context);
  }

  const make = (id: string) =>
    send(id, { type: 'CreateJob', customerId: null, details: PLAIN_JOB, now: NOW }, `make ${id}`);

  async function item(id: string, day: number): Promise<BatchItem> {
    const { revision } = await office.streams.load(job, id);
    return { stream: `job-${id}`, recordId: id, expectedRevision: Number(revision), commands: [schedule(day)] };
  }

  const plan = (items: readonly BatchItem[]) => ({ kind: 'schedule' as const, planId: null, items });

  const typesOf = async (stream: string) => (await readAfter(store, stream)).map(({ type }) => type);

  async function startsOf(id: string): Promise<string[]> {
    const { state: now } = await office.streams.load(job, id);
    const there = now as Exclude<JobState, { presence: 'absent' }>;
    return there.life.visits.map(({ start }) => start);
  }

  /** As `POST /api/undo` does. @returns what was left unchanged */
  async function revert(batchId: string, reverts: number, commandId: string, at = office) {
    const context = { ...by(commandId), correlationId: commandId, causationId: null };
    const { appended } = await at.commands.handle(batch, batchId, [{ type: 'RevertAct', reverts }], context);
    return at.batches.follow(appended);
  }

  test('A batch does each item in the name of who asked, in one act', async () => {
    for (const id of ['a', 'b']) await make(id);
    const outcome = await office.batches.carryOut(plan([await item('a', 16), await item('b', 17)]), by('apply'));
    expect(outcome).toMatchObject({ batchId: batchIdOf({ commandId: 'apply' }), done: 2, refused: [] });
    expect([await startsOf('a'), await startsOf('b')]).toEqual([['2026-06-16T08:00'], ['2026-06-17T08:00']]);
    const last = (await readAfter(store, 'job-b')).at(-1) as RecordedEvent;
    expect(last.metadata).toMatchObject({ actor: 'office', correlationId: 'apply' });
    expect(last.metadata.causationId).toBe(`batch-${outcome.batchId}@1`);
    expect(await typesOf(`batch-${outcome.batchId}`)).toEqual(['BatchItemsPlanned', 'BatchStarted', 'BatchFinished']);
    expect(outcome.position).toBe((await readAfter(store, `batch-${outcome.batchId}`)).at(-1)?.position);
  });

  test('A batch leaves what a rule across records refuses, with its words', async () => {
    for (const id of ['a', 'b']) await make(id);
    const guarded = officeOn(store, (before, decided, append) => {
      const isRuled = before.stream === 'job-b' && decided.some(({ type }) => type === 'JobScheduled');
      if (isRuled) throw new Rejection('conflict', 'Another has that day.');
      return append();
    });
    const outcome = await guarded.batches.carryOut(plan([await item('a', 16), await item('b', 17)]), by('apply'));
    expect(outcome).toMatchObject({
      done: 1,
      refused: [{ stream: 'job-b', recordId: 'b', reason: 'Another has that day.' }],
    });
    expect(await startsOf('b')).toEqual([]);
  });

  test('A batch answers the same command as the first time, and another one under its id not at all', async () => {
    await make('a');
    const items = [await item('a', 16)];
    const [first, twin] = await Promise.all([1, 2].map(() => office.batches.carryOut(plan(items), by('apply'))));
    expect(twin).toMatchObject({ done: 1, refused: [], batchId: first?.batchId });
    await send('a', schedule(20), 'later');
    const again = await officeOn(store).batches.carryOut(plan(items), by('apply'));
    expect(again).toMatchObject({ done: 1, refused: [], batchId: first?.batchId });
    expect(await startsOf('a')).toEqual(['2026-06-20T08:00']);
    const changed = office.batches.carryOut(plan(items), { ...by('apply'), body: '{"other":true}' });
    await expect(changed).rejects.toBeInstanceOf(IdempotencyConflict);
  });

  test('A batch does nothing where a record has changed since it was planned, or a rule refuses an item', async () => {
    for (const id of ['a', 'b', 'c']) await make(id);
    const items = [await item('a', 16), await item('b', 16), await item('c', 16)];
    await send('b', schedule(20), 'meanwhile');
    const moved = (await office.batches.carryOut(plan(items), by('one')).catch((cause) => cause)) as BatchRefused;
    expect(moved).toBeInstanceOf(BatchRefused);
    expect(moved).toMatchObject({ isMoved: true, refused: [{ stream: 'job-b', recordId: 'b' }] });
    await send('c', { type: 'AdvanceJob', act: 'cancel', at: NOW, reason: null }, 'cancelled');
    const refused = office.batches.carryOut(plan([await item('a', 16), await item('c', 16)]), by('two'));
    await expect(refused).rejects.toMatchObject({
      isMoved: false,
      refused: [{ recordId: 'c', reason: 'You cannot schedule a job that is cancelled.' }],
    });
    expect(await startsOf('a')).toEqual([]);
    expect(await typesOf(`batch-${batchIdOf({ commandId: 'one' })}`)).toEqual([]);
  });

  test('A batch tells what changed while it was carried out, and does the rest', async () => {
    for (const id of ['a', 'b', 'c']) await make(id);
    const items = [await item('a', 16), await item('b', 16), await item('c', 16)];
    // Somebody else gets in between the check and the items.
    const meanwhile: EventStore['append'] = async (stream, events, expected) => {
      if (events.some(({ type }) => type === 'BatchStarted')) await send('b', schedule(20), 'meanwhile');
      return store.append(stream, events, expected);
    };
    const { batches } = officeOn({ ...logWith(store, {}), append: meanwhile });
    const outcome = await batches.carryOut(plan(items), by('apply'));
    expect(outcome).toMatchObject({
      done: 2,
      refused: [{ stream: 'job-b', recordId: 'b', reason: 'It has changed since this was planned.' }],
    });
    expect(await startsOf('b')).toEqual(['2026-06-20T08:00']);
    expect(await startsOf('c')).toEqual(['2026-06-16T08:00']);
  });

  test('A batch refuses two items of one record, text about a person, and more than it holds', async () => {
    await make('a');
    const one = await item('a', 16);
    const many = Array.from({ length: 2_001 }, (_, index) => ({ ...one, recordId: String(index) }));
    await expect(office.batches.carryOut(plan(many), by('many'))).rejects.toThrow('At most 2000');
    await expect(office.batches.carryOut(plan([one, one]), by('twice'))).rejects.toThrow('two items of one record');
    const told = { ...one, commands: [{ type: 'ReviseJob', details: { description: 'The oak at the gate' } }] };
    await expect(office.batches.carryOut(plan([told]), by('told'))).rejects.toThrow('personal field description');
  });

  test('A batch is undone but for what has changed since, done again, and undone again', async () => {
    for (const id of ['a', 'b', 'c']) await make(id);
    await send('a', schedule(10), 'before');
    const items = [await item('a', 16), await item('b', 16), await item('c', 16)];
    const { batchId } = await office.batches.carryOut(plan(items), by('apply'));
    await send('b', schedule(20), 'since');

    const undone = await revert(batchId, 0, 'undo');
    expect(undone).toMatchObject({ done: 2, refused: [{ recordId: 'b', reason: expect.stringContaining('since') }] });
    expect(await Promise.all(['a', 'b', 'c'].map(startsOf))).toEqual([['2026-06-10T08:00'], ['2026-06-20T08:00'], []]);

    expect(await revert(batchId, 1, 'redo')).toMatchObject({ done: 2, refused: [] });
    expect(await startsOf('c')).toEqual(['2026-06-16T08:00']);
    expect(await revert(batchId, 0, 'undo again')).toMatchObject({ done: 2, refused: [{ recordId: 'b' }] });
    expect(await Promise.all(['a', 'b', 'c'].map(startsOf))).toEqual([['2026-06-10T08:00'], ['2026-06-20T08:00'], []]);
  });

  const IDS = ['a', 'b', 'c'];
  const jobsOf = (round: number) => IDS.map((id) => `${id}${round}`);
  /** The items, the start, each item, the end. */
  const TO_APPLY = 2 + IDS.length + 1;
  /** The revert, each item, the end. */
  const TO_UNDO = 1 + IDS.length + 1;

  async function expectStarts(jobs: readonly string[], starts: readonly string[]): Promise<void> {
    for (const id of jobs) expect(await startsOf(id)).toEqual(starts);
  }

  async function dieApplying(survived: number): Promise<void> {
    const jobs = jobsOf(survived);
    for (const id of jobs) await make(id);
    const items = await Promise.all(jobs.map((id) => item(id, 16)));
    const sender = by(`apply ${survived}`);
    const dying = officeOn(dyingAfter(survived, store)).batches.carryOut(plan(items), sender);
    await dying.catch((cause) => expect(cause).toBeInstanceOf(StoreUnavailable));
    await reactTo(`batch-${batchIdOf(sender)}`);
    await expectStarts(jobs, survived >= 2 ? ['2026-06-16T08:00'] : []);
    expect(await office.batches.carryOut(plan(items), sender)).toMatchObject({ done: 3, refused: [] });
    for (const id of jobs) expect(await typesOf(`job-${id}`)).toEqual(['JobCreated', 'JobScheduled']);
  }

  async function dieUndoing(survived: number): Promise<void> {
    const jobs = jobsOf(survived);
    const batchId = batchIdOf(by(`apply ${survived}`));
    const dying = revert(batchId, 0, `undo ${survived}`, officeOn(dyingAfter(survived, store)));
    await dying.catch((cause) => expect(cause).toBeInstanceOf(StoreUnavailable));
    await reactTo(`batch-${batchId}`);
    await expectStarts(jobs, survived >= 1 ? [] : ['2026-06-16T08:00']);
    expect(await revert(batchId, 0, `undo ${survived}`)).toMatchObject({ done: 3, refused: [] });
    for (const id of jobs)
      expect(await typesOf(`job-${id}`)).toEqual(['JobCreated', 'JobScheduled', 'JobLifeRestored']);
  }

  test('A batch whose process dies after any append is finished by the reactor, each item once', async () => {
    for (let survived = 0; survived <= TO_APPLY; survived++) await dieApplying(survived);
    for (let survived = 0; survived <= TO_UNDO; survived++) await dieUndoing(survived);
  });

  /** The items that undo what one command each did to these jobs. */
  const undoing = (jobs: readonly string[], commandOf: (id: string) => string): BatchItem[] =>
    jobs.map((id) => {
      const command: UndoCommand = { type: 'UndoCommand', commandId: commandOf(id) };
      return { stream: `job-${id}`, recordId: id, expectedRevision: null, commands: [command] };
    });
  const undoPlan = (items: readonly BatchItem[]) => ({ kind: 'undo' as const, planId: null, items });

  test('A batch that undoes commands takes back each, is undone itself, and leaves what has changed since', async () => {
    for (const id of ['a', 'b', 'c']) {
      await make(id);
      await send(id, schedule(16), `scheduled ${id}`);
    }
    const items = undoing(['a', 'b', 'c'], (id) => `scheduled ${id}`);
    await send('b', schedule(20), 'since');
    await expect(office.batches.carryOut(undoPlan(items), by('all'))).rejects.toMatchObject({
      refused: [{ recordId: 'b', reason: expect.stringContaining('since') }],
    });
    const some = undoing(['a', 'c'], (id) => `scheduled ${id}`);
    const { batchId, ...undone } = await office.batches.carryOut(undoPlan(some), { ...by('some'), undoes: 'the act' });
    expect(undone).toMatchObject({ done: 2, refused: [] });
    expect(await Promise.all(['a', 'b', 'c'].map(startsOf))).toEqual([[], ['2026-06-20T08:00'], []]);
    const [last] = (await readAfter(store, 'job-a')).slice(-1) as [RecordedEvent];
    expect(last.metadata).toMatchObject({ undoes: 'scheduled a', correlationId: 'some' });
    const begin = (await readAfter(store, `batch-${batchId}`)).find(({ type }) => type === 'BatchStarted');
    expect(begin?.metadata.undoes).toBe('the act');

    expect(await office.batches.carryOut(undoPlan(some), by('again'))).toMatchObject({ done: 0, refused: [] });
    expect(await revert(batchId, 0, 'redo')).toMatchObject({ done: 2, refused: [] });
    await expectStarts(['a', 'c'], ['2026-06-16T08:00']);
    expect(await office.batches.carryOut(undoPlan(some), by('once more'))).toMatchObject({ done: 2, refused: [] });
    await expectStarts(['a', 'c'], []);
  });

  test('A batch that undoes commands, whose process dies after any append, is finished by the reactor', async () => {
    for (let survived = 0; survived <= TO_APPLY; survived++) {
      const jobs = jobsOf(survived);
      for (const id of jobs) {
        await make(id);
        await send(id, schedule(16), `scheduled ${id}`);
      }
      const sender = by(`undo ${survived}`);
      const items = undoing(jobs, (id) => `scheduled ${id}`);
      const dying = officeOn(dyingAfter(survived, store)).batches.carryOut(undoPlan(items), sender);
      await dying.catch((cause) => expect(cause).toBeInstanceOf(StoreUnavailable));
      await reactTo(`batch-${batchIdOf(sender)}`);
      await expectStarts(jobs, survived >= 2 ? [] : ['2026-06-16T08:00']);
      expect(await office.batches.carryOut(undoPlan(items), sender)).toMatchObject({ done: 3, refused: [] });
      for (const id of jobs)
        expect(await typesOf(`job-${id}`)).toEqual(['JobCreated', 'JobScheduled', 'JobLifeRestored']);
    }
  });

  /** As the reactor of another process does, which is handed each such event. */
  async function reactTo(stream: string): Promise<void> {
    const { batches } = officeOn(store);
    for (const event of await readAfter(store, stream)) if (batches.types.has(event.type)) await batches.react(event);
  }

  // More than one event holds.
  const MANY = isDeep ? 2_000 : 410;

  test('A batch of very many items fits into the log, in several appends', {
    tags: ['deep'],
    timeout: 120_000,
  }, async () => {
    const ids = Array.from({ length: MANY }, (_, index) => `j${index}`);
    const created: JobEvent = {
      type: 'JobCreated',
      data: { number: 1, customerId: null, ...PLAIN_JOB, createdAt: NOW },
    };
    await Promise.all(
      ids.map((id) => store.append(`job-${id}`, [{ ...created, id: crypto.randomUUID(), metadata: META }], 'none')),
    );
    const items = ids.map((id) => ({
      stream: `job-${id}`,
      recordId: id,
      expectedRevision: 0,
      commands: [schedule(16)],
    }));
    const outcome = await office.batches.carryOut(plan(items), by('many'));
    expect(outcome).toMatchObject({ done: MANY, refused: [] });
    const parts = (await typesOf(`batch-${outcome.batchId}`)).filter((type) => type === 'BatchItemsPlanned');
    expect(parts.length).toBeGreaterThan(1);
    expect(await revert(outcome.batchId, 0, 'undo many')).toMatchObject({ done: MANY, refused: [] });
    expect(await startsOf(`j${MANY - 1}`)).toEqual([]);
  });

  test('A batch undone after anything leaves each record as it was or as somebody made it since', {
    tags: ['more'],
    timeout: 60_000,
  }, async () => {
    let round = 0;
    const anything = fc.array(fc.record({ at: fc.nat(3), day: fc.constantFrom(11, 12, null) }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(anything, anything, async (before, since) => {
        const ids = [0, 1, 2, 3].map((index) => `p${round}-${index}`);
        for (const id of ids) await make(id);
        let count = 0;
        const act = ({ at, day }: { at: number; day: number | null }) =>
          send(ids[at] as string, day === null ? { type: 'UnscheduleJob' } : schedule(day), `${round} ${count++}`);
        for (const each of before) await act(each);
        const was = await Promise.all(ids.map(startsOf));
        const items = await Promise.all(ids.map((id) => item(id, 16)));
        const { batchId } = await office.batches.carryOut(plan(items), by(`property ${round}`));
        for (const each of since) await act(each);
        const changed = new Set(since.map(({ at }) => ids[at]));
        const is = await Promise.all(ids.map(startsOf));
        const undone = await revert(batchId, 0, `undo property ${round}`);
        const kept = new Set(undone?.refused.map(({ recordId }) => recordId));
        expect(kept).toEqual(new Set(ids.filter((id) => changed.has(id))));
        const expected = ids.map((id, index) => (kept.has(id) ? is[index] : was[index]));
        expect(await Promise.all(ids.map(startsOf))).toEqual(expected);
        round++;
      }),
      { numRuns: runs(15) },
    );
  });
});

const META = {
  actor: 'office',
  correlationId: 'c',
  causationId: null,
  commandId: 'c',
  commandHash: '0',
  recordedAt: NOW,
  subject: 'somebody',
};

/** The log of a process that dies after this many appends: nothing it sends later arrives. */
function dyingAfter(survived: number, log: EventStore): EventStore {
  let appends = 0;
  const append: EventStore['append'] = async (...given) => {
    if (appends === survived) throw new StoreUnavailable('It died.');
    appends++;
    return log.append(...given);
  };
  return { ...logWith(log, {}), append };
}
