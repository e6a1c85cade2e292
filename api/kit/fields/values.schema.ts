import { z } from 'zod';
import { HOURS_TEXT, wrongHours } from '../../../domain/job/terms.ts';
import { ADDRESS_SHAPE, mailAddress } from '../../../domain/kit/mail-address.ts';
import { MAX_CENTS, parseCents } from '../../../domain/kit/money.ts';
import { SEEN } from '../../../domain/kit/seen-text.ts';
import { isDate } from '../../../domain/kit/times.ts';

// The values that bodies are made of. Each states all its rules in its API description, so that a client or fuzzer
// generated from it sends what is accepted.

/**
 * Any whole character except controls and line ends: no half of a surrogate pair, no NUL. A tab is allowed, because
 * people paste it.
 */
const CHARACTER = String.raw`(?:[^\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]|[\ud800-\udbff][\udc00-\udfff])`;
const LINE_END = String.raw`[\r\n\u2028\u2029]`;
/** Line ends around the text are ignored: they come along with pasted text. */
const ONE_LINE = new RegExp(`^${LINE_END}*${CHARACTER}*${LINE_END}*$`);
const LINES = new RegExp(`^(?:${CHARACTER}|${LINE_END})*$`);

/** One line of text; as in JSON Schema, an emoji is one character. @param wrong the message if it is not text */
export function line(label: string, longest: number, wrong?: Message) {
  return characters(label, longest, wrong).regex(ONE_LINE, `${label} must be one line, without control characters.`);
}

function characters(label: string, longest: number, wrong: Message = `${label} must be text.`) {
  return z
    .string({ error: wrong })
    .refine(
      (value) => value.length <= longest || [...value].length <= longest,
      `${label} must not be longer than ${longest} characters.`,
    )
    .meta({ maxLength: longest });
}

type Message = string | ((issue: { input?: unknown }) => string);

/** Like {@link text}, but of several lines. */
export function lines(label: string, longest: number) {
  return withLines(label, longest).nullish();
}

function withLines(label: string, longest: number, wrong?: Message) {
  return characters(label, longest, wrong).regex(LINES, `${label} must not contain control characters.`);
}

/**
 * A text field of a body: absent, null or '' means no value in a POST; in a PATCH, absent means unchanged
 * (docs/design/calls.md#bodies-and-answers).
 */
export function text(label: string, longest: number) {
  return line(label, longest).nullish();
}

/** An id that the product made, so that nobody's words end up in data that is not sealed. */
export function generatedId(wrong: string) {
  return z.string(wrong).regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, wrong);
}

/** A required text with something visible in it. @param missing the message if there is none */
export function requiredText(label: string, longest: number, missing: string) {
  return line(label, longest, missingOr(label, missing)).regex(SEEN, missing);
}

/** Like {@link requiredText}, but of several lines. */
export function requiredLines(label: string, longest: number, missing: string) {
  return withLines(label, longest, missingOr(label, missing)).regex(SEEN, missing);
}

function missingOr(label: string, missing: string) {
  return ({ input }: { input?: unknown }) =>
    input === undefined || input === null ? missing : `${label} must be text.`;
}

/** With a domain of at least two parts: `jane@gmial` reaches nobody. */
const EMAIL = new RegExp(String.raw`^$|^\s*${ADDRESS_SHAPE}\.[^\s.@]{2,}\s*$`, 'u');
const NO_EMAIL = 'The email address must be like name@example.com.';

/** Whether a letter can go there, or nothing is said. */
function isMailable(address: string): boolean {
  return isBlank(address) || mailAddress(address.trim()) !== null;
}

/** An email address to which a letter can go, or ''. */
export function emailText(longest: number) {
  return line('The email address', longest).regex(EMAIL, { error: NO_EMAIL, abort: true }).refine(isMailable, NO_EMAIL);
}

/** A required email address. @param missing the message if there is none */
export function requiredEmail(longest: number, missing: string) {
  return line('The email address', longest, missingOr('The email address', missing))
    .regex(SEEN, missing)
    .regex(EMAIL, { error: NO_EMAIL, abort: true })
    .refine(isMailable, NO_EMAIL);
}

/** '' and null mean no value. */
export function email(longest: number) {
  return emailText(longest).nullish();
}

/** Dollars, as a number or a decimal text; '' and null mean no value. */
export function amount(label: string) {
  return dollars(/^\s*(\d{1,7}(\.\d{1,2})?)?\s*$/, wrongAmount(label)).nullish();
}

/** Required dollars, as a number or a decimal text. @param missing the message if there is none */
export function requiredAmount(label: string, missing: string) {
  const wrong = wrongAmount(label);
  return dollars(/^\s*\d{1,7}(\.\d{1,2})?\s*$/, ({ input }) => (isBlank(input) ? missing : wrong));
}

/** Whether nothing is said: white space is nothing. */
export function isBlank(said: unknown): said is '' | null | undefined {
  return String(said ?? '').trim() === '';
}

function wrongAmount(label: string): string {
  return `${label} must be an amount from 0 to 9999999.99, like 1200 or 1200.50.`;
}

function dollars(text: RegExp, wrong: string | ((issue: { input?: unknown }) => string)) {
  const said = { error: wrong };
  const number = z.number().refine((value) => (parseCents(value) ?? -1) >= 0, said);
  const described = number.meta({ minimum: 0, maximum: MAX_CENTS / 100, multipleOf: 0.01 });
  return z.union([described, z.string().regex(text, said)], said);
}

/** Hours, as a number or a decimal text with at most two decimals; '' and null mean no value. */
export function hours(label: string, most: number) {
  const wrong = wrongHours(label, most);
  const text = z
    .string()
    .regex(HOURS_TEXT, wrong)
    .refine((value) => Number(value) <= most, wrong)
    .describe(`A decimal text, up to ${most}.`);
  return z.union([z.number().min(0, wrong).max(most, wrong), text], wrong).nullable();
}

/** A whole number within a range, also as a text of digits; '' and null mean no value. */
export function wholeNumber(wrong: string, least: number, most: number) {
  const isWithin = (value: string) => value.trim() === '' || (Number(value) >= least && Number(value) <= most);
  return z
    .union(
      [
        z.int().min(least, wrong).max(most, wrong),
        z
          .string()
          .regex(/^\s*\d{0,4}\s*$/, wrong)
          .refine(isWithin, wrong)
          .describe(`A text of digits, from ${least} to ${most}.`),
      ],
      wrong,
    )
    .nullish();
}

const DAY = 'A date must be a day of the calendar, like 2027-03-31.';
/** The `date` formats would also accept year 1. */
const FROM_YEAR_1000 = '^[1-9]';
/** How an API description states a calendar day. */
export const A_DAY = { format: 'date', pattern: FROM_YEAR_1000 } as const;

/** A day as `YYYY-MM-DD`; '' and null mean no value. */
export const day = z
  .union([z.string().refine(isDate, DAY).meta(A_DAY), z.literal('')], DAY)
  .nullish()
  .transform((value) => (value === '' ? null : value));

/** A required day as `YYYY-MM-DD`. @param name of the field, for the message */
export function dayGiven(name: string) {
  const wrong = `${name} must be a day like 2026-06-15.`;
  return z.string(wrong).refine(isDate, wrong).meta(A_DAY);
}

/** Its days are refused: the days after one are counted too, and years have four digits. */
const YEAR_AFTER_ALL = '9999';

/** A required day that is shown or planned along with those around it. @param name of the field, for the message */
export function plannedDay(name: string) {
  return dayGiven(name).refine(
    (said) => !said.startsWith(YEAR_AFTER_ALL),
    `${name} must be before the year ${YEAR_AFTER_ALL}.`,
  );
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** Whether a text is an instant that exists: a date, a time, and an offset from UTC. */
export function isInstant(text: string): boolean {
  return INSTANT.test(text) && !Number.isNaN(Date.parse(text)) && isDate(text.slice(0, 10));
}

/** An instant, limited to years 1000 to 2999. @param wrong the message for any other value */
export function instant(wrong: string) {
  return z
    .string(wrong)
    .refine((text) => isInstant(text) && /^[12]/.test(text), wrong)
    .meta({ format: 'date-time', pattern: '^[12]' });
}

/** What a rule reads as a day: `YYYY-MM-DD`, or an instant, which stands for the company's day at that instant. */
export const DAY_OR_INSTANT = {
  anyOf: [
    { type: 'string', format: 'date', pattern: FROM_YEAR_1000 },
    { type: 'string', format: 'date-time', pattern: FROM_YEAR_1000 },
  ],
};
