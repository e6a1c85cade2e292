import { describe, expect, test } from 'vitest';
import { kinds } from '../../../api/areas.ts';
import { derivedCostId, requireEntered } from '../../../domain/cost/derived.ts';
import { type CostEvent, NOTHING_NOTED } from '../../../domain/cost/events.ts';
import type { EquipmentEvent } from '../../../domain/equipment/events.ts';
import type { JobEvent } from '../../../domain/job/events.ts';
import { Rejection } from '../../../domain/kit/decider.ts';
import type { RecordedEvent } from '../../../domain/kit/event.ts';
import { costs } from '../../../projections/costs.ts';
import { metadata } from '../../support/samples/event-samples.ts';
import { foldDocument } from '../../support/stores/projection-specification.ts';

const hours = { hoursId: 'h', personId: 'p', day: '2026-06-15', hours: 3.5, rate: 6_800 };
const worked: JobEvent = { type: 'JobHoursAdded', data: hours };
const withdrawn: JobEvent = { type: 'JobHoursWithdrawn', data: { hoursId: 'h' } };
const done = { maintenanceId: 'm', doneOn: '2026-05-31', cost: 18_000, notes: 'Teeth turned', nextMaintenance: null };
const maintained: EquipmentEvent = { type: 'MaintenanceRecorded', data: done };
const undone: EquipmentEvent = {
  type: 'MaintenanceWithdrawn',
  data: { maintenanceId: 'm', nextMaintenance: null },
};

function recorded(stream: string, bodies: readonly (JobEvent | EquipmentEvent | CostEvent)[]): RecordedEvent[] {
  return bodies.map((body, index) => {
    return { ...body, stream, id: `e${index}`, revision: BigInt(index), position: String(index), metadata: metadata() };
  });
}

const ofHours = (...bodies: JobEvent[]) => foldDocument(costs, recorded('job-7', bodies), 'hours:h');
const ofMaintenance = (...bodies: EquipmentEvent[]) =>
  foldDocument(costs, recorded('equipment-9', bodies), 'maintenance:m');

describe('the ledger of costs', () => {
  test('The ledger of costs counts hours at the rate that was in force', () => {
    expect(ofHours(worked)).toEqual({
      id: 'hours:h',
      revision: 0,
      category: 'labor',
      day: '2026-06-15',
      month: '2026-06',
      amount: 23_800,
      jobId: '7',
      source: 'hours',
      sourceId: '7',
      personId: 'p',
      hours: 3.5,
      rate: 6_800,
      description: null,
      createdAt: metadata().recordedAt,
    });
  });

  test('The ledger of costs counts hours from before a rate was kept at the rate of a new company', () => {
    expect(ofHours({ type: 'JobHoursAdded', data: { ...hours, rate: null } })).toMatchObject({ amount: 22_750 });
  });

  test('The ledger of costs counts hours no more once they are withdrawn, and again once they are put back', () => {
    expect(ofHours(worked, withdrawn)).toMatchObject({ removed: true, revision: 1 });
    expect(ofHours(worked, withdrawn, worked)).not.toHaveProperty('removed');
  });

  test('The ledger of costs counts what maintenance cost, on the day on which it was done', () => {
    expect(ofMaintenance(maintained)).toEqual({
      id: 'maintenance:m',
      revision: 0,
      category: 'equipment',
      day: '2026-05-31',
      month: '2026-05',
      amount: 18_000,
      jobId: null,
      source: 'maintenance',
      sourceId: '9',
      description: 'Teeth turned',
      personId: null,
      hours: null,
      rate: null,
      createdAt: metadata().recordedAt,
    });
    expect(ofMaintenance(maintained, undone)).toMatchObject({ removed: true });
    expect(ofMaintenance(maintained, undone, maintained)).not.toHaveProperty('removed');
  });

  test('The ledger of costs has no row of maintenance that cost nothing', () => {
    for (const cost of [null, 0]) {
      expect(ofMaintenance({ type: 'MaintenanceRecorded', data: { ...done, cost } })).toBeNull();
      expect(ofMaintenance({ type: 'MaintenanceRecorded', data: { ...done, cost } }, undone)).toBeNull();
    }
  });

  test('The ledger of costs holds what was entered, as it was revised, removed or erased', () => {
    const entered: CostEvent = {
      type: 'CostRecorded',
      data: { ...NOTHING_NOTED, jobId: null, category: 'other', day: '2026-06-01', amount: 900, recordedAt: 'now' },
    };
    const revised: CostEvent = { type: 'CostRevised', data: { day: '2026-07-01' } };
    const removed: CostEvent = { type: 'CostRemoved', data: {} };
    const fold = (...bodies: CostEvent[]) => foldDocument(costs, recorded('cost-1', bodies), '1');
    expect(fold(entered, revised)).toMatchObject({
      source: 'entry',
      sourceId: null,
      month: '2026-07',
      amount: 900,
      revision: 1,
    });
    expect(fold(entered, removed)).toMatchObject({ removed: true });
    expect(fold(entered, { type: 'CostErased', data: {} })).toMatchObject({ erased: true, description: '[erased]' });
  });

  test('The ledger of costs takes nothing of other streams that have the like', () => {
    for (const [event] of [recorded('lead-7', [worked]), recorded('job-7', [maintained])])
      expect(costs.ids(event as RecordedEvent)).toEqual([]);
  });

  test('The ledger of costs leaves hours and maintenance to the records that tell of them', () => {
    const [ofJob, ofMachine] = [recorded('job-7', [worked])[0], recorded('equipment-9', [maintained])[0]];
    expect(kinds.namedBy(ofJob as RecordedEvent)?.kind.category).toBe('job');
    expect(kinds.namedBy(ofMachine as RecordedEvent)?.kind.category).toBe('equipment');
    for (const event of [ofJob, ofMachine]) expect(kinds.of('cost').projection.ids(event as RecordedEvent)).toEqual([]);
  });

  test('The ledger of costs lets only entries be changed in it', () => {
    expect(() => requireEntered('0b8c6a3e')).not.toThrow();
    for (const source of ['hours', 'maintenance'] as const)
      expect(() => requireEntered(derivedCostId(source, '1'))).toThrow(Rejection);
  });
});
