/** The days of the week, as settings name them. */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const COMPANY_LIMITS = {
  name: 200,
  phone: 50,
  email: 254,
  address: 500,
  paymentTermsDays: 365,
  quoteValidityDays: 365,
  zipCodes: 500,
  radiusMiles: 500,
  allowedWidgetSites: 50,
  overtimeMinutes: 240,
  /** The hours of a week, and of a day. */
  overtimeWeekHours: 168,
  overtimeDayHours: 24,
  postalAddress: 500,
  paymentInstructions: 2_000,
  reminders: 6,
  reminderDays: 365,
  /** The size of the logo file. */
  logoBytes: 5_000_000,
  mailHost: 253,
  mailUser: 254,
  mailPassword: 500,
  holidays: 300,
  holidayName: 100,
  checklistItems: 40,
  checklistItem: 120,
  reviewRequestDays: 60,
  checkpointAddresses: 5,
} as const;

/** Whether owners who sign in with a password need a second factor. */
export const SECOND_FACTOR_RULES = ['optional', 'required'] as const;
export type SecondFactorRule = (typeof SECOND_FACTOR_RULES)[number];

/** Whether customers are asked for a review once their job is finished and paid: not at all, by a person, or by itself. */
export const REVIEW_REQUEST_RULES = ['off', 'by_hand', 'automatic'] as const;
export type ReviewRequestRule = (typeof REVIEW_REQUEST_RULES)[number];

/** How the connection to a mail server is encrypted: from the start, or once it is open. */
export const MAIL_SECURITY = ['tls', 'starttls'] as const;

/** How a time-off policy grants days: all of it on January 1, or a part on the first of each month. */
export const POLICY_GRANTS = ['year', 'month'] as const;

export const PROBATION_UNITS = ['days', 'months'] as const;

/** The most of each in a policy, and of policies. */
export const POLICY_LIMITS = { days: 366, carryOver: 1_000, probation: 730, policies: 100 } as const;

/** How long the company's trucks take, for estimating drives by distance. */
export interface TravelSettings {
  /** Road distance divided by straight-line distance. */
  roadFactor: number;
  /** Per drive: to strap down, pull out and park. */
  setOffMinutes: number;
  /** Miles an hour: for the first 2 miles, from there up to 15, and beyond. */
  townMph: number;
  roadMph: number;
  highwayMph: number;
}

export const TRAVEL_RANGES = {
  roadFactor: { least: 1, most: 3 },
  setOffMinutes: { least: 0, most: 120 },
  townMph: { least: 5, most: 90 },
  roadMph: { least: 5, most: 90 },
  highwayMph: { least: 5, most: 90 },
} as const satisfies Record<keyof TravelSettings, { least: number; most: number }>;

/** The default color of the quote widget's buttons: the product's green. */
export const WIDGET_COLOR = '#24694a';

/** The company's one record. */
export const COMPANY_ID = 'main';

/** What holds until the owner sets something else. */
export const COMPANY_DEFAULTS = {
  name: null,
  phone: null,
  email: null,
  /** An IANA name. */
  timeZone: 'America/New_York',
  /** Thousandths of a percent. */
  taxRate: 0,
  paymentTermsDays: 30,
  workingDays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  /** Local wall time. */
  workingHours: { start: '07:30', end: '16:00' },
  homeBase: null,
  /** Integer cents per person-hour. */
  labourRate: 6_500,
  /** Everywhere. */
  serviceArea: null,
  /** Any site. */
  allowedWidgetSites: [],
  /** The widget's default color. */
  widgetColor: null,
  secondFactorForOwners: 'optional',
  /** Percent of the total of a new quote; 0 for no deposit. */
  depositPercent: 0,
  /** How many days a quote is valid from the day it is sent. */
  quoteValidityDays: 30,
  /** A truck with a chipper, on roads about a third longer than the straight line (Boscoe et al. 2012). */
  travel: { roadFactor: 1.3, setOffMinutes: 5, townMph: 20, roadMph: 30, highwayMph: 45 },
  /** None: only the owner can allow plans that keep people late. */
  overtimeMinutes: 0,
  /** The federal rule (29 U.S.C. 207). */
  overtimeWeekHours: 40,
  /** Never by the day alone. */
  overtimeDayHours: 0,
  logo: null,
  postalAddress: null,
  paymentInstructions: null,
  /** For an overdue invoice, in days after its due date. */
  reminderDays: [7, 21, 45],
  /** The default names of the books. */
  accountNames: {},
  mailServer: null,
  holidays: [],
  /** What is done for everybody who begins here. */
  onboardingItems: [
    'W-4',
    'I-9 with documents seen',
    'Emergency contact on file',
    'Driver’s license copied',
    'Safety gear handed out and fitted',
    'Chainsaw and chipper safety shown',
    'Aerial-lift training',
    'Account opened',
  ],
  /** And for everybody who leaves. */
  leavingItems: ['Keys back', 'Safety gear and tools back', 'Account closed', 'Final pay'],
  timeOffPolicies: [],
  reviewRequests: 'off',
  /** After the day on which the job was finished and paid. */
  reviewRequestDays: 3,
  checkpointAddresses: [],
} as const;
