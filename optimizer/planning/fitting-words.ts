import { spokenSpan } from '../../domain/kit/span-text.ts';
import { spokenDay, spokenTime } from '../../domain/schedule/conflicts.ts';
import { minutesOf } from '../../domain/schedule/parts.ts';
import type { InsertionAnswer } from '../answers/insertions.schema.ts';

// The effects of a place for a job, in words for a person.

export interface Place
  extends Pick<InsertionAnswer, 'crew_name' | 'start' | 'parts' | 'moves' | 'takes_off' | 'needs'> {
  /** Extra minutes of driving for the crew. */
  travel: number;
  /** The same, compared with where the job is now; null if it is nowhere, or not on these days. */
  travelBesideNow: number | null;
  /** Minutes of work left for after these days. */
  unfinished: number;
}

/** One sentence for each effect of the place. */
export function effectsOf(place: Place): string[] {
  return effects(place).map((each) => `${each.charAt(0).toUpperCase()}${each.slice(1)}.`);
}

/**
 * A whole place in words, its conflicts first: `North could do it on Tue, Jun 16 at 1:30 PM: 25 min more driving,
 * and J-1004 begins 40 min later.`
 */
export function placeText(place: Place): string {
  const { crew_name, start, parts, needs } = place;
  const days = parts.length > 1 ? `, for ${parts.length} days` : '';
  const text = `${crew_name} could do it on ${spokenMoment(start)}${days}: ${joined(effects(place))}.`;
  return needs.length === 0 ? text : `${needs.map((need) => need.text).join(' ')} Even so, ${text}`;
}

function effects({ travel, travelBesideNow, moves, takes_off, unfinished }: Place): string[] {
  const later = moves.map(({ job_number, from, to }) => {
    return `${job_number ?? 'a job'} begins ${spokenSpan(minutesOf(to) - minutesOf(from))} later`;
  });
  return [
    driving(travel, travelBesideNow),
    ...shortened(later, 'more jobs begin later'),
    ...takes_off.map(({ job_number }) => `${job_number ?? 'a job'} comes off the day`),
    ...(unfinished > 0 ? [`the last ${spokenSpan(unfinished)} of the work wait for a later day`] : []),
  ];
}

function driving(travel: number, besideNow: number | null): string {
  const minutes = besideNow ?? travel;
  const than = besideNow === null ? '' : ' than now';
  if (minutes === 0) return besideNow === null ? 'no extra driving' : 'the same driving as now';
  return `${spokenSpan(Math.abs(minutes))} ${minutes > 0 ? 'more' : 'less'} driving${than}`;
}

const MOST_NAMED = 3;

function shortened(texts: readonly string[], others: string): string[] {
  if (texts.length <= MOST_NAMED + 1) return [...texts];
  return [...texts.slice(0, MOST_NAMED), `${texts.length - MOST_NAMED} ${others}`];
}

function joined(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join() : `${texts.slice(0, -1).join(', ')}, and ${texts.at(-1)}`;
}

/** `Tue, Jun 16 at 1:30 PM` */
function spokenMoment(moment: string): string {
  return `${spokenDay(moment.slice(0, 10))} at ${spokenTime(moment.slice(11, 16))}`;
}
