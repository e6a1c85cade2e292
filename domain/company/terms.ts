/** The days of a week, as settings name them. */
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
} as const;

/** Whether owners who sign in with a password need a second factor. */
export const SECOND_FACTOR_RULES = ['optional', 'required'] as const;
export type SecondFactorRule = (typeof SECOND_FACTOR_RULES)[number];

/** The company's one record. */
export const COMPANY_ID = 'main';

/** What holds as long as the owner has said nothing else. */
export const COMPANY_DEFAULTS = {
  name: null,
  phone: null,
  email: null,
  /** IANA. */
  timeZone: 'America/New_York',
  /** Thousandths of a percent. */
  taxRate: 0,
  paymentTermsDays: 30,
  workingDays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  /** Local wall time. */
  workingHours: { start: '07:30', end: '16:00' },
  homeBase: null,
  /** Integer cents per person and hour. */
  labourRate: 6_500,
  /** Everywhere. */
  serviceArea: null,
  /** Any site. */
  allowedWidgetSites: [],
  secondFactorForOwners: 'optional',
  /** Of the total of a new quote; 0: none. */
  depositPercent: 0,
  /** How long a quote is valid from the day on which it is sent. */
  quoteValidityDays: 30,
} as const;
