import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recordFolds } from '../../../api/areas.ts';
import { registry } from '../../../domain/index.ts';
import { type JobCommand, job } from '../../../domain/job/job.ts';
import { Rejection } from '../../../domain/kit/decider.ts';
import type { RecordedEvent } from '../../../domain/kit/event.ts';
import type { NumberingEvent } from '../../../domain/numbering/events.ts';
import { type CommandHandler, createCommandHandler } from '../../../platform/commands/command-handler.ts';
import { createNumbers } from '../../../platform/commands/numbers.ts';
import { createStreams, readAfter } from '../../../platform/commands/streams.ts';
import { createCodec } from '../../../store/codec.ts';
import type { EventStore } from '../../../store/event-store.ts';
import { subjectKeys } from '../../../store/subject-keys.ts';
import { PLAIN_JOB } from '../../support/samples/jobs.ts';
import { embeddedLog } from '../../support/stores/embedded-log.ts';
import { onEventStoreDB } from '../../support/stores/eventstoredb-log.ts';
import type { LogUnderTest } from '../../support/stores/log-under-test.ts';
import { logWith } from '../../support/stores/log-wrapper.ts';
import { memoryState } from '../../support/stores/memory-state.ts';

const clock = Date.now;
const create: JobCommand = { type: 'CreateJob', customerId: null, details: PLAIN_JOB, now: '2026-06-15T12:00:00.000Z' };

describe.each([
  ['embedded', embeddedLog],
  ['EventStoreDB', onEventStoreDB()],
])('numbers on %s', (_name, openLog) => {
  let log: LogUnderTest;
  const keys = subjectKeys(memoryState());
  const open = () => log.openStore(createCodec(registry, keys));
  beforeEach(async () => {
    log = await openLog();
  });
  afterEach(() => log.close());

  const taken = async (store: EventStore) =>
    ((await readAfter(store, 'numbering-job')) as unknown as NumberingEvent[]).map(({ data }) => data);

  test('Numbers begin at 1001 and go on where an earlier process ended', async () => {
    const first = createNumbers({ store: await open(), clock });
    expect([await first.take('job', 'a'), await first.take('job', 'b')]).toEqual([1001, 1002]);
    const store = await open();
    expect(await createNumbers({ store, clock }).take('job', 'c')).toBe(1003);
    expect(await taken(store)).toEqual([
      { first: 1001, count: 1 },
      { first: 1002, count: 1 },
      { first: 1003, count: 1 },
    ]);
  });

  test('Each of thirty that ask at once gets another number, in few appends', async () => {
    const store = await open();
    const numbers = createNumbers({ store, clock });
    const asked = Array.from({ length: 30 }, (_, index) => numbers.take('job', `command ${index}`));
    // Whoever asked first gets the smaller number.
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 30 }, (_, index) => 1001 + index));
    expect((await taken(store)).map(({ count }) => count)).toEqual([1, 29]);
  });

  test('Numbers never collide between two processes that ask at once', async () => {
    const [one, other] = [await open(), await open()].map((store) => createNumbers({ store, clock }));
    const asked = Array.from({ length: 60 }, (_, index) => (index % 2 ? one : other)?.take('job', `command ${index}`));
    const found = await Promise.all(asked);
    expect(new Set(found).size).toBe(60);
    expect([...found].sort()).toEqual(Array.from({ length: 60 }, (_, index) => 1001 + index));
  });

  test('Numbers are refused to all who wait where the log is away, and taken again afterwards', async () => {
    const store = await open();
    let isAway = true;
    const append: EventStore['append'] = (...given) =>
      isAway ? Promise.reject(new Error('away')) : store.append(...given);
    const numbers = createNumbers({ store: { ...logWith(store, {}), append }, clock });
    const asked = await Promise.allSettled(['a', 'b', 'c'].map((each) => numbers.take('job', each)));
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    isAway = false;
    expect(await numbers.take('job', 'd')).toBe(1001);
  });

  test('Numbers are taken by what is decided, once, and by no refusal and no repeat', async () => {
    const store = await open();
    const handlers = [handlerOn(store), handlerOn(await open())] as const;
    const send = (handler: CommandHandler, id: string, command: JobCommand, commandId: string) =>
      handler.handle(job, id, [command], {
        actor: 'office',
        commandId,
        body: 'null',
        correlationId: commandId,
        causationId: null,
      });
    const refused = { ...create, details: { ...PLAIN_JOB, address: '' } };
    await expect(send(handlers[0], 'x', refused, 'no')).rejects.toBeInstanceOf(Rejection);
    expect(await taken(store)).toEqual([]);

    // One command, sent to two processes at once: the job has one number, and both report it.
    const outcomes = await Promise.all(handlers.map((handler) => send(handler, 'a', create, 'first')));
    const numbers = outcomes.map(({ appended }) => numberIn(appended[0]));
    expect(new Set(numbers).size).toBe(1);
    expect(numbers).toEqual([await numberOf(store, 'a'), await numberOf(store, 'a')]);

    const before = await taken(store);
    const again = await send(handlers[0], 'a', create, 'first');
    expect(again).toMatchObject({ repeated: true, appended: [{ data: { number: numbers[0] } }] });
    expect(await taken(store)).toEqual(before);
    await send(handlers[1], 'b', create, 'second');
    expect(await numberOf(store, 'b')).toBeGreaterThan(numbers[0] ?? 0);
  });

  function handlerOn(store: EventStore): CommandHandler {
    return createCommandHandler({ store, streams: createStreams({ store, keys, records: recordFolds }), keys, clock });
  }

  async function numberOf(store: EventStore, id: string): Promise<number> {
    const [created] = await store.readStream(`job-${id}`);
    return numberIn(created);
  }
});

function numberIn(created: RecordedEvent | undefined): number {
  const { number } = (created?.data ?? {}) as { number?: number };
  return number ?? 0;
}
