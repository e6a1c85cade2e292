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
  equipment: 'No crew has the equipment it needs, and none is free.',
  maintenance: 'The equipment it needs is due for maintenance.',
  outOfService: 'The equipment it needs is in maintenance or out of service.',
  reserved: 'The equipment it needs is planned with another crew.',
  timeOff: 'Too many people on the crews are off.',
  dayLocked: 'The day is locked.',
  date: 'The customer wants it on other days.',
  unavailable: 'No crew works then.',
  capacity: 'No crew can take on that much in a day.',
  unfinished: 'It takes several days, and no crew that can do it has enough of them in time.',
  cleared: 'It has to leave the only days that were looked at.',
  stopped: 'The run was stopped before a place was found for it.',
};

/** The rule that keeps a job out, in words. */
export function ruleText(rule: string): string {
  return RULES[rule] ?? 'No place was found for it.';
}

/** What is wrong with the crew that comes closest to doing a job. */
const OF_CLOSEST: Readonly<Record<string, string>> = {
  shift: 'has too little time left',
  window: 'cannot be there during the hours the customer asked for',
  crewSize: 'is too small',
  skill: 'has nobody with the skills it needs',
  certificate: 'has nobody whose certificate for it is still valid',
  equipment: 'does not have the equipment it needs',
  maintenance: 'has equipment for it that is due for maintenance',
  outOfService: 'has equipment for it that is in maintenance or out of service',
  reserved: 'would need equipment that is planned with another crew',
  timeOff: 'has too many people off',
  dayLocked: 'could come only on a day that is locked',
  date: 'could come only on a day that the customer does not want',
  unavailable: 'does not work then',
  capacity: 'cannot take on that much in a day',
};

/** The rule by which a change is needed. */
const RULE_OF: Readonly<Record<string, string>> = {
  overtime: 'shift',
  displace: 'shift',
  earlier: 'window',
  later: 'window',
};

/** Why a job found no place: each rule that binds, said of all crews, or of the one that comes closest. */
export function whyNotText({ rule, isEverywhere, relaxation }: Omit<UnassignedJob, 'jobId' | 'revision'>): string {
  if (relaxation === null) return ruleText(rule);
  const rules = [...new Set([relaxation, ...relaxation.also].map(({ kind }) => RULE_OF[kind] ?? kind))];
  if (isEverywhere) return rules.map(ruleText).join(' ');
  return `The crew that comes closest ${joined(rules.flatMap((each) => OF_CLOSEST[each] ?? []))}.`;
}

/** The smallest change that would make a job fit, of all that it takes together; null if none was found. */
export function relaxationText(relaxation: UnassignedJob['relaxation'], names: Names): string | null {
  if (relaxation === null) return null;
  const { day, start, also } = relaxation;
  const crew = names.crew(relaxation.crewId);
  const on = day === null ? '' : ` on ${spokenDay(day)}`;
  const at = start === null ? '' : `, at ${spokenTime(start.slice(11, 16))}`;
  return `It would fit ${crew}${on}${at}, ${joined([relaxation, ...also].map(changeText))}.`;
}

type Change = Pick<NonNullable<UnassignedJob['relaxation']>, 'kind' | 'amount' | 'what'>;

function changeText({ kind, amount, what }: Change): string {
  switch (kind) {
    case 'overtime':
      return `if they came back ${spokenSpan(amount ?? 0)} later`;
    case 'earlier':
    case 'later':
      return `if the customer let them come ${spokenSpan(amount ?? 0)} ${kind}`;
    case 'crewSize':
      return `with ${amount} more ${amount === 1 ? 'person' : 'people'}`;
    case 'displace':
      return `if ${what ?? 'another job'} came off the day`;
    case 'skill':
      return `if someone there could do “${what}”`;
    case 'certificate':
      return `if someone there had a valid certificate for “${what}”`;
    case 'equipment':
      return `with ${what}`;
    case 'maintenance':
      return `if ${what} had its maintenance`;
    case 'outOfService':
      return `if ${what} could be used`;
    case 'reserved':
      return `with one more of ${what}`;
    case 'timeOff':
      return 'if none of them were off';
    case 'dayLocked':
      return 'if the day were unlocked';
    case 'date':
      return 'if the customer accepted that day';
    default:
      return 'if they worked then';
  }
}

function joined(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join() : `${texts.slice(0, -1).join(', ')}, and ${texts.at(-1)}`;
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
