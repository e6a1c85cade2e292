import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordFolds } from '../../../api/areas.ts';
import { fold } from '../../../domain/kit/decider.ts';
import type { RecordedEvent } from '../../../domain/kit/event.ts';
import { type LeadCommand, lead } from '../../../domain/lead/lead.ts';
import { NO_CREW_DETAILS } from '../../../domain/roster/events.ts';
import { type RosterCommand, roster } from '../../../domain/roster/roster.ts';
import {
  type CommandContext,
  type CommandHandler,
  createCommandHandler,
  type Outcome,
} from '../../../platform/commands/command-handler.ts';
import type { RecordFold, StreamNow } from '../../../platform/commands/stream-fold.ts';
import { type KeptLimits, readAfter } from '../../../platform/commands/streams.ts';
import type { EventStore } from '../../../store/event-store.ts';
import { subjectKeys } from '../../../store/subject-keys.ts';
import { runs } from '../../support/depth.ts';
import { logWith } from '../../support/stores/log-wrapper.ts';
import { openProductStores, type ProductStores } from '../../support/stores/product-stores.ts';

const NOW = '2026-11-21T10:00:00.000Z';
const capture = (name: string): LeadCommand => ({
  type: 'CaptureLead',
  details: { name },
  now: NOW,
});
const revise = (notes: string): LeadCommand => ({ type: 'ReviseLead', details: { notes } });

function sending(changes: Partial<CommandContext> = {}): CommandContext {
  const commandId = randomUUID();
  return { actor: 'office', commandId, body: 'null', correlationId: commandId, causationId: null, ...changes };
}

let stores: ProductStores;
beforeAll(async () => {
  stores = await openProductStores();
});
afterAll(() => stores.close());

/** The log, with a count of the events read through it. */
function counted(): { store: EventStore; read: () => number } {
  let events = 0;
  const readStream: EventStore['readStream'] = async (...given) => {
    const page = await stores.log.readStream(...given);
    events += page.length;
    return page;
  };
  const append: EventStore['append'] = (...given) => stores.log.append(...given);
  return { store: { ...logWith(stores.log, { readStream }), append }, read: () => events };
}

describe('the cost of a change', () => {
  test('The cost of a change does not grow: the 2,000th reads no more events than the 20th', {
    tags: ['deep'],
  }, async () => {
    const { store, read } = counted();
    const commands = stores.commandHandler(undefined, store);
    const id = randomUUID();
    await commands.handle(lead, id, [capture('Ada King')], sending());
    const reads: number[] = [];
    for (let change = 1; change <= 2_000; change++) {
      const before = read();
      await commands.handle(lead, id, [revise(`note ${change}`)], sending());
      reads.push(read() - before);
    }
    expect(reads[1_999]).toBe(reads[19]);
    // A newly made record is not cached: whoever returns to it first reads its one event.
    expect(reads[0]).toBe(1);
    expect(Math.max(...reads.slice(1))).toBe(0);

    // In another process the first command reads everything, and each later one only what is new.
    const { store: elsewhere, read: readElsewhere } = counted();
    const others = stores.commandHandler(undefined, elsewhere);
    await others.handle(lead, id, [revise('from elsewhere')], sending());
    expect(readElsewhere()).toBe(2_001);
    const before = read();
    await commands.handle(lead, id, [revise('after that')], sending());
    expect(read() - before).toBe(1);
  });

  test('The cost of a repeat is what the first time appended', async () => {
    const { store, read } = counted();
    const commands = stores.commandHandler(undefined, store);
    const id = randomUUID();
    await commands.handle(lead, id, [capture('Ada King')], sending());
    const context = sending();
    await commands.handle(lead, id, [{ type: 'ReviseLead', details: { notes: 'gate' }, status: 'Won' }], context);
    for (let change = 0; change < 50; change++) await commands.handle(lead, id, [revise(`${change}`)], sending());
    const before = read();
    expect(await commands.handle(lead, id, [revise('gate')], context)).toMatchObject({ repeated: true });
    expect(read() - before).toBe(2);
  });

  test('A process keeps no more streams than it may, and lets go first what was not used for longest', async () => {
    const { store, read } = counted();
    const streams = stores.streams({ streams: 2, bytes: 1_000_000 }, store);
    const commands = stores.commandHandler();
    for (const id of ['x', 'y', 'z']) await commands.handle(lead, id, [capture(id)], sending());
    const readOf = async (id: string) => {
      const before = read();
      await streams.load(lead, id);
      return read() - before;
    };
    expect([await readOf('x'), await readOf('y'), await readOf('x'), await readOf('z')]).toEqual([1, 1, 0, 1]);
    expect([await readOf('x'), await readOf('y')]).toEqual([0, 1]);
  });

  test('A process keeps no stream that is too long of itself, and all the others then', async () => {
    const { store, read } = counted();
    const streams = stores.streams({ streams: 10, bytes: 10_000 }, store);
    const commands = stores.commandHandler();
    await commands.handle(lead, 'short', [capture('Short')], sending());
    await commands.handle(lead, 'large', [capture('Large'), revise('oak '.repeat(5_000))], sending());
    const reads: number[] = [];
    for (const id of ['short', 'large', 'large', 'short']) {
      const before = read();
      await streams.load(lead, id);
      reads.push(read() - before);
    }
    expect(reads).toEqual([1, 2, 2, 0]);
  });

  test('The cost of a stream that is not kept is paid once by many who ask for it at once', async () => {
    const { store, read } = counted();
    const streams = stores.streams(undefined, store);
    const commands = stores.commandHandler();
    await commands.handle(lead, 'asked', [capture('Ada'), revise('gate'), revise('dog')], sending());
    const found = await Promise.all(Array.from({ length: 20 }, () => streams.load(lead, 'asked')));
    expect(new Set(found.map(({ revision }) => revision))).toEqual(new Set([2n]));
    expect(read()).toBe(3);
  });
});

describe('what was folded of a person', () => {
  test('What was folded of a person is not there any more once their key was destroyed, in any process', async () => {
    const commands = stores.commandHandler();
    const [here, elsewhere] = [stores.streams(), stores.streams()];
    await commands.handle(lead, 'erased', [capture('Ada King'), revise('gate code 1234')], sending());
    for (const streams of [here, elsewhere]) {
      expect((await streams.load(lead, 'erased')).state).toMatchObject({ details: { name: 'Ada King' } });
    }
    const { subject } = await here.load(lead, 'erased');
    await subjectKeys(stores.state).erase(subject as string, NOW);
    for (const streams of [here, elsewhere]) {
      const now = await streams.load(lead, 'erased');
      expect(now).toMatchObject({ revision: 1n, state: { details: { name: '[erased]', notes: '[erased]' } } });
      expect(now.records.get('erased')?.document).toMatchObject({ name: '[erased]', notes: '[erased]' });
      expect(now.keptBefore(1n).records.size).toBe(0);
    }
  });

  test('What was folded of a person is not kept where a process still had the key at hand and seals with it', async () => {
    const streams = stores.streams();
    const keys = subjectKeys(stores.state);
    const commands = createCommandHandler({ store: stores.log, streams, keys, clock: Date.now });
    await commands.handle(lead, 'late', [capture('Ada King')], sending());
    const { subject } = await streams.load(lead, 'late');
    await subjectKeys(stores.state).erase(subject as string, NOW);
    await streams.load(lead, 'late');
    await commands.handle(lead, 'late', [revise('gate code 1234')], sending());
    expect((await streams.load(lead, 'late')).state).toMatchObject({ details: { notes: '[erased]' } });
  });

  test('What was folded of a person is read once after their key was destroyed, as everything else', async () => {
    const { store, read } = counted();
    const streams = stores.streams(undefined, store);
    await stores.commandHandler().handle(lead, 'gone', [capture('Ada King')], sending());
    const { subject } = await streams.load(lead, 'gone');
    await stores.keys.erase(subject as string, NOW);
    await streams.load(lead, 'gone');
    const before = read();
    await streams.load(lead, 'gone');
    expect(read()).toBe(before);
  });
});

// ── The same as without anything kept ────────────────────────────────────────────────────────────────────────────

type Act = {
  by: number;
  restart: boolean;
  stale: boolean;
  repeatOf: number | null;
  otherBody: boolean;
  command: number;
};

const LEAD_COMMANDS: readonly LeadCommand[] = [
  capture('Ada King'),
  revise('gate'),
  revise('dog'),
  { type: 'ReviseLead', details: { notes: 'both' }, status: 'Contacted' },
  { type: 'ConvertLead', customerId: 'c' },
  { type: 'RevertConversion' },
  { type: 'RemoveLead' },
  { type: 'RestoreLead' },
];

const people = { p: { name: 'Grace Reed', isWorking: true } };
const form = (crewId: string): RosterCommand => ({
  type: 'FormCrew',
  crewId,
  details: { ...NO_CREW_DETAILS, name: `Crew ${crewId}` },
  isActive: true,
  members: { memberIds: [], movedFrom: {}, people: {} },
  now: NOW,
});
const join = (crewId: string, movedFrom: Record<string, string> = {}): RosterCommand => ({
  type: 'ReviseCrew',
  crewId,
  details: {},
  members: { memberIds: ['p'], movedFrom, people },
});
const ROSTER_COMMANDS: readonly RosterCommand[] = [
  form('a'),
  form('b'),
  join('a'),
  join('b', { p: 'a' }),
  { type: 'ReviseCrew', crewId: 'a', details: { name: 'Climbers' } },
  { type: 'DisbandCrew', crewId: 'b' },
  { type: 'ReinstateCrew', crewId: 'b' },
];

const NOTHING_KEPT: KeptLimits = { streams: 0, bytes: 0 };
/** Room for two of the three streams that change, so that any act may meet one that was dropped. */
const LITTLE_KEPT: KeptLimits = { streams: 2, bytes: 100_000 };

const act: fc.Arbitrary<Act> = fc.record({
  by: fc.nat(1),
  restart: fc.boolean(),
  stale: fc.boolean(),
  repeatOf: fc.option(fc.nat(10), { nil: null, freq: 2 }),
  otherBody: fc.boolean(),
  command: fc.nat(100),
});

const PLAIN: Act = { by: 0, restart: false, stale: false, repeatOf: null, otherBody: false, command: 0 };
/** What most commands need first in order to be accepted. */
const BEGINNING: readonly [number, Act][] = [
  [0, PLAIN],
  [1, { ...PLAIN, by: 1 }],
  [2, PLAIN],
  [2, { ...PLAIN, command: 1 }],
];

/** The streams of one run: two leads and a roster. */
const streamsOf = (run: number) =>
  [
    { decider: lead, id: `${run}-1`, commands: LEAD_COMMANDS, record: `${run}-1` },
    { decider: lead, id: `${run}-2`, commands: LEAD_COMMANDS, record: `${run}-2` },
    { decider: roster, id: `${run}`, commands: ROSTER_COMMANDS, record: 'a' },
  ] as const;

/** What happened, without the random parts: the ids of people and so of events. */
function told(outcome: Outcome | Error) {
  if (outcome instanceof Error) return { refused: outcome.name, message: outcome.message };
  const { stream, now, appended, position, repeated } = outcome;
  const events = appended.map(({ type, data, revision, metadata }) => [type, data, revision, metadata.commandId]);
  return { stream, position, repeated, events, at: plain(now) };
}

const plain = ({ revision, position, state, records }: StreamNow) => ({ revision, position, state, records });

/** The events of a stream folded in one go, using nothing of the product but its rules. */
function foldedAtOnce(decider: { category: string }, events: readonly RecordedEvent[]) {
  const { ids, apply } = recordFolds.get(decider.category) as RecordFold;
  const records = new Map<string, { document: ReturnType<RecordFold['apply']>; revision: bigint }>();
  for (const event of events) {
    for (const id of ids(event)) {
      records.set(id, { document: apply(records.get(id)?.document ?? null, event, id), revision: event.revision });
    }
  }
  const last = events.at(-1);
  const state = fold(decider as unknown as typeof lead, events as never[]);
  return { revision: last?.revision ?? -1n, position: last?.position ?? '', state, records };
}

test('With streams kept, let go and lost by restarts, two processes do exactly what one does that keeps nothing', {
  tags: ['more'],
}, async () => {
  const worlds = [await openProductStores(), await openProductStores()] as const;
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(2), act), { minLength: 1, maxLength: 25 }), async (acts) => {
      await sameInBoth(worlds, streamsOf(run++), [...BEGINNING, ...acts]);
    }),
    { numRuns: runs(80) },
  );
  for (const world of worlds) await world.close();
});

interface Sent {
  stream: number;
  commandId: string;
  command: number;
  body: string;
}

/** A repeated command is answered as before, or refused if its content differs. */
function expectRepeat(outcome: unknown, isSame: boolean): void {
  expect(outcome).toMatchObject(isSame ? { repeated: true } : { name: 'IdempotencyConflict' });
}

async function sameInBoth(
  [kept, bare]: readonly [ProductStores, ProductStores],
  streams: ReturnType<typeof streamsOf>,
  acts: readonly [number, Act][],
) {
  const handlers: CommandHandler[] = [kept.commandHandler(LITTLE_KEPT), kept.commandHandler(LITTLE_KEPT)];
  const reader = kept.streams(LITTLE_KEPT);
  const plainHandler = bare.commandHandler(NOTHING_KEPT);
  const sent: Sent[] = [];
  const bodies = new Map<string, string>();
  for (const [index, [stream, { by, restart, stale, repeatOf, otherBody, command }]] of acts.entries()) {
    const { decider, id, commands, record } = streams[stream] as (typeof streams)[0];
    if (restart) handlers[by] = kept.commandHandler(LITTLE_KEPT);
    const again = repeatOf === null ? undefined : sent.filter((each) => each.stream === stream)[repeatOf];
    const now: Sent = again ?? { stream, commandId: `command ${index}`, command, body: `${command}` };
    const { commandId } = now;
    const body = otherBody ? `${command} other` : now.body;
    const given = [commands[now.command % commands.length]] as LeadCommand[];
    sent.push({ ...now, body });
    const context = sending({ commandId, correlationId: commandId, body, newSubject: 'somebody', recordId: record });
    const send = (handler: CommandHandler) =>
      handler
        .handle(decider, id, given, stale ? { ...context, expectedRevision: 1n } : context)
        .catch((cause: Error) => cause);
    const known = (await readAfter(kept.log, `${decider.category}-${id}`)).find(
      ({ metadata }) => metadata.commandId === commandId,
    );
    const [one, other] = [await send(handlers[by] as CommandHandler), await send(plainHandler)];
    expect(told(one)).toEqual(told(other));
    if (known) expectRepeat(one, body === bodies.get(known.id));

    const events = await readAfter(kept.log, `${decider.category}-${id}`);
    const expected = foldedAtOnce(decider, events);
    expect(plain(await reader.load(decider, id))).toEqual(expected);
    if (one instanceof Error) continue;
    expect(one.repeated).toBe(known !== undefined);
    expect(plain(one.now)).toEqual(expected);
    for (const event of one.appended) bodies.set(event.id, body);
  }
}

test('Every earlier state is found from the kept ones', async () => {
  const commands = stores.commandHandler();
  await commands.handle(lead, 'long', [capture('Ada King')], sending());
  for (let change = 1; change <= 320; change++) await commands.handle(lead, 'long', [revise(`${change}`)], sending());
  const events = await readAfter(stores.log, 'lead-long');
  for (const streams of [stores.streams(), stores.streams(NOTHING_KEPT)]) {
    const now = await streams.load(lead, 'long');
    for (const revision of [0n, 1n, 99n, 100n, 101n, 200n, 299n, 300n, 320n]) {
      const expected = fold(lead, events.slice(0, Number(revision)) as never[]);
      expect(await streams.stateBefore(lead, now, revision)).toEqual(expected);
      const kept = now.keptBefore(revision);
      expect(kept.revision < revision).toBe(true);
      expect(revision - kept.revision).toBeLessThanOrEqual(100n);
    }
  }
});
