import { mean } from 'simple-statistics';
import { rangeOf } from '../../domain/forecast/forecast.ts';
import { addDays } from '../../domain/kit/times.ts';
import { spokenDay } from '../../domain/schedule/conflicts.ts';
import { mondayOf, numberOf } from '../detectors/kit/calendar.ts';
import { type CrewHours, crewHours } from '../detectors/kit/crew-weeks.ts';
import { counted, hoursText, percent } from '../detectors/kit/words.ts';
import { type BetterRoutes, betterRoutes } from '../detectors/travel-swap.ts';
import { type Facts, present } from '../facts/facts.ts';
import { FOUR_OF_FIVE, type Predicted, type PredictedFigure, toldFigure, untoldFigure } from './prediction.ts';

const WEEK = 7;
const WEEKS_AHEAD = 2;
const WEEKS_SHOWN = 4;
/** On how many past pairs of weeks it is tried, each a week after the other. */
const TRIES = 20;
/** The fewest earlier pairs that say how much is usually booked late. */
const FEWEST_BEFORE = 4;

/** How full the crews are, and what better routes would save. @returns null for a company without booked crews */
export function routesAndCrews(facts: Facts): Predicted | null {
  const hasWork = present(facts.jobs).some(({ crewId, visits }) => crewId !== null && visits.length > 0);
  if (!hasWork) return null;
  const better = betterRoutes(facts);
  return [improvementOf(better), utilizationOf(facts), reductionOf(better)];
}

// ── Crews ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Of all crews, in two weeks: the hours that they work, those that are booked, and those that were booked by then. */
interface Pair {
  monday: string;
  capacity: number;
  booked: number;
  known: number;
}

function utilizationOf(facts: Facts): PredictedFigure {
  const thisMonday = mondayOf(facts.today);
  const next = addDays(thisMonday, WEEK);
  const given = {
    id: 'crew_utilization',
    label: 'Crew utilization',
    unit: 'percent',
    method: `Hours of visits divided by the hours that the crews work, over two weeks from ${spokenDay(next)}: what is booked by now, and what is usually booked after that.`,
  } as const;
  const first = addDays(thisMonday, -WEEK * (TRIES + WEEKS_AHEAD - 1));
  const hours = crewHours(facts, first, TRIES + WEEKS_AHEAD + WEEKS_AHEAD);
  const pairAt = (monday: string) => pairOf(facts, hours, monday, numberOf(next) - numberOf(facts.today));
  const now = pairAt(next);
  if (now.capacity === 0) {
    return untoldFigure({ ...given, needs: 'A crew whose people work within those two weeks.' });
  }
  // The earliest first; each was over before this week began.
  const past = Array.from({ length: TRIES }, (_, at) => pairAt(addDays(first, WEEK * at))).filter(
    ({ capacity, booked }) => capacity > 0 && booked > 0,
  );
  const lateIn = ({ booked, known, capacity }: Pair) => (booked - known) / capacity;
  const tries = past.flatMap((pair) => {
    const before = past.filter(({ monday }) => addDays(monday, WEEK * WEEKS_AHEAD) <= pair.monday);
    if (before.length < FEWEST_BEFORE) return [];
    return [Math.abs(lateIn(pair) - mean(before.map(lateIn)))];
  });
  const late = past.length < FEWEST_BEFORE ? 0 : mean(past.map(lateIn));
  const value = now.booked / now.capacity + Math.max(0, late);
  const half = rangeOf(tries);
  const low = half === null ? 0 : Math.max(now.booked / now.capacity, value - half);
  const off = tries.length === 0 ? null : Math.round(mean(tries) * 100);
  return toldFigure({
    ...given,
    value: inPercent(value),
    range: half === null ? null : { low: inPercent(low), high: inPercent(value + half), says: FOUR_OF_FIVE },
    offBy:
      off === null ? null : `Off by ${counted(off, 'point')} on average over ${counted(tries.length, 'try', 'tries')}.`,
    rows: rowsOf(facts, hours, next),
  });
}

function pairOf(facts: Facts, hours: readonly CrewHours[], monday: string, daysBefore: number): Pair {
  const weeks = hours.filter((each) => each.monday >= monday && each.monday < addDays(monday, WEEK * WEEKS_AHEAD));
  const parts = weeks.flatMap((week) => week.parts);
  // What was entered later was not booked by then.
  const until = addDays(monday, 1 - daysBefore);
  const known = parts.filter(({ jobId }) => (facts.jobs.get(jobId)?.createdAt ?? '') < until);
  return {
    monday,
    capacity: weeks.reduce((sum, { capacity }) => sum + capacity, 0),
    booked: sumOf(parts),
    known: sumOf(known),
  };
}

/** A crew, the fullest first, with its last four weeks and its next two. */
function rowsOf(facts: Facts, hours: readonly CrewHours[], next: string) {
  const past = addDays(next, -WEEK * (WEEKS_SHOWN + 1));
  return [...Map.groupBy(hours, ({ crew }) => crew.id)]
    .map(([id, weeks]) => {
      const ahead = shareOf(weeks.filter(({ monday }) => monday >= next));
      const before = shareOf(weeks.filter(({ monday }) => monday >= past && monday < addDays(next, -WEEK)));
      return { id, ahead, before };
    })
    .filter(({ ahead, before, id }) => facts.crews.has(id) && ahead.capacity + before.capacity > 0)
    .sort((one, other) => other.ahead.share - one.ahead.share || (one.id < other.id ? -1 : 1))
    .map(({ id, ahead, before }) => {
      const now = `${hoursText(ahead.booked)} of ${hoursText(ahead.capacity)} booked in these two weeks`;
      const why = before.capacity > 0 ? `${now}, ${percent(before.share)} of its hours in the last four.` : `${now}.`;
      return { kind: 'crew', id, why };
    });
}

function shareOf(weeks: readonly CrewHours[]) {
  const capacity = weeks.reduce((sum, week) => sum + week.capacity, 0);
  const booked = weeks.reduce((sum, { parts }) => sum + sumOf(parts), 0);
  return { capacity, booked, share: capacity === 0 ? 0 : booked / capacity };
}

function sumOf(parts: readonly { hours: number }[]): number {
  return parts.reduce((sum, { hours }) => sum + hours, 0);
}

// ── Routes ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** By straight-line distance, road factor and speeds of the settings. */
const NOT_CHECKED = 'An estimate by distance: nobody records how long drives took, so it was never checked.';
const ROUTES_NEEDED = 'Booked visits of two crews or days within the next two weeks, with addresses that are known.';

function improvementOf(better: BetterRoutes | null): PredictedFigure {
  const given = {
    id: 'route_improvement',
    label: 'Route improvement',
    unit: 'percent',
    method:
      'Of the driving of this week and the next, what swaps of two visits would save that no rule of the schedule speaks against, each on routes of its own.',
  } as const;
  if (better === null || better.driving === 0) return untoldFigure({ ...given, needs: ROUTES_NEEDED });
  return toldFigure({
    ...given,
    value: inPercent(savedBy(better) / better.driving),
    offBy: NOT_CHECKED,
    rows: swapRows(better),
  });
}

function reductionOf(better: BetterRoutes | null): PredictedFigure {
  const given = {
    id: 'time_reduction',
    label: 'Time reduction',
    unit: 'percent',
    method: 'The same savings, of all time that the crews drive and work in these weeks.',
  } as const;
  if (better === null || better.driving === 0) return untoldFigure({ ...given, needs: ROUTES_NEEDED });
  return toldFigure({
    ...given,
    value: inPercent(savedBy(better) / (better.driving + better.visits)),
    offBy: NOT_CHECKED,
    rows: swapRows(better),
  });
}

function savedBy({ swaps }: BetterRoutes): number {
  return swaps.reduce((sum, { saved }) => sum + saved, 0);
}

function swapRows({ swaps }: BetterRoutes) {
  return swaps.flatMap(({ jobIds: [one, other], days: [oneDay, otherDay], saved }) => [
    { kind: 'job', id: one, why: `On ${spokenDay(oneDay)}; with the next one swapped, ${minutes(saved)} less` },
    { kind: 'job', id: other, why: `On ${spokenDay(otherDay)}` },
  ]);
}

function minutes(count: number): string {
  return counted(Math.round(count), 'minute');
}

function inPercent(share: number): number {
  return Math.round(share * 100);
}
