import { requireReview } from '../../domain/customer-review/customer-review.ts';
import type { CustomerReviewDetails } from '../../domain/customer-review/events.ts';
import { CUSTOMER_REVIEW_LIMITS, platformNamed } from '../../domain/customer-review/terms.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { customerReviews } from '../../projections/customer-reviews.ts';
import { allOf } from '../../store/read-pages.ts';
import type { ApiContext } from '../kit/context.ts';
import { type CsvRow, csvRows } from './csv-rows.ts';
import { writerOf } from './record.ts';
import { createCustomerReviewBody } from './schema.ts';

/** The columns of a file, by what may stand above each. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  customer: ['customer', 'name', 'reviewer'],
  platform: ['platform', 'site'],
  rating: ['rating', 'stars'],
  reviewText: ['review', 'review text', 'reviewtext', 'text', 'comment'],
  reviewedOn: ['date', 'reviewed on', 'reviewedon', 'day'],
  mayPublish: ['may publish', 'maypublish', 'consent'],
};
const SAYS_YES = /^(yes|y|true|x|1)$/i;
const MUST_HAVE = ['customer', 'platform', 'rating', 'reviewedOn'];

/**
 * The reviews of a file.
 * @param today in the company's zone
 * @throws HttpError 400 with a sentence per wrong row, each naming its line
 */
export function reviewsIn(csv: string, today: string): CustomerReviewDetails[] {
  const [head, ...rows] = parsed(csv);
  if (!head || rows.length === 0) throw refused(['The file has no reviews.']);
  if (rows.length > CUSTOMER_REVIEW_LIMITS.rows) {
    throw refused([`The file has ${rows.length} reviews. Import at most ${CUSTOMER_REVIEW_LIMITS.rows} at once.`]);
  }
  const places = placesOf(head);
  const missing = MUST_HAVE.filter((name) => !places.has(name)).map((name) => COLUMNS[name]?.[0]);
  if (missing.length > 0) throw refused([`Line ${head.line}: there is no column ${missing.join(', ')}.`]);
  const read = rows.map((row) => reviewIn(row, places, today));
  const wrong = read.flatMap((each) => (typeof each === 'string' ? [each] : []));
  if (wrong.length > 0) throw refused(wrong);
  return read as CustomerReviewDetails[];
}

function parsed(csv: string): CsvRow[] {
  try {
    return csvRows(csv);
  } catch (cause) {
    throw refused([cause instanceof Error ? cause.message : String(cause)]);
  }
}

function placesOf({ cells }: CsvRow): ReadonlyMap<string, number> {
  const heads = cells.map((cell) => cell.trim().toLowerCase());
  const found = Object.entries(COLUMNS).map(([name, words]) => {
    return [name, heads.findIndex((head) => words.includes(head))] as const;
  });
  return new Map(found.filter(([, place]) => place >= 0));
}

/** A review, or what is wrong with its row. */
function reviewIn({ line, cells }: CsvRow, places: ReadonlyMap<string, number>, today: string) {
  const cell = (name: string) => cells[places.get(name) ?? -1]?.trim() ?? '';
  const missing = MUST_HAVE.find((name) => cell(name) === '');
  if (missing !== undefined) return `Line ${line}: there is no ${COLUMNS[missing]?.[0]}.`;
  const platform = platformNamed(cell('platform'));
  if (platform === undefined) return `Line ${line}: “${cell('platform')}” is no platform.`;
  const body = createCustomerReviewBody.safeParse({
    platform,
    rating: cell('rating'),
    customer: cell('customer'),
    reviewText: cell('reviewText'),
  });
  if (!body.success) return `Line ${line}: ${body.error.issues[0]?.message}`;
  const { rating, customer = null, reviewText = null } = body.data;
  const mayPublish = SAYS_YES.test(cell('mayPublish'));
  const details = { customerName: customer, platform, rating, reviewText, reviewedOn: cell('reviewedOn'), mayPublish };
  try {
    requireReview(details, null, today);
    return details;
  } catch (cause) {
    if (cause instanceof Rejection) return `Line ${line}: ${cause.message}`;
    throw cause;
  }
}

const MOST_ISSUES = 20;

function refused(messages: readonly string[]): HttpError {
  const more = messages.length > 1 ? ` ${messages.length - 1} more lines are wrong.` : '';
  const issues = messages.slice(0, MOST_ISSUES).map((message) => ({ path: 'csv', message }));
  return new HttpError(400, { message: `${messages[0]}${more} Nothing was imported.`, code: 'invalid', issues });
}

interface NewReview {
  id: string;
  index: number;
  details: CustomerReviewDetails;
}

/**
 * Those that are not there yet, removed ones included; the same twice in a file counts once.
 * @param idAt the id of what the request makes of a place in the file: a repeat adds the same, so that it is told the same
 * @throws what the read models throw
 */
export async function newOnes(
  { readModels }: ApiContext,
  reviews: readonly CustomerReviewDetails[],
  idAt: (index: number) => string,
): Promise<NewReview[]> {
  const models = readModels.current();
  const added = reviews.map((details, index) => ({ id: idAt(index), index, details }));
  const own = new Set(added.map(({ id }) => id));
  const known = new Set<string>();
  const asked = new Map(
    reviews.map(({ platform, reviewedOn }) => [`${platform} ${reviewedOn}`, { platform, reviewedOn }]),
  );
  for (const where of asked.values()) {
    const order = { field: 'reviewedOn', direction: 'asc' } as const;
    for (const each of await allOf(models, customerReviews.collection, { where, order })) {
      if (!own.has(each.id)) known.add(keyOf({ ...each, customerName: writerOf(each) }));
    }
  }
  return added.filter(({ details }) => {
    const key = keyOf(details);
    return !known.has(key) && known.add(key);
  });
}

function keyOf({ platform, reviewedOn, rating, customerName, reviewText }: CustomerReviewDetails): string {
  return JSON.stringify([platform, reviewedOn, rating, customerName, reviewText]);
}
