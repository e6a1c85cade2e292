import { mean, median } from 'simple-statistics';
import { accuracyOf, rangeOf } from '../../domain/forecast/forecast.ts';
import { dollarText } from '../../domain/kit/money.ts';
import { addDays } from '../../domain/kit/times.ts';
import { spokenDay } from '../../domain/schedule/conflicts.ts';
import type { EquipmentDocument } from '../../projections/equipment.ts';
import { numberOf } from '../detectors/kit/calendar.ts';
import { counted } from '../detectors/kit/words.ts';
import { maintenanceClash } from '../detectors/maintenance-clash.ts';
import { type Facts, present } from '../facts/facts.ts';
import {
  FOUR_OF_FIVE,
  offByText,
  type Predicted,
  type PredictedFigure,
  toldFigure,
  untoldFigure,
} from './prediction.ts';

const DAYS_AHEAD = 60;
/** The fewest earlier costs of a machine from which the next one is told. */
const FEWEST_COSTS = 2;
/** Done so much later than its own interval says, a service was late, in days. */
const LATE = 14;
/** The fewest services of each, late and in time, that tell what being in time saved. */
const FEWEST_EACH = 8;

/** A machine whose maintenance comes due. */
interface Due {
  machine: EquipmentDocument;
  day: string;
  /** How often within the days ahead. */
  times: number;
  /** Of each time, in cents; null where its own past does not tell. */
  cost: number | null;
  why: 'overdue' | 'booked' | null;
}

/** A service that was recorded with its cost, held against those of its machine before it. In cents. */
interface Try {
  doneOn: string;
  told: number;
  came: number;
}

/** What maintenance comes due within sixty days, and what it may cost. @returns null for a company without machines */
export function maintenanceAhead(facts: Facts): Predicted | null {
  const machines = present(facts.equipment);
  if (machines.length === 0) return null;
  const due = dueOnes(facts, machines);
  const urgent = due.filter(({ why }) => why !== null);
  const isPlanned = machines.some(({ nextMaintenance }) => nextMaintenance !== null);
  const upcoming = {
    id: 'upcoming_maintenance',
    label: 'Upcoming maintenance',
    unit: 'count',
    method: `Machines whose next maintenance is overdue or due by ${spokenDay(addDays(facts.today, DAYS_AHEAD))}.`,
  } as const;
  const critical = {
    id: 'critical_maintenance',
    label: 'Critical',
    unit: 'count',
    method: 'Of these, overdue, or due before booked work that needs the machine and no other one is free.',
  } as const;
  const needs = 'A day of the next maintenance, or an interval, on your machines.';
  const punctual = punctualityOf(machines);
  return [
    isPlanned
      ? toldFigure({ ...upcoming, value: due.length, offBy: punctual, rows: due.map(rowOf) })
      : untoldFigure({ ...upcoming, needs }),
    isPlanned
      ? toldFigure({ ...critical, value: urgent.length, rows: urgent.map(rowOf) })
      : untoldFigure({ ...critical, needs }),
    costOf(due, triesOf(machines)),
    savingsOf(due, machines),
  ];
}

function dueOnes(facts: Facts, machines: readonly EquipmentDocument[]): Due[] {
  const until = addDays(facts.today, DAYS_AHEAD);
  const clashing = new Set((maintenanceClash.find(facts) ?? []).map(({ subject }) => subject));
  return machines
    .flatMap((machine): Due[] => {
      const { nextMaintenance: day, maintenanceInterval, status } = machine;
      if (day === null || day > until || status === 'out_of_service') return [];
      // One that is overdue is done now, and comes due again from then.
      const first = day < facts.today ? facts.today : day;
      const left = numberOf(until) - numberOf(first);
      const times = maintenanceInterval === null ? 1 : 1 + Math.floor(left / maintenanceInterval);
      const isBooked = clashing.has(machine.id) ? 'booked' : null;
      const why = day < facts.today ? 'overdue' : isBooked;
      return [{ machine, day, times, cost: toldCost(costsOf(machine)), why }];
    })
    .sort(
      (one, other) =>
        Number(other.why !== null) - Number(one.why !== null) ||
        one.day.localeCompare(other.day) ||
        one.machine.id.localeCompare(other.machine.id),
    );
}

function rowOf({ machine: { id }, day, cost, why }: Due) {
  const when = why === 'overdue' ? `Overdue since ${spokenDay(day)}` : `Due on ${spokenDay(day)}`;
  const clash = why === 'booked' ? ', and booked' : '';
  const usual = cost === null ? '' : `; usually ${dollarText(Math.round(cost))}`;
  return { kind: 'equipment', id, why: `${when}${clash}${usual}` };
}

/** The maintenance with a cost, the oldest first. */
function costsOf({ maintenance }: Pick<EquipmentDocument, 'maintenance'>): { doneOn: string; cost: number }[] {
  return maintenance
    .flatMap(({ doneOn, cost }) => (cost === null ? [] : [{ doneOn, cost }]))
    .sort((one, other) => one.doneOn.localeCompare(other.doneOn));
}

/** The mean of all times before, which unlike the median adds up to what several of them cost. */
function toldCost(before: readonly { cost: number }[]): number | null {
  return before.length < FEWEST_COSTS ? null : mean(before.map(({ cost }) => cost));
}

/** Each service that could have been told from those before it, the oldest first. */
function triesOf(machines: readonly EquipmentDocument[]): Try[] {
  return machines
    .flatMap((machine) => {
      const costs = costsOf(machine);
      return costs.flatMap(({ doneOn, cost }, at): Try[] => {
        const told = toldCost(costs.slice(0, at));
        return told === null ? [] : [{ doneOn, told, came: cost }];
      });
    })
    .sort((one, other) => one.doneOn.localeCompare(other.doneOn));
}

/** What they cost together, with the errors of so many services together: those of single ones partly cancel out. */
function costOf(due: readonly Due[], tries: readonly Try[]): PredictedFigure {
  const known = due.filter(({ cost }) => cost !== null);
  const unknown = due.length - known.length;
  const left = unknown === 0 ? '' : ` Without ${counted(unknown, 'machine')} of which too little was recorded.`;
  const given = {
    id: 'maintenance_cost',
    label: 'Expected cost',
    unit: 'dollars',
    method: `For each machine the average of what its own maintenance cost, as often as it comes due by its interval.${left}`,
  } as const;
  if (known.length === 0 && due.length > 0)
    return untoldFigure({ ...given, needs: `${FEWEST_COSTS} recorded costs of a machine that comes due.` });
  const value = known.reduce((sum, { cost, times }) => sum + (cost ?? 0) * times, 0);
  const count = known.reduce((sum, { times }) => sum + times, 0);
  const sums = inGroups(tries, count).map((group) => ({
    error: Math.abs(group.reduce((sum, { told, came }) => sum + came - told, 0)),
    told: group.reduce((sum, { told }) => sum + told, 0),
    came: group.reduce((sum, { came }) => sum + came, 0),
  }));
  // Machines differ in price: how far off is a share of what was told.
  const shares = sums.flatMap(({ error, told }) => (told > 0 ? [error / told] : []));
  const half = count > 0 ? rangeOf(shares) : null;
  const accuracy = accuracyOf(
    sums.map(({ error }) => error),
    sums.map(({ came }) => came),
  );
  return toldFigure({
    ...given,
    value: Math.round(value / 100),
    range: half === null ? null : around(value, half),
    offBy: half === null ? null : offByText(accuracy),
    rows: known.map(rowOf),
  });
}

function around(value: number, half: number) {
  const low = Math.max(0, Math.round((value * (1 - half)) / 100));
  return { low, high: Math.round((value * (1 + half)) / 100), says: FOUR_OF_FIVE };
}

/** Each run of so many, one after another. */
function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  if (size === 0 || items.length < size) return [];
  return Array.from({ length: items.length - size + 1 }, (_, at) => items.slice(at, at + size));
}

/** A service, how late it was by its machine's own interval, and what it cost for each dollar of the machine's usual. */
function lateness(machines: readonly EquipmentDocument[]) {
  return machines.flatMap((machine) => {
    const { maintenanceInterval: interval, maintenance } = machine;
    if (interval === null) return [];
    const costs = costsOf(machine).map(({ cost }) => cost);
    const usual = costs.length < FEWEST_COSTS ? 0 : median(costs);
    const inOrder = maintenance.toSorted((one, other) => one.doneOn.localeCompare(other.doneOn));
    return inOrder.slice(1).map(({ doneOn, cost }, at) => ({
      late: numberOf(doneOn) - numberOf(inOrder[at]?.doneOn ?? doneOn) - interval,
      share: cost === null || usual === 0 ? null : cost / usual,
    }));
  });
}

function punctualityOf(machines: readonly EquipmentDocument[]): string | null {
  const services = lateness(machines);
  if (services.length === 0) return null;
  const off = Math.round(mean(services.map(({ late }) => Math.abs(late))));
  return `On average, maintenance was done ${counted(off, 'day')} off its interval, over ${counted(services.length, 'service')}.`;
}

/** What was saved by doing it in time, if the company's own past tells. */
function savingsOf(due: readonly Due[], machines: readonly EquipmentDocument[]): PredictedFigure {
  const given = {
    id: 'maintenance_savings',
    label: 'Savings',
    unit: 'dollars',
    method: `How much more services cost when they came over ${LATE} days late than on time, applied to the maintenance that comes due.`,
  } as const;
  const shares = (isLate: boolean) =>
    lateness(machines).flatMap(({ late, share }) => (share !== null && late > LATE === isLate ? [share] : []));
  const [late, inTime] = [shares(true), shares(false)];
  if (late.length < FEWEST_EACH || inTime.length < FEWEST_EACH) {
    const needs = `${FEWEST_EACH} services on time and ${FEWEST_EACH} late ones, with costs; so far there are ${inTime.length} and ${late.length}.`;
    return untoldFigure({ ...given, needs });
  }
  const more = mean(late) / mean(inTime) - 1;
  const expected = due.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
  const counts = `${counted(late.length, 'late service')} against ${inTime.length} on time`;
  const offBy =
    more > 0
      ? `${counts}: late ones cost ${Math.round(more * 100)}% more.`
      : `${counts}: late ones cost no more, so nothing is saved.`;
  return toldFigure({
    ...given,
    value: Math.round((Math.max(0, more) * expected) / 100),
    offBy,
    rows: due.filter(({ cost }) => cost !== null).map(rowOf),
  });
}
