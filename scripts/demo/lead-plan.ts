import { createRandom, type Random } from '../bench/support/random.ts';
import { makePeople, type Person, shuffled } from './content/people.ts';
import { makeWork } from './content/work.ts';
import { type Ending, journey, type Step, type Twist } from './lead-journey.ts';
import type { WorkingTime } from './working-time.ts';

/** One lead with everything that happens to it. */
export interface PlannedLead {
  /** The working hour of its first step. */
  begins: number;
  steps: Step[];
}

interface Fate {
  ending: Ending;
  twist: Twist | null;
}

/** Leads that were decided: 62 won, 40 of them now customers, and 50 lost. Two were entered twice. */
const DECIDED: readonly Fate[] = [
  ...fates(34, 'Customer'),
  ...fates(3, 'Customer', 'put back'),
  ...fates(2, 'Customer', 'removed and restored'),
  ...fates(1, 'Customer', 'converted twice'),
  ...fates(19, 'Won'),
  ...fates(2, 'Won', 'put back'),
  ...fates(1, 'Won', 'removed and restored'),
  ...fates(34, 'Lost'),
  ...fates(2, 'Lost', 'put back'),
  ...fates(1, 'Lost', 'removed and restored'),
  ...fates(13, 'Declined'),
  ...fates(2, 'Duplicate'),
];

/** Today's pipeline: the open leads, and how many working hours ago each came in, at least and at most. */
const OPEN: readonly { fate: Fate; ago: readonly [number, number] }[] = [
  ...fates(1, 'Quoting', 'put back').map((fate) => ({ fate, ago: [90, 200] as const })),
  ...fates(12, 'Quoting').map((fate) => ({ fate, ago: [25, 260] as const })),
  ...fates(11, 'Contacted').map((fate) => ({ fate, ago: [8, 90] as const })),
  ...fates(6, 'New').map((fate) => ({ fate, ago: [11, 35] as const })),
  ...fates(5, 'New').map((fate) => ({ fate, ago: [1.2, 10.8] as const })),
  ...fates(3, 'New').map((fate) => ({ fate, ago: [0.05, 0.95] as const })),
];

/** How busy each month is, January first: spring work, then the late-summer and fall storms. */
const SEASONS = [0.5, 0.6, 1, 1.5, 1.5, 1.2, 1.1, 1.4, 1.4, 1.2, 0.8, 0.5];

/** Working hours before the end in which no decided lead comes in: deciding takes time. */
const UNDECIDED = 30;

/** One in this many leads of the last third is from somebody who became a customer in the first third. */
const RETURNING = 6;

/** A year's leads in the order they came in. Always the same. */
export function planLeads(time: WorkingTime): PlannedLead[] {
  const random = createRandom(1907);
  const comings = comingsIn(time, random);
  const people = makePeople(comings.length, random);
  const customers: Person[] = [];
  return comings.map(({ fate, hour }, index) => {
    const isLate = index > (comings.length * 2) / 3;
    const known = isLate && index % RETURNING === 0 && fate.ending !== 'Customer' ? customers.shift() : undefined;
    const person = known ?? (people[index] as Person);
    if (fate.ending === 'Customer' && index < comings.length / 3) customers.push(person);
    const steps = journey({ ...fate, person, work: makeWork(random), isReturning: known !== undefined }, random);
    return { begins: fitting(hour, steps, time), steps };
  });
}

/** When each lead comes in, as a working hour. */
function comingsIn(time: WorkingTime, random: Random): { fate: Fate; hour: number }[] {
  const decidedHours = seasonalHours(DECIDED.length, time, random);
  const decided = shuffled(DECIDED, random).map((fate, index) => ({ fate, hour: decidedHours[index] ?? 0 }));
  const open = OPEN.map(({ fate, ago: [least, most] }) => ({
    fate,
    hour: time.hours - least - ((most - least) * random.below(1_000)) / 1_000,
  }));
  return [...decided, ...open].sort((a, b) => a.hour - b.hour);
}

/** Working hours in order, spread over the year by how busy its seasons are. */
function seasonalHours(count: number, time: WorkingTime, random: Random): number[] {
  const days = time.days.filter(({ hour }) => hour + 10 < time.hours - UNDECIDED);
  let total = 0;
  const reached = days.map(({ month }) => {
    total += SEASONS[month - 1] ?? 1;
    return total;
  });
  return Array.from({ length: count }, (_, index) => {
    const place = ((index + random.below(1_000) / 1_000) / count) * total;
    const day = days[reached.findIndex((sum) => sum > place)];
    return (day?.hour ?? 0) + 1 + (random.below(1_000) / 1_000) * 8.9;
  });
}

/** Moves the start early enough that the last step is in the past. */
function fitting(hour: number, steps: readonly Step[], time: WorkingTime): number {
  const span = steps.reduce((sum, step) => sum + step.hours, 0);
  return Math.min(hour, time.hours - span - 0.05);
}

function fates(count: number, ending: Ending, twist: Twist | null = null): Fate[] {
  return Array.from({ length: count }, () => ({ ending, twist }));
}
