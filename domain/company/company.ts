import { accountName, namedAlike } from '../accounts/accounts.ts';
import type { AccountNames } from '../accounts/terms.ts';
import { changedFields, pickFields } from '../kit/changes.ts';
import { type Decider, Rejection, unchanged } from '../kit/decider.ts';
import { type Hours, requireDay } from '../kit/times.ts';
import { contrastWithWhite, LEAST_CONTRAST } from './contrast.ts';
import type { CompanyEvent } from './events.ts';
import type { Holiday } from './holidays.ts';
import { COMPANY_DEFAULTS, type TravelSettings } from './terms.ts';

/** Where the crews start their day. */
export interface HomeBase {
  address: string;
  /** Degrees. */
  latitude: number | null;
  longitude: number | null;
}

/** Where the company takes work: in these ZIP codes, or within so many miles of the home base. */
export interface ServiceArea {
  zipCodes: string[] | null;
  radiusMiles: number | null;
}

/** The company's logo: a PNG in the file store. */
export interface Logo {
  sha256: string;
  /** In pixels. */
  width: number;
  height: number;
}

/** The server that email leaves through. Its password is not among the events, but sealed in the state store. */
export interface MailServer {
  host: string;
  port: number;
  /** One of MAIL_SECURITY. */
  security: string;
  /** The account; null if the server asks for none. */
  user: string | null;
  /** The sender's address. */
  from: string;
}

/** How time off of one type is granted, from a day on until the next policy of that type. */
export interface TimeOffPolicy {
  /** One of TIME_OFF_TYPES. */
  type: string;
  /** The first day on which it holds, `YYYY-MM-DD`. */
  from: string;
  /** `year`: all of it on January 1. `month`: a part of it on the first of each month. */
  per: string;
  /** Days a year, or a month; at most two decimals. */
  days: number;
  /** The most days that are carried over at the new year; null for all. */
  carryOver: number | null;
  /** How long, from somebody's first day, time off accrues without being used; 0 for none. */
  probation: number;
  /** One of PROBATION_UNITS. */
  probationUnit: string;
}

/** What an owner sets at run time (docs/design/runtime.md#configuration); null means the default. */
export interface CompanySettings {
  name: string | null;
  phone: string | null;
  email: string | null;
  /** An IANA name. */
  timeZone: string | null;
  /** Thousandths of a percent. */
  taxRate: number | null;
  paymentTermsDays: number | null;
  workingDays: string[] | null;
  workingHours: Hours | null;
  homeBase: HomeBase | null;
  /** Integer cents per person-hour. */
  labourRate: number | null;
  serviceArea: ServiceArea | null;
  allowedWidgetSites: string[] | null;
  /** The color of the quote widget's buttons, `#rrggbb`. */
  widgetColor: string | null;
  /** Whether owners who sign in with a password need a second factor; one of SECOND_FACTOR_RULES. */
  secondFactorForOwners: string | null;
  /** Whole percent of the total of a new quote. */
  depositPercent: number | null;
  /** How many days a quote is valid from the day it is sent. */
  quoteValidityDays: number | null;
  /** How drives are estimated by distance. */
  travel: TravelSettings | null;
  /** How many minutes past its working hours a crew may come back on a planned day. */
  overtimeMinutes: number | null;
  /** Of how many hours in a week, and in a day, what is more is paid as overtime; 0: never by that measure. */
  overtimeWeekHours: number | null;
  overtimeDayHours: number | null;
  logo: Logo | null;
  /** As printed on quotes and invoices; may have several lines. */
  postalAddress: string | null;
  /** How customers pay, printed on invoices; may have several lines. */
  paymentInstructions: string | null;
  /** When customers are reminded of an overdue invoice, in days after its due date, ascending; empty for never. */
  reminderDays: number[] | null;
  accountNames: AccountNames | null;
  /** Null: email is not set up here. */
  mailServer: MailServer | null;
  /** When the company is closed, earliest first, each day once. */
  holidays: Holiday[] | null;
  /** What is ticked for everybody who begins here, and who leaves. */
  onboardingItems: string[] | null;
  leavingItems: string[] | null;
  /** How time off is granted, by type and from a day; none for a type: it is not limited. */
  timeOffPolicies: TimeOffPolicy[] | null;
  /** Whether customers are asked for a review; one of REVIEW_REQUEST_RULES. */
  reviewRequests: string | null;
  /** How many days after their job is finished and paid they are asked by itself. */
  reviewRequestDays: number | null;
  /** Where checkpoints of the history are mailed, to be kept out of the company's reach. */
  checkpointAddresses: string[] | null;
}

/** Null only for settings without a default. */
export type SettingsInForce = {
  [Field in keyof CompanySettings]:
    | Exclude<CompanySettings[Field], null>
    | ((typeof COMPANY_DEFAULTS)[Field] extends null ? null : never);
};

/** The settings in force: those never set have their defaults. */
export function settingsInForce(said: Partial<CompanySettings>): SettingsInForce {
  const told = Object.entries(said).filter(([, value]) => value !== null && value !== undefined);
  return { ...COMPANY_DEFAULTS, ...Object.fromEntries(told) } as unknown as SettingsInForce;
}

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

export type CompanyState = CompanySettings;

const nothingSaid: CompanySettings = {
  name: null,
  phone: null,
  email: null,
  timeZone: null,
  taxRate: null,
  paymentTermsDays: null,
  workingDays: null,
  workingHours: null,
  homeBase: null,
  labourRate: null,
  serviceArea: null,
  allowedWidgetSites: null,
  widgetColor: null,
  secondFactorForOwners: null,
  depositPercent: null,
  quoteValidityDays: null,
  travel: null,
  overtimeMinutes: null,
  overtimeWeekHours: null,
  overtimeDayHours: null,
  logo: null,
  postalAddress: null,
  paymentInstructions: null,
  reminderDays: null,
  accountNames: null,
  mailServer: null,
  holidays: null,
  onboardingItems: null,
  leavingItems: null,
  timeOffPolicies: null,
  reviewRequests: null,
  reviewRequestDays: null,
  checkpointAddresses: null,
};

function evolve(state: CompanyState, event: CompanyEvent): CompanyState {
  switch (event.type) {
    case 'CompanySettingsRevised':
      return { ...state, ...event.data } as CompanyState;
    default:
      return unchanged(state, event.type);
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** A missing field is unchanged. */
export interface CompanyCommand {
  type: 'ReviseCompanySettings';
  settings: Partial<CompanySettings>;
}

function decide({ settings }: CompanyCommand, state: CompanyState): CompanyEvent[] {
  const changes = changedFields(settings, state);
  if (Object.keys(changes).length === 0) return [];
  const { workingHours, workingDays } = changes;
  if (workingHours && workingHours.end <= workingHours.start) {
    throw new Rejection('invalid', 'The working day must end after it starts.', 'workingHours');
  }
  if (workingDays?.length === 0) throw new Rejection('invalid', 'Choose at least one working day.', 'workingDays');
  requireBaseOfRadius({ ...state, ...changes });
  if (changes.widgetColor) requireReadable(changes.widgetColor);
  if (changes.reminderDays) requireRising(changes.reminderDays);
  if (changes.holidays) requireOnce(changes.holidays);
  requireItemsOnce('onboardingItems', changes.onboardingItems);
  requireItemsOnce('leavingItems', changes.leavingItems);
  requireAddressesOnce(changes.checkpointAddresses);
  if (changes.timeOffPolicies) requireApart(changes.timeOffPolicies);
  if (changes.accountNames) requireNamesApart(changes.accountNames);
  return [{ type: 'CompanySettingsRevised', data: changes as CompanyEvent['data'] }];
}

function requireBaseOfRadius({ serviceArea, homeBase }: CompanySettings): void {
  if (!serviceArea || serviceArea.radiusMiles === null) return;
  if (homeBase && homeBase.latitude !== null && homeBase.longitude !== null) return;
  const message = 'A radius needs a home base with latitude and longitude. Enter them, or list ZIP codes instead.';
  throw new Rejection('invalid', message, 'serviceArea');
}

function requireReadable(color: string): void {
  if (contrastWithWhite(color) >= LEAST_CONTRAST) return;
  throw new Rejection('invalid', 'Choose a darker color: white text on it would be hard to read.', 'widgetColor');
}

function requireRising(days: readonly number[]): void {
  if (days.every((day, index) => index === 0 || day > (days[index - 1] ?? 0))) return;
  throw new Rejection('invalid', 'The reminder days must go up, like 7, 21, 45.', 'reminderDays');
}

function requireOnce(holidays: readonly Holiday[]): void {
  for (const { day } of holidays) requireDay('holidays', day);
  const twice = holidays.find(({ day }, index) => holidays.findIndex((each) => each.day === day) !== index);
  if (twice) throw new Rejection('invalid', `${twice.day} is in the list of holidays twice.`, 'holidays');
}

/** An item is known by its text: that it is done would count for both. */
function requireItemsOnce(field: string, items: readonly string[] | null = null): void {
  const twice = items?.find((item, index) => items.indexOf(item) !== index);
  if (twice !== undefined) throw new Rejection('invalid', `“${twice}” is in the list twice.`, field);
}

function requireAddressesOnce(addresses: readonly string[] | null = null): void {
  const known = addresses?.map((address) => address.toLowerCase());
  const twice = addresses?.find((address, index) => known?.indexOf(address.toLowerCase()) !== index);
  if (twice !== undefined) throw new Rejection('invalid', `${twice} is in the list twice.`, 'checkpointAddresses');
}

/** Of a type one policy holds on a day. */
function requireApart(policies: readonly TimeOffPolicy[]): void {
  for (const { from } of policies) requireDay('timeOffPolicies', from);
  const keyOf = ({ type, from }: TimeOffPolicy) => `${type} ${from}`;
  const twice = policies.find((each, index) => policies.findIndex((one) => keyOf(one) === keyOf(each)) !== index);
  if (!twice) return;
  const message = `There are two time-off policies for ${twice.type} from ${twice.from}. Change one of them.`;
  throw new Rejection('invalid', message, 'timeOffPolicies');
}

function requireNamesApart(names: AccountNames): void {
  const alike = namedAlike(names);
  if (!alike) return;
  const [one, other] = alike;
  const both = `The accounts ${one} and ${other} would both be called “${accountName(other, names)}”`;
  throw new Rejection('invalid', `${both}. Give each its own name.`, 'accountNames');
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse(event: CompanyEvent, before: CompanyState): CompanyCommand {
  return { type: 'ReviseCompanySettings', settings: pickFields(before, event.data) };
}

export const company: Decider<CompanyState, CompanyCommand, CompanyEvent> = {
  category: 'company',
  whose: 'nobody',
  initial: nothingSaid,
  evolve,
  decide,
  inverse,
};
