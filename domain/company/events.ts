import { z } from 'zod';
import { type BodyOf, defineEvent } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

/** Null means the default. Nothing in it is about a person. */
const settings = {
  name: z.string().nullable().optional(),
  phone: z.string().nullable().optional(),
  email: z.string().nullable().optional(),
  /** An IANA name. */
  timeZone: z.string().nullable().optional(),
  /** Thousandths of a percent. */
  taxRate: z.int().nullable().optional(),
  paymentTermsDays: z.int().nullable().optional(),
  workingDays: z.array(z.string()).nullable().optional(),
  /** Local wall time, `HH:MM`. */
  workingHours: z.object({ start: z.string(), end: z.string() }).nullable().optional(),
  /** Degrees. */
  homeBase: z
    .object({ address: z.string(), latitude: z.number().nullable(), longitude: z.number().nullable() })
    .nullable()
    .optional(),
  /** Integer cents per person-hour. */
  labourRate: z.int().nullable().optional(),
  serviceArea: z
    .object({ zipCodes: z.array(z.string()).nullable(), radiusMiles: z.number().nullable() })
    .nullable()
    .optional(),
  /** The origins of the sites. */
  allowedWidgetSites: z.array(z.string()).nullable().optional(),
};

const withSecondFactor = { ...settings, secondFactorForOwners: z.string().nullable().optional() };

const ofQuotes = {
  /** Whole percent. */
  depositPercent: z.int().nullable().optional(),
  quoteValidityDays: z.int().nullable().optional(),
};

const ofPlanning = {
  travel: z
    .object({
      roadFactor: z.number(),
      setOffMinutes: z.number(),
      townMph: z.number(),
      roadMph: z.number(),
      highwayMph: z.number(),
    })
    .nullable()
    .optional(),
};

const ofWidget = {
  /** `#rrggbb`. */
  widgetColor: z.string().nullable().optional(),
};

const ofOvertime = { overtimeMinutes: z.int().nullable().optional() };

const ofDocuments = {
  /** Its name in the file store, and its size in pixels. */
  logo: z.object({ sha256: z.string(), width: z.int(), height: z.int() }).nullable().optional(),
  postalAddress: z.string().nullable().optional(),
  paymentInstructions: z.string().nullable().optional(),
  /** Days after the due date. */
  reminderDays: z.array(z.int()).nullable().optional(),
  /** By the key of the account. */
  accountNames: z.record(z.string(), z.string()).nullable().optional(),
};

const ofMail = {
  /** Without its password. */
  mailServer: z
    .object({
      host: z.string(),
      port: z.int(),
      security: z.string(),
      user: z.string().nullable(),
      from: z.string(),
    })
    .nullable()
    .optional(),
};

const ofHolidays = {
  /** Earliest first, `YYYY-MM-DD`. */
  holidays: z
    .array(z.object({ day: z.string(), name: z.string() }))
    .nullable()
    .optional(),
};

const ofChecklists = {
  onboardingItems: z.array(z.string()).nullable().optional(),
  leavingItems: z.array(z.string()).nullable().optional(),
};

const ofHours = {
  overtimeWeekHours: z.int().nullable().optional(),
  overtimeDayHours: z.int().nullable().optional(),
};

const ofTimeOff = {
  timeOffPolicies: z
    .array(
      z.object({
        type: z.string(),
        /** `YYYY-MM-DD` */
        from: z.string(),
        /** One of POLICY_GRANTS. */
        per: z.string(),
        /** Days, with at most two decimals. */
        days: z.number(),
        carryOver: z.number().nullable(),
        probation: z.int(),
        /** One of PROBATION_UNITS. */
        probationUnit: z.string(),
      }),
    )
    .nullable()
    .optional(),
};

const ofReviews = {
  reviewRequests: z.string().nullable().optional(),
  reviewRequestDays: z.int().nullable().optional(),
};

const ofProof = {
  /** Where checkpoints of the history are kept outside. */
  checkpointAddresses: z.array(z.string()).nullable().optional(),
};

const withMail = {
  ...withSecondFactor,
  ...ofQuotes,
  ...ofPlanning,
  ...ofWidget,
  ...ofOvertime,
  ...ofDocuments,
  ...ofMail,
};

/** Holds only the fields that changed. */
const CompanySettingsRevised = defineEvent('CompanySettingsRevised', z.object(settings))
  .next(z.object(withSecondFactor), (before) => before)
  .next(z.object({ ...withSecondFactor, ...ofQuotes }), (before) => before)
  .next(z.object({ ...withSecondFactor, ...ofQuotes, ...ofPlanning }), (before) => before)
  .next(z.object({ ...withSecondFactor, ...ofQuotes, ...ofPlanning, ...ofWidget }), (before) => before)
  .next(z.object({ ...withSecondFactor, ...ofQuotes, ...ofPlanning, ...ofWidget, ...ofOvertime }), (before) => before)
  .next(
    z.object({ ...withSecondFactor, ...ofQuotes, ...ofPlanning, ...ofWidget, ...ofOvertime, ...ofDocuments }),
    (before) => before,
  )
  .next(z.object(withMail), (before) => before)
  .next(z.object({ ...withMail, ...ofHolidays }), (before) => before)
  .next(z.object({ ...withMail, ...ofHolidays, ...ofChecklists }), (before) => before)
  .next(z.object({ ...withMail, ...ofHolidays, ...ofChecklists, ...ofHours }), (before) => before)
  .next(z.object({ ...withMail, ...ofHolidays, ...ofChecklists, ...ofHours, ...ofTimeOff }), (before) => before)
  .next(
    z.object({ ...withMail, ...ofHolidays, ...ofChecklists, ...ofHours, ...ofTimeOff, ...ofReviews }),
    (before) => before,
  )
  .next(
    z.object({ ...withMail, ...ofHolidays, ...ofChecklists, ...ofHours, ...ofTimeOff, ...ofReviews, ...ofProof }),
    (before) => before,
  );

export const companyEvents = [CompanySettingsRevised] as const;

export type CompanyEvent = BodyOf<(typeof companyEvents)[number]>;
