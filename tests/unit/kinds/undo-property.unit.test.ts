import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Rejection } from '../../../domain/kit/decider.ts';
import type { EventBody, RecordedEvent } from '../../../domain/kit/event.ts';
import { decideAll } from '../../../platform/commands/command-handler.ts';
import { reversalOf } from '../../../platform/commands/reversal.ts';
import { StreamFold } from '../../../platform/commands/stream-fold.ts';
import { acts } from '../../../projections/acts.ts';
import { crewStints } from '../../../projections/crew-stints.ts';
import { project } from '../../../projections/engine/project.ts';
import { recordFold } from '../../../projections/engine/projection.ts';
import { createWorkspace } from '../../../projections/engine/workspace.ts';
import { projections } from '../../../projections/index.ts';
import { type JobClocksDocument, jobClocks } from '../../../projections/job-clocks.ts';
import { type JournalDocument, journal } from '../../../projections/journal.ts';
import { type AggregateSample, AT, SAMPLE_ID } from '../../support/aggregate-samples/sample.ts';
import { aggregateSamples } from '../../support/aggregate-samples.ts';
import { runs } from '../../support/depth.ts';
import { metadata } from '../../support/samples/event-samples.ts';

// What was done is undone at any later time, and that undo undone: by the one mechanism, on any history of any aggregate.

/** A log of one stream. */
interface History {
  events: RecordedEvent[];
}

/** Commands that one person sent as one act, or null where a rule refuses. */
function tried(sample: AggregateSample, { events }: History, commands: readonly object[]): EventBody[] | null {
  const state = events.reduce(sample.decider.evolve, sample.decider.initial);
  try {
    return decideAll(sample.decider, state, commands);
  } catch (cause) {
    if (cause instanceof Rejection) return null;
    throw cause;
  }
}

const MINUTE_MS = 60_000;

/** ISO UTC. */
function momentOf(place: number): string {
  return new Date(Date.parse(AT) + place * MINUTE_MS).toISOString();
}

function added(
  sample: AggregateSample,
  { events }: History,
  bodies: readonly EventBody[],
  of: { commandId: string; undoes?: string },
): History {
  const stream = `${sample.decider.category}-${SAMPLE_ID}`;
  const first = events.length;
  const more = bodies.map((body, index): RecordedEvent => {
    const place = first + index;
    return {
      ...body,
      id: `e${place}`,
      stream,
      revision: BigInt(place),
      position: String(place + 1).padStart(16, '0'),
      metadata: { ...metadata(), ...of, recordedAt: momentOf(place), correlationId: of.commandId },
    };
  });
  return { events: [...events, ...more] };
}

/** What undoes a command in a history. */
async function undoing(sample: AggregateSample, { events }: History, commandId: string) {
  const { decider, projection } = sample;
  const stream = `${decider.category}-${SAMPLE_ID}`;
  const fold = new StreamFold(stream, decider, recordFold(projection), new Set());
  fold.take(events);
  const own = events.filter(({ metadata }) => metadata.commandId === commandId);
  const store = {
    readStream: async (_: string, { after = -1n }: { after?: bigint } = {}) =>
      events.filter(({ revision }) => revision > after).slice(0, 500),
  };
  const streams = {
    stateBefore: async (_decider: unknown, _now: unknown, revision: bigint) =>
      events.slice(0, Number(revision)).reduce(decider.evolve, decider.initial),
  };
  return reversalOf({ store, streams: streams as never }, { decider, ids: projection.ids }, fold.now, own);
}

/** Where an act or a stint of somebody in a crew is grows with each event, and says when it was. */
const OF_MOMENTS: ReadonlySet<string> = new Set([acts.collection, crewStints.collection]);
/** How often, or when, something was changed. */
const OF_CHANGES: ReadonlySet<string> = new Set(['revision', 'version', 'lastVersion', 'bookedAt']);

/** All documents that a history makes, without what says how often and when a record was changed. */
async function documentsOf(
  { projection, essenceOfDocument }: AggregateSample,
  { events }: History,
): Promise<Record<string, unknown>> {
  const workspace = createWorkspace({ get: async () => new Map() });
  expect(await project(events, projections, workspace)).toEqual([]);
  const all = Map.groupBy(workspace.takeChanges(), ({ collection }) => collection);
  const booked = (all.get(journal.collection) ?? []).map(({ document }) => document as JournalDocument);
  const others = [...all].filter(([collection]) => collection !== journal.collection && !OF_MOMENTS.has(collection));
  return {
    balances: balancesOf(booked),
    ...Object.fromEntries(
      others.flatMap(([collection, changes]) =>
        changes.map(({ document }) => {
          const own = collection === projection.collection ? (essenceOfDocument?.(document) ?? document) : document;
          const isClocks = collection === jobClocks.collection;
          const stays = isClocks ? { ...own, spells: ran((document as JobClocksDocument).spells) } : own;
          return [`${collection} ${document.id}`, whatStays(stays)];
        }),
      ),
    ),
  };
}

/** When the clock of a job ran, for whichever crew: one that it was handed to and taken from again had it meanwhile. */
function ran(spells: JobClocksDocument['spells']): { from: string; to: string | null }[] {
  const stretches: { from: string; to: string | null }[] = [];
  for (const { from, to } of spells) {
    const last = stretches.at(-1);
    if (last?.to === from) last.to = to;
    else stretches.push({ from, to });
  }
  return stretches;
}

function whatStays(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(whatStays);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([name]) => !OF_CHANGES.has(name));
  return Object.fromEntries(fields.map(([name, inner]) => [name, whatStays(inner)]));
}

/** What is booked is never changed, but booked back: what is left of it on each day. */
function balancesOf(lines: readonly JournalDocument[]): Record<string, number> {
  const balances: Record<string, number> = {};
  for (const { day, account, about, aboutId, jobId, debit, credit } of lines) {
    const place = [day, account, about, aboutId, jobId].join(' ');
    balances[place] = (balances[place] ?? 0) + debit - credit;
  }
  return Object.fromEntries(Object.entries(balances).filter(([, balance]) => balance !== 0));
}

/** Something new, or an undo of what was done so many steps ago. */
type Act = { new: object } | { undo: number };

interface Done {
  history: History;
  /** The ids of commands. */
  commandIds: string[];
}

/** Does one more thing, a minute later; what a rule refuses, or cannot be undone, is not done. */
async function withOneMore(
  sample: AggregateSample,
  { history, commandIds }: Done,
  act: Act,
  place: number,
): Promise<Done> {
  const undoes = 'undo' in act ? commandIds.at(-1 - (act.undo % Math.max(1, commandIds.length))) : undefined;
  const commands = 'new' in act ? [atItsTime(act.new, place)] : await commandsUndoing(sample, history, undoes);
  const bodies = tried(sample, history, commands) ?? [];
  if (bodies.length === 0) return { history, commandIds };
  const commandId = `c${place}`;
  const of = { commandId, ...(undoes !== undefined && { undoes }) };
  return { history: added(sample, history, bodies, of), commandIds: [...commandIds, commandId] };
}

/** Nobody's clock stands still. */
function atItsTime(command: object, place: number): object {
  return 'now' in command ? { ...command, now: momentOf(place) } : command;
}

/** None if it cannot be undone. */
async function commandsUndoing(sample: AggregateSample, history: History, commandId: string | undefined) {
  const reversal = commandId === undefined ? null : await undoing(sample, history, commandId);
  return reversal?.can ? reversal.commands : [];
}

async function historyOf(sample: AggregateSample, all: readonly Act[]): Promise<Done> {
  let done: Done = { history: { events: [] }, commandIds: [] };
  for (const [place, act] of (sample.first ? [{ new: sample.first }, ...all] : all).entries())
    done = await withOneMore(sample, done, act, place);
  return done;
}

/** Whether nothing brings back what an undo has taken back: a person does it anew, if they want it. */
function isFinal(
  { final = [], isFinalAfter, decider }: AggregateSample,
  { events }: History,
  bodies: readonly EventBody[],
) {
  let state = events.reduce(decider.evolve, decider.initial);
  return bodies.some((body) => {
    const before = state;
    state = decider.evolve(state, body);
    return final.includes(body.type) || isFinalAfter?.(body.type, before) === true;
  });
}

/** Whether facts have changed since a command: what is brought back is held against those (`asides` of the decider). */
function isOvertaken({ decider: { asides = [] } }: AggregateSample, { events }: History, commandId: string): boolean {
  const last = events.findLastIndex(({ metadata }) => metadata.commandId === commandId);
  return events.slice(last + 1).some(({ type }) => asides.includes(type));
}

/** Undoes what can be. @throws if it cannot */
async function withUndone(sample: AggregateSample, history: History, undoes: string, commandId: string) {
  const reversal = await undoing(sample, history, undoes);
  expect(reversal, `${undoes} can be undone`).toMatchObject({ can: true });
  const bodies = tried(sample, history, reversal.can ? reversal.commands : []);
  expect(bodies, `no rule refuses to undo ${undoes}`).not.toBeNull();
  return added(sample, history, bodies ?? [], { commandId, undoes });
}

describe.each(aggregateSamples.map((sample) => [sample.decider.category, sample] as const))('%s', (_, sample) => {
  test('An undo, at any time, and the undo of it leave every document as it was', { tags: ['more'] }, async () => {
    const act = fc.oneof(
      { weight: 3, arbitrary: sample.commands.map((command): Act => ({ new: command })) },
      { weight: 1, arbitrary: fc.nat(5).map((undo): Act => ({ undo })) },
    );
    const anything = fc.array(act, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(anything, fc.nat(20), async (all, chosen) => {
        const { history, commandIds } = await historyOf(sample, all);
        const undoes = commandIds[chosen % commandIds.length];
        const bodies = tried(sample, history, await commandsUndoing(sample, history, undoes)) ?? [];
        if (undoes === undefined || bodies.length === 0 || isFinal(sample, history, bodies)) return;
        if (isOvertaken(sample, history, undoes)) return;
        const documents = async (of: History) => documentsOf(sample, of);

        const undone = await withUndone(sample, history, undoes, 'undo');
        expect(await undoing(sample, undone, undoes), 'it is undone').toEqual({ can: true, commands: [] });
        const redone = await withUndone(sample, undone, 'undo', 'redo');
        expect(await documents(redone)).toEqual(await documents(history));
        const again = await withUndone(sample, redone, undoes, 'undo again');
        expect(await documents(again)).toEqual(await documents(undone));
        const backAgain = await withUndone(sample, again, 'undo again', 'redo again');
        expect(await documents(backAgain)).toEqual(await documents(history));
      }),
      { numRuns: runs(200) },
    );
  });
});
