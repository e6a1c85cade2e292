import { z } from 'zod';
import { ACCOUNT_KEYS, ACCOUNT_NAME_LENGTH, type AccountKey } from '../../domain/accounts/terms.ts';
import {
  COMPANY_LIMITS,
  POLICY_GRANTS,
  POLICY_LIMITS,
  PROBATION_UNITS,
  REVIEW_REQUEST_RULES,
  SECOND_FACTOR_RULES,
  TRAVEL_RANGES,
  WEEKDAYS,
} from '../../domain/company/terms.ts';
import { isDate } from '../../domain/kit/times.ts';
import { TIME_OFF_TYPES } from '../../domain/time-off/terms.ts';
import { hours } from '../kit/fields/hours.schema.ts';
import {
  A_DAY,
  amount,
  email,
  line,
  lines,
  requiredEmail,
  requiredText,
  text,
  wholeNumber,
} from '../kit/fields/values.schema.ts';

const TAX_RATE = 'The tax rate must be a percentage from 0 to 100 with at most three decimals, like 6.25.';
const PERCENTAGE = /^\s*((\d{1,2}(\.\d{1,3})?|100(\.0{1,3})?))?\s*$/;
const taxRate = z
  .union(
    [
      z
        .number()
        .refine((value) => PERCENTAGE.test(String(value)), TAX_RATE)
        .meta({ minimum: 0, maximum: 100, multipleOf: 0.001 }),
      z.string().regex(PERCENTAGE, TAX_RATE),
    ],
    TAX_RATE,
  )
  .nullish();

const PAYMENT_TERMS = `The payment terms must be a whole number of days from 0 to ${COMPANY_LIMITS.paymentTermsDays}.`;

const DEPOSIT = 'The deposit must be a whole number of percent from 0 to 100.';
const VALIDITY = `The validity must be a whole number of days from 1 to ${COMPANY_LIMITS.quoteValidityDays}.`;
const REVIEW_DAYS = `The days before a review is asked for must be a whole number from 1 to ${COMPANY_LIMITS.reviewRequestDays}.`;
const OVERTIME = `The overtime must be a whole number of minutes from 0 to ${COMPANY_LIMITS.overtimeMinutes}.`;
const OVERTIME_AFTER = (most: number) =>
  `The hours after which overtime begins must be a whole number from 0 to ${most}; 0 for never.`;

function wholeOf(wrong: string, least: number, most: number) {
  return wholeNumber(wrong, least, most).transform((value) =>
    typeof value === 'string' ? (value.trim() === '' ? null : Number(value)) : value,
  );
}

function degrees(label: string, most: number) {
  const wrong = `The ${label} must be a number of degrees from -${most} to ${most}.`;
  return z.number(wrong).min(-most, wrong).max(most, wrong).nullish();
}

const homeBase = z
  .object(
    {
      address: requiredText('The address', COMPANY_LIMITS.address, 'Enter the address of the home base.').trim(),
      latitude: degrees('latitude', 90),
      longitude: degrees('longitude', 180),
    },
    'The home base must be an address, with or without latitude and longitude.',
  )
  .refine(({ latitude, longitude }) => ((latitude ?? null) === null) === ((longitude ?? null) === null), {
    message: 'Enter both latitude and longitude, or neither.',
  })
  .describe('Both latitude and longitude, or neither.');

function within(label: string, { least, most }: { least: number; most: number }) {
  const wrong = `${label} must be a number from ${least} to ${most}.`;
  return z.number(wrong).min(least, wrong).max(most, wrong);
}

const travel = z
  .object(
    {
      roadFactor: within('The road factor', TRAVEL_RANGES.roadFactor),
      setOffMinutes: within('The minutes to set off', TRAVEL_RANGES.setOffMinutes),
      townMph: within('The speed in town', TRAVEL_RANGES.townMph),
      roadMph: within('The speed on roads', TRAVEL_RANGES.roadMph),
      highwayMph: within('The speed on highways', TRAVEL_RANGES.highwayMph),
    },
    'Travel is a road factor, the minutes to set off, and the speeds in town, on roads and on highways.',
  )
  .describe('How drives are estimated by distance: speeds hold up to 2 miles, from there up to 15, and beyond.');

const RADIUS = `The radius must be more than 0 and at most ${COMPANY_LIMITS.radiusMiles} miles.`;
const serviceArea = z
  .object(
    {
      zipCodes: z
        .array(z.string('A ZIP code must be text.').regex(/^\d{5}$/, 'A ZIP code must have five digits, like 01060.'))
        .min(1, 'Enter at least one ZIP code.')
        .max(COMPANY_LIMITS.zipCodes, `There can be at most ${COMPANY_LIMITS.zipCodes} ZIP codes.`)
        .nullish(),
      radiusMiles: z.number(RADIUS).positive(RADIUS).max(COMPANY_LIMITS.radiusMiles, RADIUS).nullish(),
    },
    'The service area must be a list of ZIP codes or a radius in miles.',
  )
  .refine(({ zipCodes, radiusMiles }) => ((zipCodes ?? null) === null) !== ((radiusMiles ?? null) === null), {
    message: 'Enter either ZIP codes or a radius.',
  })
  .describe('Either ZIP codes or a radius, which needs a home base with latitude and longitude.');

const SITE = 'A site must be an origin like https://www.example.com, without a path.';
const site = z
  .string(SITE)
  .refine((value) => originOf(value) !== null, SITE)
  .meta({ format: 'uri', examples: ['https://www.example.com', 'http://localhost:3000'], description: SITE });

/** `https://www.example.com` for an address without a path; null for anything else. */
export function originOf(value: string): string | null {
  if (!URL.canParse(value)) return null;
  const { protocol, hostname, origin, href } = new URL(value);
  // Browsers take more for a name; in a policy it would end the site, or add another.
  const isName = /^(?:[a-z0-9_*.-]+|\[[0-9a-f:.]+\])$/.test(hostname);
  return isName && /^https?:$/.test(protocol) && href === `${origin}/` ? origin : null;
}

/**
 * The canonical name of a time zone, also for an alias; null if there is no such zone. Offsets are not accepted,
 * because they have no daylight saving time.
 */
export function timeZoneOf(value: string): string | null {
  if (!/^[A-Za-z]/.test(value)) return null;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: value }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

const COLOR = 'The color must be like #2f6b3a.';
const widgetColor = z
  .string(COLOR)
  .regex(/^(#[0-9a-f]{6})?$/i, COLOR)
  .meta({ description: `${COLOR} It must be dark enough for white text.` })
  .nullish();

const { reminders: MOST_REMINDERS, reminderDays: LATEST_REMINDER } = COMPANY_LIMITS;
const REMINDER = `A reminder must be a whole number of days from 1 to ${LATEST_REMINDER}.`;
const reminderDays = z
  .array(z.int(REMINDER).min(1, REMINDER).max(LATEST_REMINDER, REMINDER), 'The reminders must be a list of days.')
  .max(MOST_REMINDERS, `There can be at most ${MOST_REMINDERS} reminders.`)
  .describe('Days after the due date, rising; an empty list: none.')
  .nullish();

const nameOfAccount = line('An account name', ACCOUNT_NAME_LENGTH).nullish();
const accountNames = z
  .strictObject(
    Object.fromEntries(ACCOUNT_KEYS.map((account) => [account, nameOfAccount])) as Record<
      AccountKey,
      typeof nameOfAccount
    >,
    {
      error: ({ code }) =>
        code === 'unrecognized_keys'
          ? `The accounts are: ${ACCOUNT_KEYS.join(', ')}.`
          : 'The account names must be an object of names.',
    },
  )
  .describe('By account, those that are not to have the name that they come with.')
  .nullish();

const MOST_ADDRESSES = COMPANY_LIMITS.checkpointAddresses;
const checkpointAddresses = z
  .array(
    requiredEmail(COMPANY_LIMITS.email, 'Enter an email address, or take it out of the list.').trim(),
    'The addresses that checkpoints are mailed to must be a list.',
  )
  .max(MOST_ADDRESSES, `Checkpoints can be mailed to ${MOST_ADDRESSES} addresses at most.`)
  .describe('Where checkpoints of the history are mailed (docs/proof.md#checkpoints-by-email).')
  .nullish();

const POLICY_FROM = 'A policy must hold from a day like 2026-01-01.';
const HOLIDAY = 'A holiday must be a day like 2026-07-04, with a name.';
const holidays = z
  .array(
    z.object(
      {
        day: z.string(HOLIDAY).refine(isDate, 'The day of a holiday must be a day like 2026-07-04.').meta(A_DAY),
        name: requiredText('The name', COMPANY_LIMITS.holidayName, 'Enter what the holiday is called.').trim(),
      },
      HOLIDAY,
    ),
    'The holidays must be a list.',
  )
  .max(COMPANY_LIMITS.holidays, `There can be at most ${COMPANY_LIMITS.holidays} holidays.`)
  .describe('When the company is closed, each day once: it counts against nobody’s balance of time off.')
  .nullish();

/** @param label of one of its items */
const checklistItems = (label: string) =>
  z
    .array(
      requiredText(label, COMPANY_LIMITS.checklistItem, `${label} must not be empty.`).trim(),
      'A checklist must be a list of texts.',
    )
    .max(COMPANY_LIMITS.checklistItems, `There can be at most ${COMPANY_LIMITS.checklistItems} items.`)
    .describe('What is ticked for each person, in order, each item once; an empty list: nothing.')
    .nullish();
const DAYS = `The days of a policy must be a number from 0 to ${POLICY_LIMITS.days} with at most two decimals.`;
const CARRY_OVER = `The days carried over must be a number from 0 to ${POLICY_LIMITS.carryOver}, or empty for all.`;
const PROBATION = `The probation must be a whole number from 0 to ${POLICY_LIMITS.probation}.`;
const daysUpTo = (wrong: string, most: number) =>
  z
    .number(wrong)
    .min(0, wrong)
    .max(most, wrong)
    .refine((days) => Math.abs(days * 100 - Math.round(days * 100)) < 1e-6, wrong)
    .meta({ multipleOf: 0.01 });

const timeOffPolicy = z.object(
  {
    type: z.enum(TIME_OFF_TYPES, `The type must be one of: ${TIME_OFF_TYPES.join(', ')}.`),
    from: z.string(POLICY_FROM).refine(isDate, POLICY_FROM).meta(A_DAY),
    per: z
      .enum(POLICY_GRANTS, `A policy grants per ${POLICY_GRANTS.join(' or ')}.`)
      .describe('On January 1, or on the first of each month.'),
    days: daysUpTo(DAYS, POLICY_LIMITS.days),
    carryOver: daysUpTo(CARRY_OVER, POLICY_LIMITS.carryOver)
      .nullish()
      .describe('The most days carried over at the new year; null for all.'),
    probation: z.int(PROBATION).min(0, PROBATION).max(POLICY_LIMITS.probation, PROBATION).nullish(),
    probationUnit: z.enum(PROBATION_UNITS, `The probation is in ${PROBATION_UNITS.join(' or ')}.`).nullish(),
  },
  'A time-off policy must be an object.',
);
const timeOffPolicies = z
  .array(timeOffPolicy, 'The time-off policies must be a list.')
  .max(POLICY_LIMITS.policies, `There can be at most ${POLICY_LIMITS.policies} time-off policies.`)
  .describe('How time off is granted, by type, each from a day on; a type without one is not limited.')
  .nullish();

export const logoBody = z.object({
  image: z.string().meta({
    format: 'binary',
    description: `A PNG, JPEG or WebP file of at most ${COMPANY_LIMITS.logoBytes / 1e6} MB`,
  }),
});

/** The address of the logo for visitors of the company's pages. */
export const PUBLIC_LOGO = '/api/public/logo';

/** What a logo's address contains, so that another logo has another address. */
export const logoQuery = z.object({ version: z.string().max(64).optional() });

const REVISION = 'expectedRevision must be the revision of the settings.';
/** −1 before the first change, because there is no step to refer to yet. */
export const expectedRevision = z.int(REVISION).min(-1, REVISION).optional();

const TIME_ZONE = 'The time zone must be one of the IANA list, like America/New_York.';
const timeZone = line('The time zone', 100)
  .refine((value) => value === '' || timeZoneOf(value) !== null, TIME_ZONE)
  .meta({ examples: ['America/New_York', 'US/Pacific', 'UTC', ''], description: TIME_ZONE })
  .nullish();

export const reviseSettingsBody = z.object({
  name: text('The name', COMPANY_LIMITS.name),
  phone: text('The phone number', COMPANY_LIMITS.phone),
  email: email(COMPANY_LIMITS.email),
  timeZone,
  taxRate,
  paymentTermsDays: wholeOf(PAYMENT_TERMS, 0, COMPANY_LIMITS.paymentTermsDays),
  depositPercent: wholeOf(DEPOSIT, 0, 100),
  quoteValidityDays: wholeOf(VALIDITY, 1, COMPANY_LIMITS.quoteValidityDays),
  workingDays: z
    .array(
      z.enum(WEEKDAYS, `A working day must be one of: ${WEEKDAYS.join(', ')}.`),
      'The working days must be a list.',
    )
    .min(1, 'Choose at least one working day.')
    .nullish(),
  workingHours: hours.nullish(),
  homeBase: homeBase.nullish(),
  labourRate: amount('The labor rate'),
  serviceArea: serviceArea.nullish(),
  travel: travel.nullish(),
  overtimeMinutes: wholeOf(OVERTIME, 0, COMPANY_LIMITS.overtimeMinutes),
  overtimeWeekHours: wholeOf(OVERTIME_AFTER(COMPANY_LIMITS.overtimeWeekHours), 0, COMPANY_LIMITS.overtimeWeekHours),
  overtimeDayHours: wholeOf(OVERTIME_AFTER(COMPANY_LIMITS.overtimeDayHours), 0, COMPANY_LIMITS.overtimeDayHours),
  allowedWidgetSites: z
    .array(site, 'The allowed sites must be a list.')
    .max(COMPANY_LIMITS.allowedWidgetSites, `There can be at most ${COMPANY_LIMITS.allowedWidgetSites} sites.`)
    .nullish(),
  widgetColor,
  /** Whether owners who sign in with a password must have a second factor. */
  secondFactorForOwners: z
    .enum(SECOND_FACTOR_RULES, `The second factor for owners must be one of: ${SECOND_FACTOR_RULES.join(', ')}.`)
    .nullish(),
  postalAddress: lines('The postal address', COMPANY_LIMITS.postalAddress),
  paymentInstructions: lines('The payment instructions', COMPANY_LIMITS.paymentInstructions),
  reminderDays,
  accountNames,
  holidays,
  onboardingItems: checklistItems('An item of onboarding'),
  leavingItems: checklistItems('An item of leaving'),
  timeOffPolicies,
  /** Whether customers are asked for a review once their job is finished and paid. */
  reviewRequests: z
    .enum(REVIEW_REQUEST_RULES, `Asking for reviews must be one of: ${REVIEW_REQUEST_RULES.join(', ')}.`)
    .nullish(),
  reviewRequestDays: wholeOf(REVIEW_DAYS, 1, COMPANY_LIMITS.reviewRequestDays),
  checkpointAddresses,
  expectedRevision,
});

/** Without its password. */
export const mailServer = z.object({
  host: z.string(),
  port: z.number(),
  security: z.string(),
  user: z.string().nullable(),
  from: z.string(),
});

export const settingsRecord = z
  .object({
    id: z.string(),
    name: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    /** IANA. */
    timeZone: z.string(),
    /** Percent as decimal text. */
    taxRate: z.string(),
    paymentTermsDays: z.number(),
    /** Percent of the total of a new quote; 0: none. */
    depositPercent: z.number(),
    /** How many days a quote is valid, counted from the day it is sent. */
    quoteValidityDays: z.number(),
    workingDays: z.array(z.string()),
    /** Local wall time. */
    workingHours: z.object({ start: z.string(), end: z.string() }),
    homeBase: z
      .object({ address: z.string(), latitude: z.number().nullable(), longitude: z.number().nullable() })
      .nullable(),
    /** Decimal text in dollars, per person and hour. Null without the right to see it. */
    labourRate: z.string().nullable(),
    /** Null: everywhere. */
    serviceArea: z.object({ zipCodes: z.array(z.string()).nullable(), radiusMiles: z.number().nullable() }).nullable(),
    /** Origins; empty: any. */
    allowedWidgetSites: z.array(z.string()),
    /** Those of them that do not count, because they would cover the sites of others; none is accepted anymore. */
    uncountedWidgetSites: z.array(z.string()),
    /** The color of the quote widget's buttons; null: the default. */
    widgetColor: z.string().nullable(),
    /** How drive times are estimated from distances: miles per hour up to 2 miles, from there to 15, and beyond. */
    travel: z.object({
      roadFactor: z.number(),
      setOffMinutes: z.number(),
      townMph: z.number(),
      roadMph: z.number(),
      highwayMph: z.number(),
    }),
    /** How long after its working hours a crew may return on a planned day, in minutes. */
    overtimeMinutes: z.number(),
    /** Hours of a week, and of a day, after which hours are paid as overtime; 0: never by that measure. */
    overtimeWeekHours: z.number(),
    overtimeDayHours: z.number(),
    /** `required` or `optional`. */
    secondFactorForOwners: z.string(),
    /** Shown on quotes and invoices; null: none. The address is that of the current picture. */
    logo: z.object({ url: z.string(), width: z.number(), height: z.number() }).nullable(),
    postalAddress: z.string().nullable(),
    /** How customers pay, shown on invoices. */
    paymentInstructions: z.string().nullable(),
    /** The days after its due date on which customers are reminded of an overdue invoice; empty: never. */
    reminderDays: z.array(z.number()),
    /** The names of accounts that differ from the default. */
    accountNames: z.partialRecord(z.enum(ACCOUNT_KEYS), z.string()),
    /** What email leaves through; null: it is not set up here. */
    mailServer: mailServer.nullable(),
    /** When the company is closed, earliest first. */
    holidays: z.array(z.object({ day: z.string(), name: z.string() })),
    /** What is done for everybody who begins here, and who leaves. */
    onboardingItems: z.array(z.string()),
    leavingItems: z.array(z.string()),
    /** How time off is granted; a type without a policy is not limited. */
    timeOffPolicies: z.array(
      z.object({
        type: z.string(),
        /** The first day on which it holds. */
        from: z.string(),
        /** `year`: on January 1; `month`: on the first of each. */
        per: z.string(),
        days: z.number(),
        /** Null: all. */
        carryOver: z.number().nullable(),
        probation: z.number(),
        probationUnit: z.string(),
      }),
    ),
    /** `off`, `by_hand` or `automatic`. */
    reviewRequests: z.string(),
    /** How many days after the job is finished and paid, where that is automatic. */
    reviewRequestDays: z.number(),
    /** Where checkpoints of the history are mailed; empty without the right to read the history. */
    checkpointAddresses: z.array(z.string()),
    revision: z.number(),
  })
  .meta({ id: 'Settings' });

export type ReviseSettingsBody = z.output<typeof reviseSettingsBody>;
export type SettingsRecord = z.output<typeof settingsRecord>;
