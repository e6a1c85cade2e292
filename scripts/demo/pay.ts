import { pay } from '../../domain/pay/pay.ts';
import { type PayRate, rateOn } from '../../domain/pay/terms.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';
import { OFFICE, personId } from './accounts.ts';
import type { Act, Area } from './act.ts';
import { labourRateAt } from './company.ts';
import type { WorkingTime } from './working-time.ts';

/**
 * What an hour of some of them costs, in cents, and when of the year it was agreed, from 0 to 1; of everybody else it is
 * the company's labor rate.
 */
const AGREED: readonly { person: number; part: number; centsPerHour: number }[] = [
  { person: 0, part: 0, centsPerHour: 7_100 },
  { person: 3, part: 0, centsPerHour: 6_900 },
  { person: 5, part: 0, centsPerHour: 5_400 },
  { person: 0, part: 0.5, centsPerHour: 7_450 },
];

/** The rates of some of the people; the most experienced climber got a raise. */
export const rates: Area = (time) =>
  AGREED.map(({ person, part, centsPerHour }): Act => {
    const at = time.instantAt(2 + part * (time.hours - 2));
    const from = dayAt(part, time);
    const commandId = uuidv5(HEARTWOOD, `demo/pay/${person}/${part}`);
    const command = { type: 'SetPayRate', from, centsPerHour, today: from } as const;
    return { at, actor: OFFICE.id, run: (desk) => desk.send(pay, personId(person), command, { commandId }) };
  });

/** Cents per hour of somebody's work on a day, `YYYY-MM-DD`. @param hour of the year at which it is entered */
export function hourlyRateAt(who: string, day: string, hour: number, time: WorkingTime): number {
  const own = AGREED.filter(({ person }) => personId(person) === who).map(
    ({ part, centsPerHour }): PayRate => ({ from: dayAt(part, time), centsPerHour }),
  );
  return rateOn(own, day) ?? labourRateAt(hour, time);
}

function dayAt(part: number, { days }: WorkingTime): string {
  return days[Math.floor(part * days.length)]?.date ?? '';
}
