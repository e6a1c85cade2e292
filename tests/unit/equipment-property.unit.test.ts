import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type EquipmentCommand, type EquipmentState, equipment } from '../../domain/equipment/equipment.ts';
import type { EquipmentEvent } from '../../domain/equipment/events.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import type { EquipmentDocument } from '../../projections/equipment.ts';
import { equipment as projection } from '../../projections/equipment.ts';

const TODAY = '2026-06-15';
const day = fc.integer({ min: 1, max: 28 }).map((date) => `2026-05-${String(date).padStart(2, '0')}`);
const maybe = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { nil: null });
/** Of what the command at that place of the sequence recorded. */
const id = fc.nat(30).map((place) => `m${place}`);

const command: fc.Arbitrary<EquipmentCommand> = fc.oneof(
  fc.record({
    type: fc.constant('ReviseEquipment' as const),
    details: fc.record(
      { notes: maybe(fc.string()), name: fc.constantFrom('', 'Saw', 'Chipper') },
      { requiredKeys: [] },
    ),
    status: fc.constantFrom('available', 'in_use'),
    assignedTo: maybe(fc.constantFrom('crew-1', 'sam')),
  }),
  fc.record({
    type: fc.constant('PlanMaintenance' as const),
    plan: fc.record(
      { nextMaintenance: maybe(day), maintenanceInterval: maybe(fc.integer({ min: 0, max: 60 })) },
      { requiredKeys: [] },
    ),
    today: fc.constant(TODAY),
  }),
  fc.record({
    type: fc.constant('RecordMaintenance' as const),
    entry: fc.record({ id: fc.constant(''), doneOn: day, cost: maybe(fc.nat(1_000)), notes: fc.constant(null) }),
    today: fc.constant(TODAY),
  }),
  fc.record({ type: fc.constant('WithdrawMaintenance' as const), id }),
  fc.constant<EquipmentCommand>({ type: 'RetireEquipment' }),
  fc.constant<EquipmentCommand>({ type: 'RestoreEquipment' }),
);

const ADD: EquipmentCommand = {
  type: 'AddEquipment',
  details: { name: 'Saw', category: 'Chainsaws' },
  status: 'available',
  assignedTo: null,
  plan: { nextMaintenance: null, maintenanceInterval: 30 },
  today: TODAY,
  now: '2026-06-15T12:00:00.000Z',
};

/** What is decided, or nothing where a rule refuses. */
function decided(command: EquipmentCommand, state: EquipmentState): EquipmentEvent[] {
  try {
    return equipment.decide(command, state);
  } catch (cause) {
    if (cause instanceof Rejection) return [];
    throw cause;
  }
}

function numbered(each: EquipmentCommand, place: number): EquipmentCommand {
  return each.type === 'RecordMaintenance' ? { ...each, entry: { ...each.entry, id: `m${place}` } } : each;
}

/** All of a state but which dates a maintenance once stood between. */
function seen(state: EquipmentState): object {
  if (state.presence === 'absent') return state;
  return { ...state, done: state.done.map(({ dueBefore: _, dueAfter: __, ...entry }) => entry) };
}

test('whatever is done, the list agrees with the rules, and each step is undone by its inverse', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 30 }), (commands) => {
      let state: EquipmentState = equipment.initial;
      let document: unknown = null;
      for (const next of [ADD, ...commands.map(numbered)]) {
        for (const event of decided(next, state)) {
          const before = state;
          state = equipment.evolve(before, event);
          document = projection.evolve(document as never, event as never, 'x');
          if (before.presence !== 'absent') {
            const inverse = equipment.inverse(event, before);
            const undone = decided(inverse as EquipmentCommand, state).reduce(equipment.evolve, state);
            expect(seen(undone)).toEqual(seen(before));
          }
        }
      }
      const { status, assignedTo, nextMaintenance, maintenance, removed } = document as EquipmentDocument;
      if (state.presence === 'absent') throw new Error('It was added.');
      expect({ status, assignedTo, nextMaintenance, isRetired: removed === true }).toEqual({
        status: state.status,
        assignedTo: state.assignedTo,
        nextMaintenance: state.plan.nextMaintenance,
        isRetired: state.presence === 'retired',
      });
      expect(maintenance.map(({ id }) => id)).toEqual(state.done.map(({ id }) => id));
      if (state.plan.maintenanceInterval !== null) expect(nextMaintenance).not.toBeNull();
    }),
    { numRuns: 300 },
  );
});
