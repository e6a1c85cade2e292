import fc from 'fast-check';
import { expect, test } from 'vitest';
import { detectors } from '../../../../ai/detectors/index.ts';
import { type FactName, type Facts, factsOf, foldFacts, type Tables } from '../../../../ai/facts/facts.ts';
import { grouped, perFacts, perRecord } from '../../../../ai/facts/kept.ts';
import { Table } from '../../../../ai/facts/table.ts';
import type { RecordedEvent } from '../../../../domain/kit/event.ts';
import type { CostDocument } from '../../../../projections/costs.ts';
import type { JobDocument } from '../../../../projections/jobs.ts';
import { createChance } from '../../../../scripts/bench/support/insight-chance.ts';
import { generateCompany } from '../../../../scripts/bench/support/insight-company.ts';
import { plantFacts } from '../../../../scripts/bench/support/insight-plants.ts';
import { runs } from '../../../support/depth.ts';
import { factsWith } from '../../../support/insights/facts-with.ts';
import { NOW } from '../../../support/insights/moments.ts';

const NAMES = Object.keys(factsWith(NOW, {})).filter((name) => !['asOf', 'today', 'settings'].includes(name));

/** The same facts in tables of which nothing is known yet. */
function fromScratch(facts: Facts): Facts {
  const tables = NAMES.map((name) => [name, new Map(facts[name as FactName])]);
  return factsOf(Object.fromEntries(tables) as unknown as Tables, facts.asOf);
}

/** A table that is changed as the log is read, with the others empty. */
function changing() {
  const { jobs: _, costs: __, ...others } = factsWith(NOW, {});
  const [jobs, costs] = [new Table<JobDocument>(), new Table<CostDocument>()];
  const at = (asOf: string) => factsOf({ ...others, jobs, costs } as Tables, asOf);
  return { jobs, costs, at };
}

type Made = { jobs: number; costs: number };

/** What a detector may keep: parts that join, groups, and what is made of these. @param made counts how often */
function keeping(made: Made = { jobs: 0, costs: 0 }) {
  const spent = perRecord('costs', ({ jobId, amount }) => {
    made.costs += 1;
    return jobId === null ? null : { jobId, amount };
  });
  const ofJob = grouped(spent, ({ jobId }) => jobId);
  const done = perRecord('jobs', ({ id, status, amount, crewId }, facts) => {
    made.jobs += 1;
    const first = facts.jobs.get(crewId ?? '')?.amount ?? null;
    const cost = ofJob.of(facts, id).reduce((sum, each) => sum + each.amount, 0);
    return status === 'completed' ? { id, amount, first, cost } : null;
  });
  const byFirst = grouped(done, ({ first }) => (first === null ? null : String(first)));
  const all = perFacts((facts) => ({
    today: facts.today,
    done: done.all(facts),
    spent: spent.all(facts),
    byFirst: [0, 1].map((first) => byFirst.of(facts, String(first))),
  }));
  return { all, done };
}

const ids = fc.constantFrom('a', 'b', 'c', 'd');
const removed = fc.constantFrom(undefined, true as const);
const changes = fc.oneof(
  fc.record({
    table: fc.constant('jobs' as const),
    id: ids,
    amount: fc.nat(1),
    crewId: fc.option(ids),
    status: fc.constantFrom('completed', 'scheduled'),
    removed,
  }),
  fc.record({ table: fc.constant('costs' as const), id: ids, amount: fc.nat(2), jobId: fc.option(ids), removed }),
  fc.record({ table: fc.constant('none' as const), day: fc.integer({ min: 1, max: 3 }) }),
);

test('What is kept is what would be made from scratch, whatever changes and whenever it is asked', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(changes, fc.boolean()), { maxLength: 30 }), (steps) => {
      const { jobs, costs, at } = changing();
      const { all } = keeping();
      let asOf = NOW;
      for (const [change, isAsked] of steps) {
        const { table, ...document } = change;
        if (change.table === 'none') asOf = `2026-12-0${change.day}T15:00:00.000Z`;
        else if (table === 'jobs') jobs.set(change.id, document as unknown as JobDocument);
        else costs.set(change.id, document as unknown as CostDocument);
        if (isAsked) expect(all(at(asOf))).toEqual(all(fromScratch(at(asOf))));
      }
      expect(all(at(asOf))).toEqual(all(fromScratch(at(asOf))));
    }),
    { numRuns: runs(300) },
  );
});

test('Only what has read a change is made anew, and what comes out the same is no change', () => {
  const { jobs, costs, at } = changing();
  const made = { jobs: 0, costs: 0 };
  const { all, done } = keeping(made);
  const job = (id: string, said: object) =>
    jobs.set(id, { id, status: 'completed', amount: 1, crewId: null, ...said } as unknown as JobDocument);
  for (const id of ['a', 'b', 'c']) job(id, {});
  costs.set('a', { id: 'a', jobId: 'a', amount: 2 } as unknown as CostDocument);
  const first = all(at(NOW));
  expect(made).toEqual({ jobs: 3, costs: 1 });
  expect(all(at(NOW))).toBe(first);

  job('b', { clockHours: 3 });
  expect(all(at(NOW))).toBe(first);
  expect(made).toEqual({ jobs: 4, costs: 1 });

  costs.set('a', { id: 'a', jobId: 'a', amount: 5 } as unknown as CostDocument);
  expect(done.all(at(NOW)).map(({ cost }) => cost)).toEqual([5, 0, 0]);
  expect(made).toEqual({ jobs: 5, costs: 2 });
});

/** Asks all detectors at moments of a history, and holds what they find against what they find without having kept anything. */
function expectSame(entries: readonly RecordedEvent[], cuts: readonly number[]): number {
  const fold = foldFacts();
  let [taken, found] = [0, 0];
  for (const cut of cuts) {
    const until = Math.max(taken + 1, Math.round(cut * entries.length));
    fold.take(entries.slice(taken, until));
    taken = until;
    const facts = fold.at(entries[Math.min(until, entries.length) - 1]?.metadata.recordedAt ?? NOW);
    const anew = fromScratch(facts);
    for (const { name, find } of detectors) {
      const findings = find(facts);
      expect({ name, findings }).toEqual({ name, findings: find(anew) });
      found += findings?.length ?? 0;
    }
  }
  return found;
}

/** Moments that lie close together, and some that do not. @param from as a share of the history */
const moments = (from: number) =>
  fc
    .array(fc.tuple(fc.double({ min: from, max: 1, noNaN: true }), fc.constantFrom(0, 0.00002, 0.001)), {
      minLength: 3,
      maxLength: 6,
    })
    .map((some) => some.flatMap(([cut, more]) => [cut, cut + more]).toSorted((one, other) => one - other));

test('All detectors find in a history as it goes on what they find in it from scratch', { timeout: 60_000 }, () => {
  const { entries } = generateCompany(3, undefined, { days: 150 });
  fc.assert(
    fc.property(moments(0.1), (cuts) => {
      expectSame(entries, cuts);
    }),
    { numRuns: runs(3) },
  );
});

test('They do so in three years of which much is to be told', { tags: ['deep'], timeout: 240_000 }, () => {
  fc.assert(
    fc.property(fc.nat(1_000), moments(0.4), (seed, cuts) => {
      const { entries } = generateCompany(seed, (world) => void plantFacts(world, createChance(seed)));
      expect(expectSame(entries, cuts)).toBeGreaterThan(0);
    }),
    { numRuns: 3 },
  );
});
