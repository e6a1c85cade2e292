import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '../../../domain/index.ts';
import type { LeadEvent } from '../../../domain/lead/events.ts';
import type { CommandHandler } from '../../../platform/commands/command-handler.ts';
import { commandTimer, type Timer, timerLoop } from '../../../platform/commands/timers.ts';
import { removed, restored } from '../../../projections/engine/handlers.ts';
import type { RecordDocument } from '../../../projections/engine/projection.ts';
import { readModel } from '../../../projections/engine/read-model.ts';
import { createCodec } from '../../../store/codec.ts';
import type { EventStore } from '../../../store/event-store.ts';
import type { ReadModels } from '../../../store/read-models.ts';
import { appendTo, captured } from '../../support/samples/lead-events.ts';
import { embeddedLog } from '../../support/stores/embedded-log.ts';
import { onEventStoreDB } from '../../support/stores/eventstoredb-log.ts';
import type { LogUnderTest } from '../../support/stores/log-under-test.ts';
import { openProductStores, type ProductStores } from '../../support/stores/product-stores.ts';
import { type RunnerUnderTest, startRunner } from '../../support/stores/projection-runner.ts';

interface WaitingLead extends RecordDocument {
  dueAt: string | null;
  causedBy: string;
  status: string;
}

const nothing = () => ({});
const statusChanged = ({ status }: { status: string }) => ({ status, dueAt: null });

/** Leads that are lost if nobody answers for a day. */
const waiting = readModel<WaitingLead, LeadEvent>()({
  name: 'waiting',
  version: 1,
  of: 'lead',
  indexes: [['status', 'dueAt']],
  search: [],
  first: {
    LeadCaptured: ({ status }, _id, eventId) => ({ status, dueAt: '2026-11-22T10:00:00.000Z', causedBy: eventId }),
  },
  after: {
    LeadRequested: nothing,
    LeadStatusChanged: statusChanged,
    LeadConverted: nothing,
    LeadDetailsRevised: nothing,
    LeadErased: nothing,
    LeadConversionReverted: nothing,
    LeadConversionRenewed: nothing,
    LeadRenewalReverted: nothing,
    LeadTakenBack: removed,
    LeadRemoved: removed,
    LeadRestored: restored,
  },
});

const BEFORE = Date.parse('2026-11-22T09:59:59.999Z');
const THEN = Date.parse('2026-11-22T10:00:00.000Z');
const LATER = Date.parse('2027-05-01T00:00:00.000Z');

/** A loop in a process of its own. */
interface Running {
  /** Waits until it has polled this many more times. */
  rounds(count: number): Promise<void>;
  ended: Promise<unknown>;
  stop(): Promise<void>;
}

describe.each([
  ['embedded', embeddedLog],
  ['EventStoreDB', onEventStoreDB()],
])('timers on %s', (_name, openLog) => {
  let now = BEFORE;
  let log: LogUnderTest;
  let store: EventStore;
  let stores: ProductStores;
  let runner: RunnerUnderTest | null = null;
  let models: ReadModels | null = null;
  let running: Running[] = [];

  beforeEach(async () => {
    now = BEFORE;
    log = await openLog();
    stores = await openProductStores();
    store = await log.openStore(createCodec(registry, stores.keys));
  });
  afterEach(async () => {
    await Promise.all(running.map((each) => each.stop()));
    running = [];
    await models?.close();
    models = null;
    await runner?.stop();
    await stores.close();
    await log.close();
  });

  const project = () => {
    runner = startRunner(stores, { log: store, projections: [waiting] });
    return runner;
  };

  /** With the read models up to date with this log. */
  async function given(...names: string[]): Promise<void> {
    let position = '';
    for (const name of names) position = await appendTo(store, `lead-${name}`, captured(name));
    await project().reached(position);
    const [generation = ''] = await stores.readModels.list();
    models = await stores.readModels.open(generation, [waiting]);
  }

  const answering = (commands: CommandHandler) =>
    commandTimer<WaitingLead>(
      {
        name: 'lead-unanswered',
        collection: 'waiting',
        where: { status: 'New' },
        dueAt: 'dueAt',
        everyMs: 1,
        command: ({ id, causedBy }) => ({
          category: 'lead',
          id,
          eventId: causedBy,
          role: 'unanswered',
          command: { type: 'ReviseLead', details: {}, status: 'Lost' },
        }),
      },
      commands,
    );

  function run(timer: Timer = answering(stores.commandHandler(undefined, store))): Running {
    const abort = new AbortController();
    let asked = 0;
    let wake = Promise.withResolvers<void>();
    const live = { peek: () => models, isAsDeclared: () => models !== null };
    const loop = timerLoop(timer, { readModels: live, clock: () => now });
    const ended = loop(abort.signal, () => {
      asked++;
      wake.resolve();
      wake = Promise.withResolvers();
    }).catch((cause: unknown) => cause);
    const each: Running = {
      async rounds(count) {
        for (const until = asked + count; asked < until; ) await wake.promise;
      },
      ended,
      async stop() {
        abort.abort();
        await ended;
      },
    };
    running.push(each);
    return each;
  }

  const changes = async (name: string) =>
    (await store.readStream(`lead-${name}`)).filter(({ type }) => type === 'LeadStatusChanged');

  test('Timers come when their time has come, once, by two processes, and however the clock jumps', async () => {
    await given('ash');
    const both = [run(), run()];
    for (const each of both) await each.rounds(3);
    expect(await changes('ash')).toEqual([]);

    now = THEN;
    for (const each of both) await each.rounds(5);
    expect(await changes('ash')).toMatchObject([
      { data: { status: 'Lost' }, metadata: { actor: 'lead-unanswered', causationId: null } },
    ]);
    for (now of [LATER, BEFORE, THEN, LATER]) for (const each of both) await each.rounds(3);
    expect(await changes('ash')).toHaveLength(1);
  });

  test('Timers come after a restart that slept over their time, and are not done again by the next one', async () => {
    await given('ash');
    const first = run();
    await first.rounds(2);
    await first.stop();
    now = LATER;
    const second = run();
    await second.rounds(2);
    await second.stop();
    expect(await changes('ash')).toHaveLength(1);
    await run().rounds(3);
    expect(await changes('ash')).toHaveLength(1);
  });

  test('Timers that ask once a minute do not wait a minute for read models that are late', async () => {
    now = LATER;
    const { everyMs: _, ...eachMinute } = answering(stores.commandHandler(undefined, store));
    const first = run(eachMinute);
    await first.rounds(1);
    await given('ash');
    await expect.poll(() => changes('ash')).toHaveLength(1);
  });

  test('Timers that give up after a while leave alone what was due before that', async () => {
    await given('ash');
    now = LATER;
    const timer = answering(stores.commandHandler(undefined, store));
    await run({ ...timer, forMs: LATER - THEN - 1 }).rounds(3);
    expect(await changes('ash')).toEqual([]);
    await run({ ...timer, forMs: LATER - THEN }).rounds(3);
    expect(await changes('ash')).toHaveLength(1);
  });

  test('Timers are done once while the read models stand still', async () => {
    await given('ash');
    await runner?.stop();
    now = LATER;
    await run().rounds(10);
    expect(await changes('ash')).toHaveLength(1);
  });

  test('Timers do not wait behind one that fails, which is told and tried again', async () => {
    const names = Array.from({ length: 130 }, (_, index) => `tree ${String(index).padStart(3, '0')}`);
    await given(...names);
    const commands = stores.commandHandler(undefined, store);
    const timer = answering(commands);
    let failing = true;
    const first = run({
      ...timer,
      due: (document, signal) =>
        failing && document.id === 'tree 000' ? Promise.reject(new Error('ill')) : timer.due(document, signal),
    });
    now = THEN;
    expect(await first.ended).toMatchObject({ message: 'ill' });
    expect(await changes('tree 000')).toEqual([]);
    for (const name of names.slice(1)) expect(await changes(name), name).toHaveLength(1);
    failing = false;
    await run().rounds(2);
    expect(await changes('tree 000')).toHaveLength(1);
  });
});
