import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type BookedCost,
  type CostFact,
  costEntries,
  costIdOf,
  evolveCost,
  isCostFact,
} from '../../../../domain/books/costs.ts';
import { type CostEvent, NOTHING_NOTED } from '../../../../domain/cost/events.ts';
import type { EquipmentEvent } from '../../../../domain/equipment/events.ts';
import type { JobEvent } from '../../../../domain/job/events.ts';
import type { RecordedEvent } from '../../../../domain/kit/event.ts';
import { type CostDocument, costs } from '../../../../projections/costs.ts';
import { runs } from '../../../support/depth.ts';
import { metadata } from '../../../support/samples/event-samples.ts';
import { foldDocument } from '../../../support/stores/projection-specification.ts';

type Body = CostEvent | JobEvent | EquipmentEvent;

const at = (stream: string, body: Body) => ({ stream, body });

const entered = { ...NOTHING_NOTED, jobId: null, category: 'material', day: '2026-06-01', amount: 900 };
const recorded: CostEvent = { type: 'CostRecorded', data: { ...entered, recordedAt: '2026-06-01T12:00:00.000Z' } };
const removed: CostEvent = { type: 'CostRemoved', data: {} };
const restored: CostEvent = { type: 'CostRestored', data: {} };
const revised = (data: Extract<CostEvent, { type: 'CostRevised' }>['data']): CostEvent => ({
  type: 'CostRevised',
  data,
});
const worked = (rate: number | null): JobEvent => ({
  type: 'JobHoursAdded',
  data: { hoursId: 'h', personId: 'p', day: '2026-06-15', hours: 3.5, rate },
});
const unworked: JobEvent = { type: 'JobHoursWithdrawn', data: { hoursId: 'h' } };
const maintained = (cost: number | null): EquipmentEvent => ({
  type: 'MaintenanceRecorded',
  data: { maintenanceId: 'm', doneOn: '2026-05-31', cost, notes: null, nextMaintenance: null },
});
const unmaintained: EquipmentEvent = {
  type: 'MaintenanceWithdrawn',
  data: { maintenanceId: 'm', nextMaintenance: null },
};

function events(history: readonly { stream: string; body: Body }[]): RecordedEvent[] {
  return history.map(({ stream, body }, place) => ({
    ...body,
    stream,
    id: `e${place}`,
    revision: BigInt(place),
    position: String(place),
    metadata: metadata(),
  }));
}

/** What each event books, as `[day, account, cents]` with credits as negative numbers. */
function booked(stream: string, ...bodies: Body[]) {
  let cost: BookedCost | null = null;
  return events(bodies.map((body) => at(stream, body))).map((event) => {
    if (!isCostFact(event)) return null;
    const before = cost;
    cost = evolveCost(before, event);
    return costEntries(before, cost).flatMap(({ day, postings }) =>
      postings.map(({ account, debit, credit }) => [day, account, debit - credit]),
    );
  });
}

const material = [
  ['2026-06-01', 'cost_material', 900],
  ['2026-06-01', 'payable', -900],
];
const materialBack = [
  ['2026-06-01', 'payable', 900],
  ['2026-06-01', 'cost_material', -900],
];

describe('What is booked of a cost', () => {
  test('A cost that is entered is booked to its account, against what is to be paid', () => {
    expect(booked('cost-1', recorded)).toEqual([material]);
  });

  test('A cost that is revised is booked as the reverse of what was and as what is, each on its day', () => {
    const other = [
      ['2026-07-01', 'cost_disposal', 700],
      ['2026-07-01', 'payable', -700],
    ];
    const change = revised({ category: 'disposal', day: '2026-07-01', amount: 700 });
    expect(booked('cost-1', recorded, change, removed)).toEqual([
      material,
      [...materialBack, ...other],
      [
        ['2026-07-01', 'payable', 700],
        ['2026-07-01', 'cost_disposal', -700],
      ],
    ]);
  });

  test('A cost whose words change, or which is erased, books nothing more', () => {
    const erased: CostEvent = { type: 'CostErased', data: {} };
    expect(booked('cost-1', recorded, revised({ description: 'Two ropes' }), erased)).toEqual([material, [], []]);
  });

  test('A cost that is removed is booked in reverse, once; restored it is booked again', () => {
    expect(booked('cost-1', recorded, removed, removed, restored)).toEqual([material, materialBack, [], material]);
  });

  test('A cost of a category that no longer exists is booked among the others', () => {
    const old: CostEvent = { ...recorded, data: { ...recorded.data, category: 'fuel' } };
    expect(booked('cost-1', old)[0]?.[0]).toEqual(['2026-06-01', 'cost_other', 900]);
  });

  test('Hours are booked as labor at the rate that was kept, else at that of a new company', () => {
    expect(booked('job-7', worked(6_800), unworked)).toEqual([
      [
        ['2026-06-15', 'cost_labor', 23_800],
        ['2026-06-15', 'payable', -23_800],
      ],
      [
        ['2026-06-15', 'payable', 23_800],
        ['2026-06-15', 'cost_labor', -23_800],
      ],
    ]);
    expect(booked('job-7', worked(null))[0]?.[0]).toEqual(['2026-06-15', 'cost_labor', 22_750]);
  });

  test('Maintenance is booked as equipment, and not at all where it cost nothing', () => {
    expect(booked('equipment-9', maintained(18_000))[0]?.[0]).toEqual(['2026-05-31', 'cost_equipment', 18_000]);
    expect(booked('equipment-9', maintained(null), unmaintained)).toEqual([[], []]);
  });

  test('An event that is no cost is not asked what it books', () => {
    expect(booked('job-7', { type: 'JobNoteWithdrawn', data: { noteId: 'n' } } as JobEvent)).toEqual([null]);
  });
});

const step = fc.oneof(
  fc.constantFrom(recorded, removed, restored).map((body) => at('cost-1', body)),
  fc
    .record(
      {
        category: fc.constantFrom('labor', 'other'),
        day: fc.constantFrom('2026-06-01', '2026-07-01'),
        amount: fc.nat(900),
      },
      { requiredKeys: [] },
    )
    .map((data) => at('cost-1', revised(data))),
  fc.constantFrom(worked(6_800), unworked).map((body) => at('job-7', body)),
  fc.constantFrom(maintained(18_000), unmaintained).map((body) => at('equipment-9', body)),
);

/** By day and account, in cents; balances of 0 are left out. */
type Balances = Record<string, number>;

function add(balances: Balances, key: string, amount: number): void {
  const sum = (balances[key] ?? 0) + amount;
  if (sum === 0) delete balances[key];
  else balances[key] = sum;
}

function balancesOfBooks(facts: readonly CostFact[]): Balances {
  const costs = new Map<string, BookedCost | null>();
  const balances: Balances = {};
  for (const event of facts) {
    const before = costs.get(costIdOf(event)) ?? null;
    const after = evolveCost(before, event);
    costs.set(costIdOf(event), after);
    for (const { day, postings } of costEntries(before, after)) {
      for (const { account, debit, credit } of postings) add(balances, `${day} ${account}`, debit - credit);
    }
  }
  return balances;
}

function balancesOfLedger(facts: readonly CostFact[]): Balances {
  const balances: Balances = {};
  for (const id of new Set(facts.map(costIdOf))) {
    const document = foldDocument(costs, facts, id) as CostDocument | null;
    if (!document || document.removed) continue;
    const { day, category, amount } = document;
    add(balances, `${day} cost_${category}`, amount);
    add(balances, `${day} payable`, -amount);
  }
  return balances;
}

test('The books of costs are the ledger, whatever became of each', { tags: ['more'] }, () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (history) => {
      const facts = events([at('cost-1', recorded), ...history]).filter(isCostFact);
      expect(facts).toHaveLength(history.length + 1);
      expect(balancesOfBooks(facts)).toEqual(balancesOfLedger(facts));
    }),
    { numRuns: runs(300) },
  );
});
