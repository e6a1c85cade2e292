import { type ReviewCommand, review } from '../../domain/review/review.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';
import { ESTIMATOR, OFFICE, OWNER, personId } from './accounts.ts';
import type { Act, Area } from './act.ts';
import { dateOf, type WorkingTime } from './working-time.ts';

/** A review: of whom (by place among the staff, or by account), by whom, of which working days, and what it says. */
interface Review {
  employeeId: string;
  by: string;
  /** Places of working days, counted from the last one of the year. */
  from: number;
  to: number;
  overallRating: number;
  strengths: string | null;
  areasForImprovement: string | null;
  goals: string | null;
  /** Working hours from the review until the person acknowledged it; null: not yet. */
  acknowledgedAfter?: number;
  comment?: string;
}

const REVIEWS: readonly Review[] = [
  {
    employeeId: personId(0),
    by: OWNER.id,
    from: -240,
    to: -130,
    overallRating: 4,
    strengths: 'Plans a removal so that everybody knows their place. Calm when the wind picks up.',
    areasForImprovement: 'Hours are often entered days later.',
    goals: 'Enter hours the same day. Train a second person on the crane.',
  },
  {
    employeeId: personId(3),
    by: OFFICE.id,
    from: -240,
    to: -130,
    overallRating: 5,
    strengths: 'Customers ask for this crew again by name.',
    areasForImprovement: null,
    goals: 'Lead the pruning crew through the winter.',
  },
  {
    employeeId: personId(4),
    by: OWNER.id,
    from: -130,
    to: -60,
    overallRating: 3,
    strengths: 'Helped out with removals while the storms lasted, without being asked twice.',
    areasForImprovement: 'Rigging is still slow.',
    goals: 'A day of rigging practice each month.',
  },
  {
    employeeId: personId(6),
    by: OWNER.id,
    from: -130,
    to: -25,
    overallRating: 2,
    strengths: 'Keeps the grinder in good order.',
    areasForImprovement: 'Stumps take longer than quoted, and nobody hears of it until the next morning.',
    goals: 'Call the office from the job when it runs over.',
  },
  {
    employeeId: ESTIMATOR.id,
    by: OWNER.id,
    from: -200,
    to: -40,
    overallRating: 4,
    strengths: 'Quotes go out the day after the visit.',
    areasForImprovement: 'Look at access twice: two jobs needed a smaller chipper.',
    goals: 'Photograph the way in for each quote.',
    acknowledgedAfter: 12,
    comment: 'Agreed. I have put access on my list for each visit.',
  },
];

/** What was thought of some people’s work; one has read theirs. */
export const reviews: Area = (time) => REVIEWS.flatMap((each, index) => actsOf(each, index, time));

/** A week after the last day of the period. */
const DAYS_AFTER = 5;

function actsOf(each: Review, index: number, time: WorkingTime): Act[] {
  const { employeeId, by, from, to, acknowledgedAfter, comment = null, ...texts } = each;
  const last = time.days.length - 1;
  const hour = (time.days[last + to + DAYS_AFTER]?.hour ?? 0) + 4 + index / 4;
  const id = uuidv5(HEARTWOOD, `demo/review/${index}`);
  const send = (at: number, actor: string, name: string, command: ReviewCommand): Act => ({
    at: time.instantAt(at),
    actor,
    run: (desk) => desk.send(review, id, command, { commandId: uuidv5(HEARTWOOD, `demo/review/${index}/${name}`) }),
  });
  const nowAt = (at: number) => new Date(time.instantAt(at)).toISOString();
  const written = send(hour, by, 'written', {
    type: 'WriteReview',
    employeeId,
    employeeRecord: 'staff',
    details: { ...texts, reviewPeriodStart: dateOf(last + from, time), reviewPeriodEnd: dateOf(last + to, time) },
    by,
    today: time.dateAt(hour),
    now: nowAt(hour),
  });
  if (acknowledgedAfter === undefined) return [written];
  const at = hour + acknowledgedAfter;
  const read = send(at, employeeId, 'acknowledged', {
    type: 'AcknowledgeReview',
    comment,
    by: employeeId,
    now: nowAt(at),
  });
  return [written, read];
}
