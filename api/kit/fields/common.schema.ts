import { z } from 'zod';

const REVISION = 'expectedRevision must be the revision of a record.';
/** The revision that the sender saw, so that a record changed since then is not overwritten. */
export const expectedRevision = z
  .union([z.int(REVISION).nonnegative(REVISION), z.string(REVISION).regex(/^\d{1,16}$/, REVISION)], REVISION)
  .optional();

const KEY = 'The Idempotency-Key must have 1 to 200 characters.';

/** Headers of a change. Sent again with the same key, it is the same change. */
export const changeHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .min(1, KEY)
    .max(200, KEY)
    .optional()
    .describe('Requests with the same key are one change.'),
  'x-person': z
    .string()
    .max(100)
    .optional()
    .describe('The id of who did it: 403 `other_person` where somebody else is signed in.'),
});

/** What a query may ask for: an answer that includes at least the change whose `x-position` it names. */
export const readHeaders = z.looseObject({
  'x-min-position': z
    .string()
    .regex(/^[0-9A-Za-z_:./-]{1,100}$/, 'x-min-position is not a position of this log.')
    .optional()
    .describe('The x-position of an earlier answer. This one includes it if that takes no longer than 2 seconds.'),
});

export const idParams = z.object({
  id: z.string().min(1).max(100, 'The link is wrong: it is too long.'),
});

/** As people write numbers: `Number` would also take `1e1`, `0x10`, ` 7` and an empty text. */
const DIGITS = /^\d{1,15}$/;
const DECIMAL = /^\d{1,15}(?:\.\d{1,20})?$/;

const numberOf = (pattern: RegExp) => (said: unknown) =>
  typeof said === 'string' && pattern.test(said) ? Number(said) : said;

/** A whole number in a query string, in plain digits. @param name of the parameter */
export function askedNumber(name: string, least: number, most = Number.MAX_SAFE_INTEGER) {
  const range = most === Number.MAX_SAFE_INTEGER ? 'on' : `to ${most}`;
  const wrong = `${name} must be a whole number from ${least} ${range}.`;
  return z.preprocess(numberOf(DIGITS), z.int(wrong).min(least, wrong).max(most, wrong));
}

/** A number in a query string, in plain digits with a decimal point if need be. */
export function askedDecimal(wrong: string, least: number, most: number) {
  return z.preprocess(numberOf(DECIMAL), z.number(wrong).min(least, wrong).max(most, wrong));
}

/** How a list may be narrowed and paged; without `limit` the whole list is sent. */
export const pageQuery = z.object({
  limit: askedNumber('limit', 1, 500).optional(),
  cursor: z
    .string()
    .max(2_000, 'The cursor does not belong to this list.')
    .optional()
    .describe('The `x-next-cursor` of the page before, with the same filters.'),
  search: z.string().max(200, 'A search must not be longer than 200 characters.').optional(),
  /** `csv`: a file for a spreadsheet. */
  format: z.enum(['json', 'csv'], 'format must be json or csv.').optional(),
});

export const errorBody = z
  .object({
    message: z.string(),
    code: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Error' });

/** The answers that any call may give besides its own. */
export const errors = { '4xx': errorBody, '5xx': errorBody };

/** The same of a form: a browser without scripts gets its page back, with what was typed. */
export const pageErrors = Object.fromEntries(
  [400, 408, 409, 413, 415, 429, 500, 503].map((status) => [
    status,
    { content: { 'application/json': { schema: errorBody }, 'text/html': { schema: z.string() } } },
  ]),
);
