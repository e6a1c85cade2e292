import type { PlanHead, PlanStop, UnassignedJob } from '../../domain/plan/events.ts';
import { spokenDay, spokenTime } from '../../domain/schedule/conflicts.ts';

// What a plan says of itself, for a person: made of what is stored with it.

/** What records are called. */
export interface Names {
  crew(id: string | null): string;
  /** Its number. */
  job(id: string): string;
}

type Term = PlanStop['terms'][number];

const TERMS: Readonly<Record<string, (amount: number) => string>> = {
  travel: (minutes) => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} on the road to it.`,
  late: (minutes) => `Begins ${minutes} minutes after the time that was promised.`,
  brokenPromise: () => 'Is on another day than the customer was promised.',
  moved: () => 'Is moved from where the schedule has it.',
  otherCrew: () => 'Is done by another crew than it was planned for.',
  laterDay: (days) => `Waits ${days} ${days === 1 ? 'day' : 'days'} for its turn.`,
  laterStart: (minutes) => `Begins ${minutes} minutes into the day.`,
  overtime: (minutes) => `Its crew is back ${minutes} minutes after the end of the shift.`,
  unfinished: (minutes) => `${hours(minutes)} of its work are left for a later day.`,
};

/** What counted for and against a place, the most important first. */
export function reasonsOf(terms: readonly Term[]): string[] {
  const byWeight = terms.toSorted((a, b) => b.points - a.points);
  return byWeight.flatMap(({ term, amount }) => TERMS[term]?.(amount) ?? []);
}

const RULES: Readonly<Record<string, string>> = {
  shift: 'No crew that may do it has the time left.',
  window: 'No crew can be there within the hours that the customer asked for.',
  crewSize: 'No crew is large enough.',
  skill: 'Nobody of a crew can do what it asks for.',
  certificate: 'A certificate that it asks for has ended.',
  equipment: 'The equipment that it asks for is missing, cannot be used, or is planned with another crew.',
  timeOff: 'Too many people of the crews are off.',
  dayLocked: 'The day is locked.',
  date: 'The customer wants it on other days.',
  unavailable: 'No crew works then.',
  capacity: 'No crew can take so much in a day.',
  stopped: 'The run was stopped before a place was found for it.',
};

/** Which rule keeps a job out. */
export function ruleText(rule: string): string {
  return RULES[rule] ?? 'No place was found for it.';
}

/** The smallest change with which a job would fit; null where none was found. */
export function relaxationText(relaxation: UnassignedJob['relaxation'], names: Names): string | null {
  if (relaxation === null) return null;
  const { kind, amount, what, day, start } = relaxation;
  const crew = names.crew(relaxation.crewId);
  const on = day === null ? '' : ` on ${spokenDay(day)}`;
  const at = start === null ? '' : `, at ${spokenTime(start.slice(11, 16))}`;
  const fits = `It would fit ${crew}${on}${at}`;
  switch (kind) {
    case 'overtime':
      return `${fits}, if they came back ${amount} minutes later.`;
    case 'earlier':
    case 'later':
      return `${fits}, if the customer let them come ${amount} minutes ${kind}.`;
    case 'crewSize':
      return `${fits}, with ${amount} more ${amount === 1 ? 'person' : 'people'}.`;
    case 'displace':
      return `${fits}, if ${what ?? 'another job'} left the day.`;
    case 'skill':
    case 'certificate':
      return `${fits}, if somebody there could do “${what}”.`;
    case 'equipment':
      return `${fits}, with ${what}.`;
    case 'timeOff':
      return `${fits}, if nobody of them were off.`;
    case 'dayLocked':
      return `${fits}, if the day were unlocked.`;
    case 'date':
      return `${fits}, if the customer took that day.`;
    default:
      return `${fits}, if they worked then.`;
  }
}

/** What nobody had entered, and what was taken for it: a sentence for each kind. */
export function assumedTexts(assumed: PlanHead['assumed'], names: Names): string[] {
  return [...Map.groupBy(assumed, ({ field, value }) => `${field} ${value}`).values()].flatMap((alike) => {
    const [{ category, field, value }] = alike as [(typeof alike)[number]];
    const who = listed(alike.map(({ id }) => (category === 'job' ? names.job(id) : names.crew(id))));
    const text = ASSUMED[field]?.(who, value);
    return text === undefined ? [] : [text];
  });
}

const ASSUMED: Readonly<Record<string, (who: string, value: string) => string>> = {
  estimatedDuration: (who, value) => `No duration is entered for ${who}: ${value} hours were taken.`,
  minimumCrewSize: (who, value) => `No crew size is entered for ${who}: ${value} people were taken.`,
  homeAddress: (who, value) =>
    value === 'company'
      ? `No home base is entered for ${who}: the company’s was taken.`
      : `Neither ${who} nor the company has a home base that is known: the way to the first job and back is not counted.`,
  workingHours: (who, value) => `No hours are entered for ${who}: the company’s were taken, ${value}.`,
  equipmentIds: (who, value) => `${who} list the same machine (${value}): on each day it was planned with one crew.`,
};

const MOST_NAMED = 5;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED);
  if (names.length > MOST_NAMED) return `${shown.join(', ')} and ${names.length - MOST_NAMED} more`;
  return shown.length < 2 ? shown.join() : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

function hours(minutes: number): string {
  const whole = Math.round(minutes / 6) / 10;
  return `${whole} ${whole === 1 ? 'hour' : 'hours'}`;
}
