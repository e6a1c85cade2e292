import { spokenSpan } from '../../domain/kit/span-text.ts';
import type { PlanHead, PlanStop, UnassignedJob } from '../../domain/plan/events.ts';
import { spokenDay, spokenTime } from '../../domain/schedule/conflicts.ts';

// A plan in words for a person, made from what is stored with it.

/** The display names of records. */
export interface Names {
  crew(id: string | null): string;
  /** The job's number. */
  job(id: string): string;
}

type Term = PlanStop['terms'][number];

const TERMS: Readonly<Record<string, (amount: number) => string>> = {
  travel: (minutes) => `${minutes === 0 ? 'No time' : spokenSpan(minutes)} on the road to it.`,
  late: (minutes) => `Begins ${spokenSpan(minutes)} after the time that was promised.`,
  brokenPromise: () => 'Is on a different day than the customer was promised.',
  moved: () => 'Is moved from where the schedule has it.',
  otherCrew: () => 'Is done by a different crew than planned.',
  laterDay: (days) => `Waits ${days} ${days === 1 ? 'day' : 'days'} for its turn.`,
  laterStart: (minutes) => `Begins ${spokenSpan(minutes)} into the day.`,
  overtime: (minutes) => `Its crew is back ${spokenSpan(minutes)} after the end of the shift.`,
  unfinished: (minutes) => `${spokenSpan(minutes)} of its work are left for later days.`,
};

/** What counted for and against a place, the most important first. */
export function reasonsOf(terms: readonly Term[]): string[] {
  const byWeight = terms.toSorted((a, b) => b.points - a.points);
  return byWeight.flatMap(({ term, amount }) => TERMS[term]?.(amount) ?? []);
}

const RULES: Readonly<Record<string, string>> = {
  shift: 'No crew that can do it has enough time left.',
  window: 'No crew can be there during the hours the customer asked for.',
  crewSize: 'No crew is large enough.',
  skill: 'No crew has anyone with the skills it needs.',
  certificate: 'A certificate it needs has expired.',
  equipment: 'The equipment it needs is missing, cannot be used, or is planned with another crew.',
  timeOff: 'Too many people on the crews are off.',
  dayLocked: 'The day is locked.',
  date: 'The customer wants it on other days.',
  unavailable: 'No crew works then.',
  capacity: 'No crew can take on that much in a day.',
  unfinished: 'It takes several days, and no crew that can do it has enough of them in time.',
  stopped: 'The run was stopped before a place was found for it.',
};

/** The rule that keeps a job out, in words. */
export function ruleText(rule: string): string {
  return RULES[rule] ?? 'No place was found for it.';
}

/** The smallest change that would make a job fit; null if none was found. */
export function relaxationText(relaxation: UnassignedJob['relaxation'], names: Names): string | null {
  if (relaxation === null) return null;
  const { kind, amount, what, day, start } = relaxation;
  const crew = names.crew(relaxation.crewId);
  const on = day === null ? '' : ` on ${spokenDay(day)}`;
  const at = start === null ? '' : `, at ${spokenTime(start.slice(11, 16))}`;
  const fits = `It would fit ${crew}${on}${at}`;
  switch (kind) {
    case 'overtime':
      return `${fits}, if they came back ${spokenSpan(amount ?? 0)} later.`;
    case 'earlier':
    case 'later':
      return `${fits}, if the customer let them come ${spokenSpan(amount ?? 0)} ${kind}.`;
    case 'crewSize':
      return `${fits}, with ${amount} more ${amount === 1 ? 'person' : 'people'}.`;
    case 'displace':
      return `${fits}, if ${what ?? 'another job'} came off the day.`;
    case 'skill':
    case 'certificate':
      return `${fits}, if someone there could do “${what}”.`;
    case 'equipment':
      return `${fits}, with ${what}.`;
    case 'timeOff':
      return `${fits}, if none of them were off.`;
    case 'dayLocked':
      return `${fits}, if the day were unlocked.`;
    case 'date':
      return `${fits}, if the customer accepted that day.`;
    default:
      return `${fits}, if they worked then.`;
  }
}

/** What nobody had entered and what was assumed for it: a sentence for each kind. */
export function assumedTexts(assumed: PlanHead['assumed'], names: Names): string[] {
  return [...Map.groupBy(assumed, ({ field, value }) => `${field} ${value}`).values()].flatMap((alike) => {
    const [{ category, field, value }] = alike as [(typeof alike)[number]];
    const who = listed(alike.map(({ id }) => (category === 'job' ? names.job(id) : names.crew(id))));
    const text = ASSUMED[field]?.(who, value);
    return text === undefined ? [] : [text];
  });
}

const ASSUMED: Readonly<Record<string, (who: string, value: string) => string>> = {
  estimatedDuration: (who, value) => `No duration is entered for ${who}: ${value} hours were assumed.`,
  minimumCrewSize: (who, value) => `No crew size is entered for ${who}: ${value} people were assumed.`,
  homeAddress: (who, value) =>
    value === 'company'
      ? `No home base is entered for ${who}: the company’s was used.`
      : `Neither ${who} nor the company has a known home base: the drive to the first job and back is not counted.`,
  workingHours: (who, value) => `No hours are entered for ${who}: the company’s were used, ${value}.`,
  equipmentIds: (who, value) => `${who} list the same machine (${value}): on each day it was planned with one crew.`,
};

const MOST_NAMED = 5;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED);
  if (names.length > MOST_NAMED) return `${shown.join(', ')} and ${names.length - MOST_NAMED} more`;
  return shown.length < 2 ? shown.join() : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
