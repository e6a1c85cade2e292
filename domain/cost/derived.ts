import { COMPANY_DEFAULTS } from '../company/terms.ts';
import { equipment } from '../equipment/equipment.ts';
import type { EquipmentEvent } from '../equipment/events.ts';
import type { JobEvent } from '../job/events.ts';
import { job } from '../job/job.ts';
import { Rejection } from '../kit/decider.ts';
import { partsOfStream, type Recorded, type RecordedEvent } from '../kit/event.ts';
import { timesCents } from '../kit/money.ts';
import type { CostDetails } from './events.ts';
import type { CostSource } from './terms.ts';

// Costs that nobody enters: they follow from what a job and a machine tell (docs/design.md#costs).

type DerivedSource = Exclude<CostSource, 'entry'>;

/** The id that a cost of the ledger has by the id of what it follows from: nothing that is entered is called so. */
export function derivedCostId(source: DerivedSource, id: string): string {
  return `${source}:${id}`;
}

/** What a job or a machine tells that a cost follows from. */
export type CostTeller = Extract<
  Recorded<JobEvent> | Recorded<EquipmentEvent>,
  { type: 'JobHoursAdded' | 'JobHoursWithdrawn' | 'MaintenanceRecorded' | 'MaintenanceWithdrawn' }
>;

/** In which streams each of them is told. */
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

/** The cost that follows from an event; null where it is withdrawn, cost nothing, or nobody said what it cost. */
export function toldCost({ type, data }: CostTeller): CostDetails | null {
  switch (type) {
    case 'JobHoursAdded':
      return { category: 'labor', day: data.day, amount: laborAmount(data.hours, data.rate), description: null };
    case 'MaintenanceRecorded':
      return data.cost ? { category: 'equipment', day: data.doneOn, amount: data.cost, description: data.notes } : null;
    default:
      return null;
  }
}

/** What somebody's hours cost, in cents. @param rate in cents per hour; null where none was kept, as before this was counted */
export function laborAmount(hours: number, rate: number | null): number {
  return timesCents(hours, laborRate(rate));
}

/** At how many cents per hour somebody's work counts. @param kept with the hours */
export function laborRate(kept: number | null): number {
  return kept ?? COMPANY_DEFAULTS.labourRate;
}

const CHANGED_AT: Readonly<Record<DerivedSource, string>> = {
  hours: 'This cost comes from the hours of a job. Change or remove the hours on the page of the job.',
  maintenance: 'This cost comes from the maintenance of a machine. Change it on the page of the equipment.',
};

/** @throws Rejection for a cost that follows from something else: it is changed there */
export function requireEntered(costId: string): void {
  const [source] = costId.split(':');
  const changedAt = CHANGED_AT[source as DerivedSource];
  if (costId.includes(':') && changedAt !== undefined) throw new Rejection('conflict', changedAt);
}
