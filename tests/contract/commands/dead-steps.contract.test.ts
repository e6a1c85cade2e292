import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CustomerCommand, customer } from '../../../domain/customer/customer.ts';
import { processes } from '../../../domain/index.ts';
import { Rejection } from '../../../domain/kit/decider.ts';
import type { RecordedEvent } from '../../../domain/kit/event.ts';
import type { Process } from '../../../domain/kit/process.ts';
import { type LeadCommand, lead } from '../../../domain/lead/lead.ts';
import type { CommandHandler } from '../../../platform/commands/command-handler.ts';
import { PROCESSES, type ProcessRunner } from '../../../platform/commands/processes.ts';
import { reactorCheckpoint, runReactor } from '../../../platform/commands/reactor.ts';
import { type EventStore, type LogEntry, StoreUnavailable } from '../../../store/event-store.ts';
import { registered } from '../../support/samples/customer-events.ts';
import { appendTo, blessed, captured, newerRegistry } from '../../support/samples/lead-events.ts';
import { logWith } from '../../support/stores/log-wrapper.ts';
import { openProductStores, type ProductStores } from '../../support/stores/product-stores.ts';

let stores: ProductStores;
let commands: CommandHandler;
let acts = 0;
let stop: () => Promise<void>;
beforeEach(async () => {
  stores = await openProductStores();
  commands = stores.commandHandler();
  stop = async () => {};
});
afterEach(async () => {
  await stop();
  await stores.close();
});

function context() {
  const commandId = `act ${acts++}`;
  return { actor: 'office', commandId, body: 'null', correlationId: commandId, causationId: null };
}

/** What each moved lead must do to a customer: refused if that customer does not exist. */
const touch: Process = {
  name: 'touch',
  types: ['LeadStatusChanged'],
  steps: ({ data }) => {
    const { status: id } = data as { status: string };
    return [{ role: 'touch', category: 'customer', id, command: { type: 'ArchiveCustomer', evenIfWorkedOn: true } }];
  },
};

const startLead = (id: string) => appendTo(stores.log, `lead-${id}`, captured('Ada King'));
const startCustomer = (id: string) => appendTo(stores.log, `customer-${id}`, registered({ leadId: null }));
const onLead = async (id: string, command: LeadCommand) =>
  (await commands.handle(lead, id, [command], context())).appended;
const onCustomer = (id: string, command: CustomerCommand) => commands.handle(customer, id, [command], context());
const moveTo = (id: string, status: string) => onLead(id, { type: 'ReviseLead', details: {}, status });
const isArchived = async (id: string) =>
  (await stores.log.readStream(`customer-${id}`)).at(-1)?.type === 'CustomerArchived';

/** Hands the runner everything in the log, as the reactor does after a start. */
async function reactToAll(runner: ProcessRunner, log: EventStore = stores.log): Promise<void> {
  for (const entry of await log.readAll('', 1_000)) await runner.react(entry);
}

const placeOf = ({ stream, revision, position, id, type }: LogEntry) => {
  return { stream, revision: String(revision), position, eventId: id, type };
};

const told = async (runner: ProcessRunner) =>
  (await runner.dead()).map(({ stream, type, state, error }) => [stream, type, state, error]);

const NOBODY = 'There is no such customer.';
const WAITS = 'It waits for an earlier step of the same record.';

describe('a step that is refused', () => {
  let runner: ProcessRunner;
  beforeEach(async () => {
    runner = stores.processRunner([touch], commands);
    for (const id of ['a', 'b']) await startLead(id);
    await startCustomer('there');
  });

  test('A step that is refused is kept with its reason, and those of other records go on', async () => {
    await moveTo('a', 'nobody');
    await moveTo('b', 'there');
    await reactToAll(runner);
    expect(await isArchived('there')).toBe(true);
    const [dead, ...others] = await runner.dead();
    expect(others).toEqual([]);
    expect(dead).toMatchObject({ process: 'touch', stream: 'lead-a', revision: '1', state: 'refused', error: NOBODY });
  });

  test('A step that is refused holds up the later ones of its record, until all are done in order', async () => {
    await moveTo('a', 'nobody');
    await moveTo('a', 'there');
    await reactToAll(runner);
    expect(await isArchived('there')).toBe(false);
    const both = [
      ['lead-a', 'LeadStatusChanged', 'refused', NOBODY],
      ['lead-a', 'LeadStatusChanged', 'waiting', WAITS],
    ];
    expect(await told(runner)).toEqual(both);
    expect(await runner.retry()).toBe(0);
    expect(await told(runner)).toEqual(both);

    await startCustomer('nobody');
    expect(await runner.retry()).toBe(2);
    expect(await runner.dead()).toEqual([]);
    expect([await isArchived('nobody'), await isArchived('there')]).toEqual([true, true]);
    // And it no longer holds up a later one.
    await onCustomer('there', { type: 'RestoreCustomer' });
    const moved = await moveTo('a', 'Won');
    expect(await runner.follow(moved)).toMatchObject({ steps: [], left: moved });
  });

  test('A step that is refused does not hold up another process of the same record', async () => {
    runner = stores.processRunner([touch, { ...touch, name: 'another', steps: () => [] }], commands);
    await moveTo('a', 'nobody');
    await reactToAll(runner);
    expect((await runner.dead()).map(({ process }) => process)).toEqual(['touch']);
  });

  test('A step that is refused fails no request, which leaves it and what comes after it to the reactor', async () => {
    const first = await moveTo('a', 'nobody');
    expect(await runner.follow(first)).toEqual({ steps: [], left: first });
    const second = await moveTo('a', 'there');
    expect(await runner.follow(second)).toEqual({ steps: [], left: second });
    expect(await isArchived('there')).toBe(false);
    await reactToAll(runner);
    expect(await told(runner)).toHaveLength(2);
    const third = await moveTo('a', 'there again');
    expect(await runner.follow(third)).toEqual({ steps: [], left: third });
  });

  test('A step that a request has done is not decided again by the reactor of the same process', async () => {
    await onCustomer('there', { type: 'ArchiveCustomer', evenIfWorkedOn: true });
    const moved = await moveTo('a', 'there');
    const { steps } = await runner.follow(moved);
    expect(steps).toMatchObject([{ outcome: { appended: [] } }]);
    await onCustomer('there', { type: 'RestoreCustomer' });
    await reactToAll(runner);
    expect(await isArchived('there')).toBe(false);
  });

  test('A step of a process that fails itself, or names what is not there, is kept too', async () => {
    const failing: Process = {
      ...touch,
      steps: () => {
        throw new TypeError('It has no steps.');
      },
    };
    const lost: Process = {
      ...touch,
      name: 'lost',
      steps: () => [{ role: 'x', category: 'tree', id: 'x', command: {} }],
    };
    runner = stores.processRunner([failing, lost], commands);
    await moveTo('a', 'there');
    await reactToAll(runner);
    const reasons = (await told(runner)).map(([, , , error]) => error);
    expect(reasons).toEqual(['The process lost names the unknown category tree.', 'It has no steps.']);
  });

  test('A step that is refused outlives the process, and is forgotten where the log holds its event no more', async () => {
    await moveTo('a', 'nobody');
    await reactToAll(runner);
    const later = stores.processRunner([touch], stores.commandHandler());
    expect(await told(later)).toHaveLength(1);
    const [dead] = await later.dead();
    const key = `dead-step/touch/lead-a/${dead?.position}`;
    const record = await stores.state.get(key);
    await stores.state.put(
      key,
      { ...(record?.value as object), eventId: 'of another history' },
      { expected: record?.version as string },
    );
    expect(await later.retry()).toBe(1);
    expect(await later.dead()).toEqual([]);
  });
});

test('An event that cannot be read is kept with its reason, and the later ones of its record wait', async () => {
  const odd: Process = { ...touch, types: ['LeadBlessed', 'LeadStatusChanged'] };
  await startLead('a');
  await startCustomer('there');
  await appendTo(stores.openLog({ registry: newerRegistry }), 'lead-a', blessed, {
    type: 'LeadStatusChanged',
    data: { status: 'there' },
  });
  const runner = stores.processRunner([odd], commands);
  await reactToAll(runner);
  expect(await told(runner)).toEqual([
    ['lead-a', 'LeadBlessed', 'refused', expect.stringContaining('The event type is not known here.')],
    ['lead-a', 'LeadStatusChanged', 'waiting', WAITS],
  ]);
  expect(await runner.retry()).toBe(0);
  expect(await isArchived('there')).toBe(false);
});

test('What concerns a person who was erased is final: it holds nothing up, and is not tried again', async () => {
  await startLead('a');
  const [converted] = await onLead('a', { type: 'ConvertLead', customerId: 'c' });
  await stores.keys.erase((converted as RecordedEvent).metadata.subject as string, new Date().toISOString());
  const runner = stores.processRunner(processes, stores.commandHandler());
  await reactToAll(runner);
  const error = "This person's data was erased. Nothing more can be recorded.";
  expect(await told(runner)).toEqual([['lead-a', 'LeadConverted', 'final', error]]);
  const before = await runner.dead();
  expect(await runner.retry()).toBe(0);
  await reactToAll(runner);
  expect(await runner.dead()).toEqual(before);
});

describe('what another reactor does', () => {
  const seen: string[] = [];
  let refusal: Error | null;
  const reaction = {
    name: 'watch',
    types: new Set(['LeadCaptured', 'LeadStatusChanged', 'LeadBlessed']),
    inOrder: true,
    async carryOut({ stream, type }: RecordedEvent) {
      if (refusal) throw refusal;
      seen.push(`${stream} ${type}`);
    },
  };
  beforeEach(async () => {
    seen.length = 0;
    for (const id of ['a', 'b']) await startLead(id);
  });

  test('An act of another reactor is kept where it is refused or cannot be read, and tried again by whoever does it', async () => {
    await appendTo(stores.openLog({ registry: newerRegistry }), 'lead-b', blessed);
    const runner = stores.processRunner([], commands);
    const react = runner.keep(reaction);
    refusal = new Rejection('conflict', 'Not now.');
    for (const entry of await stores.log.readAll('', 1_000)) await react(entry);
    expect(await told(runner)).toEqual([
      ['lead-a', 'LeadCaptured', 'refused', 'Not now.'],
      ['lead-b', 'LeadCaptured', 'refused', 'Not now.'],
      ['lead-b', 'LeadBlessed', 'waiting', WAITS],
    ]);
    refusal = null;
    expect(await stores.processRunner([], commands).retry()).toBe(0);
    expect(await runner.retry()).toBe(2);
    expect(seen).toEqual(['lead-a LeadCaptured', 'lead-b LeadCaptured']);
    expect(await told(runner)).toEqual([['lead-b', 'LeadBlessed', 'refused', expect.stringContaining('LeadBlessed')]]);
  });

  test('An act of another reactor is nothing to keep where an event of another type cannot be read, also if one was kept before', async () => {
    await appendTo(stores.openLog({ registry: newerRegistry }), 'lead-a', blessed);
    const runner = stores.processRunner([], commands);
    refusal = null;
    const react = runner.keep({ ...reaction, types: new Set(['LeadCaptured']) });
    const entries = await stores.log.readAll('', 1_000);
    for (const entry of entries) await react(entry);
    expect(seen).toEqual(['lead-a LeadCaptured', 'lead-b LeadCaptured']);
    expect(await runner.dead()).toEqual([]);

    const place = placeOf(entries.find(({ type }) => type === 'LeadBlessed') as LogEntry);
    const kept = { process: 'watch', ...place, state: 'refused', error: 'Unread.', since: '', triedAt: '' };
    await stores.state.put(`dead-step/watch/lead-a/${place.position}`, kept, { expected: 'none' });
    expect(await runner.retry()).toBe(1);
    expect(await runner.dead()).toEqual([]);
  });

  test('An act of another reactor does not wait for an earlier event of its stream where its order does not matter', async () => {
    const runner = stores.processRunner([], commands);
    const isFirst = ({ type }: RecordedEvent) => type === 'LeadCaptured';
    const carryOut = async (event: RecordedEvent) => {
      if (isFirst(event)) throw new Rejection('conflict', 'Never.');
      await reaction.carryOut(event);
    };
    refusal = null;
    const react = runner.keep({ ...reaction, inOrder: false, carryOut });
    await moveTo('a', 'Contacted');
    const entries = await stores.log.readAll('', 1_000);
    for (const entry of entries) await react(entry);
    expect(seen).toEqual(['lead-a LeadStatusChanged']);
    expect((await told(runner)).map(([stream, , state]) => [stream, state])).toEqual([
      ['lead-a', 'refused'],
      ['lead-b', 'refused'],
    ]);
    // One that an earlier version let wait is done all the same.
    const later = stores.processRunner([], commands);
    const [first] = await later.dead();
    const waiting = { ...first, state: 'waiting', ...placeOf(entries.at(-1) as LogEntry) };
    await stores.state.put(`dead-step/watch/lead-a/${waiting.position}`, waiting, { expected: 'none' });
    later.keep({ ...reaction, inOrder: false, carryOut });
    expect(await later.retry()).toBe(1);
    expect(await later.dead()).toHaveLength(2);
  });

  test('An act of another reactor that fails does not keep the others from being retried, and ends when it takes too long', async () => {
    const runner = stores.processRunner([], commands);
    refusal = new Rejection('conflict', 'Not now.');
    const react = runner.keep(reaction);
    for (const entry of await stores.log.readAll('', 1_000)) await react(entry);
    refusal = null;
    const failure = new Error('The read models are not there.');
    const carryOut = async (event: RecordedEvent) => {
      if (event.stream === 'lead-a') throw failure;
      await reaction.carryOut(event);
    };
    runner.keep({ ...reaction, carryOut });
    await expect(runner.retry()).rejects.toBe(failure);
    expect((await runner.dead()).map(({ stream }) => stream)).toEqual(['lead-a']);

    const forever = (_: RecordedEvent, ...signals: AbortSignal[]) =>
      new Promise<void>((_, reject) => {
        for (const signal of signals) signal.addEventListener('abort', () => reject(signal.reason));
      });
    runner.keep({ ...reaction, carryOut: forever });
    expect(await runner.retry(AbortSignal.timeout(50))).toBe(0);
    expect(await runner.dead()).toHaveLength(1);
  });

  test('An act of another reactor is not kept where it fails for another reason, which may be over after a while', async () => {
    const runner = stores.processRunner([], commands);
    const react = runner.keep(reaction);
    const [entry] = await stores.log.readAll('', 1);
    for (const cause of [new Error('No read models yet.'), AbortSignal.abort().reason]) {
      refusal = cause;
      await expect(react(entry as LogEntry)).rejects.toBe(cause);
    }
    expect(await runner.dead()).toEqual([]);
    refusal = null;
    await react(entry as LogEntry);
    expect(seen).toEqual(['lead-a LeadCaptured']);
  });
});

describe('a store that cannot be reached', () => {
  test('A store that cannot be reached is no refusal: nothing is kept or passed over, and all is done once the store is back', async () => {
    let isAway = true;
    const log: EventStore = {
      ...logWith(stores.log, {}),
      append(...of) {
        if (isAway) throw new StoreUnavailable('The log is away.');
        return stores.log.append(...of);
      },
    };
    await startLead('a');
    const events = await onLead('a', { type: 'ConvertLead', customerId: 'c' });
    const runner = stores.processRunner(processes, stores.commandHandler(undefined, log));
    await expect(runner.follow(events)).rejects.toThrow(StoreUnavailable);
    await expect(reactToAll(runner)).rejects.toThrow(StoreUnavailable);
    expect(await runner.dead()).toEqual([]);
    isAway = false;
    await reactToAll(runner);
    expect(await stores.log.readStream('customer-c')).toHaveLength(1);
  });
});

describe('what follows from one record', () => {
  const convert = { type: 'ConvertLead', customerId: 'c' } as const;
  const types = async () => (await stores.log.readStream('customer-c')).map(({ type }) => type);

  test('What follows from one record is done in the order of its history, also by a request behind acts that a crash cut off', async () => {
    await startLead('a');
    await onLead('a', convert);
    await onLead('a', { type: 'RevertConversion' });
    const again = await onLead('a', convert);
    const runner = stores.processRunner(processes, commands);
    await runner.follow(again);
    expect(await types()).toEqual(['CustomerRegistered', 'CustomerArchived', 'CustomerRestored']);
    await reactToAll(stores.processRunner(processes, stores.commandHandler()));
    expect(await types()).toEqual(['CustomerRegistered', 'CustomerArchived', 'CustomerRestored']);
  });

  test('What follows from one record is done in the order of its history by many requests at once, in several processes, beside their reactors', async () => {
    await startLead('a');
    const runners = [commands, stores.commandHandler()].map((each) => stores.processRunner(processes, each));
    const abort = new AbortController();
    const { types: of } = runners[0] as ProcessRunner;
    const reactors = runners.map(({ react }) =>
      runReactor({ name: PROCESSES, log: stores.log, state: stores.state, types: of, react, signal: abort.signal }),
    );
    stop = async () => {
      abort.abort();
      await Promise.all(reactors);
    };
    const follows: Promise<unknown>[] = [];
    for (let turn = 0; turn < 12; turn++) {
      const events = await onLead('a', turn % 2 === 0 ? convert : { type: 'RevertConversion' });
      follows.push((runners[turn % 2] as ProcessRunner).follow(events));
    }
    await Promise.all(follows);
    await stop();
    stop = async () => {};
    const expected = Array.from({ length: 12 }, (_, turn) =>
      turn % 2 === 1 ? 'CustomerArchived' : turn === 0 ? 'CustomerRegistered' : 'CustomerRestored',
    );
    expect(await types()).toEqual(expected);
    expect(await (runners[0] as ProcessRunner).dead()).toEqual([]);
    expect((await reactorCheckpoint(PROCESSES, stores.log, stores.state)).isForeign).toBe(false);
  });
});
