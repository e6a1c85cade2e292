import { COMPANY_DEFAULTS } from '../company/terms.ts';
import { equipment } from '../equipment/equipment.ts';
import type { EquipmentEvent } from '../equipment/events.ts';
import type { JobEvent } from '../job/events.ts';
import { job } from '../job/job.ts';
import { Rejection } from '../kit/decider.ts';
import { partsOfStream, type Recorded, type RecordedEvent } from '../kit/event.ts';
import { timesCents } from '../kit/money.ts';
import { type CostDetails, NOTHING_NOTED } from './events.ts';
import type { CostSource } from './terms.ts';

// Costs that nobody enters: they follow from events of jobs and machines (docs/design/money.md#costs).

type DerivedSource = Exclude<CostSource, 'entry'>;

/** The ledger id of a derived cost, from the id of its source; no entered cost has an id like this. */
export function derivedCostId(source: DerivedSource, id: string): string {
  return `${source}:${id}`;
}

/** An event of a job or a machine that a cost follows from. */
export type CostTeller = Extract<
  Recorded<JobEvent> | Recorded<EquipmentEvent>,
  { type: 'JobHoursAdded' | 'JobHoursWithdrawn' | 'MaintenanceRecorded' | 'MaintenanceWithdrawn' }
>;

/** The category of stream that each of them is in. */
const TOLD_IN = {
  JobHoursAdded: job.category,
  JobHoursWithdrawn: job.category,
  MaintenanceRecorded: equipment.category,
  MaintenanceWithdrawn: equipment.category,
} satisfies Record<CostTeller['type'], string> as Readonly<Partial<Record<string, string>>>;

/** Whether a cost follows from an event. */
export function tellsCost(event: RecordedEvent): event is CostTeller {
  const category = TOLD_IN[event.type];
  return category !== undefined && partsOfStream(event.stream).category === category;
}

/** The id of the cost that follows from an event. */
export function toldCostId({ type, data }: CostTeller): string {
  return type === 'JobHoursAdded' || type === 'JobHoursWithdrawn'
    ? derivedCostId('hours', data.hoursId)
    : derivedCostId('maintenance', data.maintenanceId);
}

/** The cost that follows from an event; null if it was withdrawn, cost nothing, or nobody said what it cost. */
export function toldCost({ type, data }: CostTeller): CostDetails | null {
  switch (type) {
    case 'JobHoursAdded':
      return { ...NOTHING_NOTED, category: 'labor', day: data.day, amount: laborAmount(data.hours, data.rate) };
    case 'MaintenanceRecorded':
      if (!data.cost) return null;
      return { ...NOTHING_NOTED, category: 'equipment', day: data.doneOn, amount: data.cost, description: data.notes };
    default:
      return null;
  }
}

/** What somebody's hours cost, in cents. @param rate in cents per hour; null for hours from before rates were stored */
export function laborAmount(hours: number, rate: number | null): number {
  return timesCents(hours, laborRate(rate));
}

/** The cents per hour at which somebody's work counts. @param kept the rate stored with the hours */
export function laborRate(kept: number | null): number {
  return kept ?? COMPANY_DEFAULTS.labourRate;
}

const CHANGED_AT: Readonly<Record<DerivedSource, string>> = {
  hours: 'This cost comes from the hours of a job. Change or remove the hours on the job’s page.',
  maintenance: 'This cost comes from equipment maintenance. Change it on the equipment’s page.',
};

/** @throws Rejection for a derived cost: it is changed at its source */
export function requireEntered(costId: string): void {
  const [source] = costId.split(':');
  const changedAt = CHANGED_AT[source as DerivedSource];
  if (costId.includes(':') && changedAt !== undefined) throw new Rejection('conflict', changedAt);
}
