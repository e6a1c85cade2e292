import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { recordFolds } from '../../../api/areas.ts';
import { registry } from '../../../domain/index.ts';
import { fold, Rejection } from '../../../domain/kit/decider.ts';
import { NO_CREW_DETAILS, type RosterEvent } from '../../../domain/roster/events.ts';
import { type RosterCommand, type RosterState, roster } from '../../../domain/roster/roster.ts';
import { type CommandHandler, createCommandHandler } from '../../../platform/commands/command-handler.ts';
import { createStreams, readAfter } from '../../../platform/commands/streams.ts';
import { createRandom, type Random } from '../../../scripts/bench/support/random.ts';
import { createCodec } from '../../../store/codec.ts';
import type { EventStore } from '../../../store/event-store.ts';
import { subjectKeys } from '../../../store/subject-keys.ts';
import { runs } from '../../support/depth.ts';
import { embeddedLog } from '../../support/stores/embedded-log.ts';
import { onEventStoreDB } from '../../support/stores/eventstoredb-log.ts';
import type { LogUnderTest } from '../../support/stores/log-under-test.ts';
import { logWith } from '../../support/stores/log-wrapper.ts';
import { memoryState } from '../../support/stores/memory-state.ts';

const SCHEDULES = runs(50);
const NOW = '2026-11-21T10:00:00.000Z';
const people = { p: { name: 'Grace Reed', isWorking: true } };

const form = (crewId: string): RosterCommand => ({
  type: 'FormCrew',
  crewId,
  details: { ...NO_CREW_DETAILS, name: `Crew ${crewId}` },
  isActive: true,
  members: { memberIds: [], movedFrom: {}, people: {} },
  now: NOW,
});
const claim = (crewId: string, movedFrom: Record<string, string> = {}): RosterCommand => ({
  type: 'ReviseCrew',
  crewId,
  details: {},
  members: { memberIds: ['p'], movedFrom, people },
});

/** The same log, where each call first waits a random number of turns. */
function delayed(store: EventStore, random: Random): EventStore {
  const pause = async () => {
    for (let turns = random.below(5); turns > 0; turns--) await nextTurn();
  };
  const readStream: EventStore['readStream'] = async (...given) => {
    await pause();
    return store.readStream(...given);
  };
  const append: EventStore['append'] = async (...given) => {
    await pause();
    return store.append(...given);
  };
  return { ...logWith(store, { readStream }), append };
}

interface Race {
  outcomes: PromiseSettledResult<unknown>[];
  before: RosterState;
  after: RosterState;
}

/** Two processes of the product on one log, and what becomes of two commands sent at once. */
async function twoProcesses(log: LogUnderTest) {
  const keys = subjectKeys(memoryState());
  const open = () => log.openStore(createCodec(registry, keys));
  const stores = [await open(), await open()] as const;
  const random = createRandom(41);
  const processes = stores.map((each) => {
    const store = delayed(each, random);
    const streams = createStreams({ store, keys, records: recordFolds });
    return createCommandHandler({ store, streams, keys, clock: Date.now });
  }) as [CommandHandler, CommandHandler];
  let sent = 0;

  async function send(process: CommandHandler, id: string, commands: RosterCommand[]): Promise<unknown> {
    const commandId = `command-${++sent}`;
    const context = { actor: 'office', commandId, body: commandId, correlationId: commandId, causationId: null };
    return process.handle(roster, id, commands, context);
  }

  async function stateOf(id: string): Promise<RosterState> {
    return fold(roster, (await readAfter(stores[0], `roster-${id}`)) as unknown as RosterEvent[]);
  }

  return async (id: string, start: RosterCommand[], racing: [RosterCommand, RosterCommand]): Promise<Race> => {
    await send(processes[0], id, start);
    const before = await stateOf(id);
    const outcomes = await Promise.allSettled(
      racing.map((each, index) => send(processes[index % 2 ? 1 : 0], id, [each])),
    );
    return { outcomes, before, after: await stateOf(id) };
  };
}

describe.each([
  ['embedded', embeddedLog],
  ['EventStoreDB', onEventStoreDB()],
])('two crews that claim one person at once, in two processes on %s', (_name, openLog) => {
  test('Two crews that claim one person at once, in two processes, never both win, in random schedules', {
    tags: ['more'],
  }, async () => {
    const log = await openLog();
    const race = await twoProcesses(log);
    const winners = new Set<string | undefined>();
    for (let schedule = 0; schedule < SCHEDULES; schedule++) {
      // In every other schedule they are in a third crew, and both commands say so.
      const isMove = schedule % 2 === 1;
      const start = [form('a'), form('b'), form('c'), ...(isMove ? [claim('c')] : [])];
      const from: Record<string, string> = isMove ? { p: 'c' } : {};
      const { outcomes, before, after } = await race(`r${schedule}`, start, [claim('a', from), claim('b', from)]);
      expect(before.crewOf.get('p')).toBe(isMove ? 'c' : undefined);
      const winner = after.crewOf.get('p');
      expect(outcomes.map(({ status }) => status)).toEqual(
        winner === 'a' ? ['fulfilled', 'rejected'] : ['rejected', 'fulfilled'],
      );
      const refusal = outcomes.find((each) => each.status === 'rejected')?.reason;
      expect(refusal).toBeInstanceOf(Rejection);
      expect(refusal.message).toContain(`Grace Reed is in the crew Crew ${winner}.`);
      winners.add(winner);
    }
    expect(winners).toEqual(new Set(['a', 'b']));
    await log.close();
  });
});
