import type { Visit } from '../../../domain/job/life.ts';
import type { RecordedEvent } from '../../../domain/kit/event.ts';
import type { Chance } from './insight-chance.ts';
import type { Stage } from './insight-stage.ts';

// What a generated company is made of, and what is so in it, whatever its records say.

/** A Monday. */
export const FIRST_DAY = Date.UTC(2023, 0, 2);
export const COMPANY_DAYS = 3 * 365;
export const HOUR_MS = 3_600_000;
/** New York in winter; an hour more or less in summer changes nothing here. */
export const ZONE = 'America/New_York';
export const ZONE_MS = 5 * HOUR_MS;
/** Cents an hour. */
export const LABOR_RATE = 6_500;

export interface Service {
  /** How often it is asked for, and its share in each month. */
  weight: number;
  season: readonly number[];
  /** Hours on site: the median and the deviation of the logarithm. */
  hours: readonly [number, number];
  gear: readonly string[];
  skill: readonly [string, number] | null;
  /** How many come again for it, and after how many days. */
  again: readonly [number, number];
  /** Cents an hour for the dump. */
  disposal: number;
  isOfWeather: boolean;
}

const ALL_YEAR = [0.6, 0.7, 0.9, 1.1, 1.2, 1.2, 1.2, 1.2, 1.2, 1.1, 0.9, 0.5];
const IN_SPRING = [0.6, 1.3, 2, 1.6, 0.9, 0.6, 0.5, 0.6, 0.8, 1.2, 1.2, 0.5];
const IN_SUMMER = [0.1, 0.1, 0.3, 0.7, 1.6, 2, 1.9, 1.8, 1.6, 0.9, 0.3, 0.1];

export const SERVICES = {
  tree_removal: {
    weight: 0.3,
    season: ALL_YEAR,
    hours: [6, 0.5],
    gear: ['Chippers', 'Bucket Trucks'],
    skill: ['Aerial Lift', 0.7],
    again: [0.05, 700],
    disposal: 2_400,
    isOfWeather: true,
  },
  tree_trimming: {
    weight: 0.2,
    season: ALL_YEAR,
    hours: [3.5, 0.45],
    gear: ['Chippers'],
    skill: null,
    again: [0.4, 330],
    disposal: 900,
    isOfWeather: true,
  },
  pruning: {
    weight: 0.2,
    season: IN_SPRING,
    hours: [4, 0.5],
    gear: ['Chippers'],
    skill: ['Certified Arborist', 0.35],
    again: [0.45, 365],
    disposal: 700,
    isOfWeather: true,
  },
  stump_grinding: {
    weight: 0.12,
    season: ALL_YEAR,
    hours: [1.8, 0.4],
    gear: ['Stump Grinders'],
    skill: null,
    again: [0.03, 600],
    disposal: 300,
    isOfWeather: false,
  },
  hedge_trimming: {
    weight: 0.12,
    season: IN_SUMMER,
    hours: [2.5, 0.35],
    gear: [],
    skill: null,
    again: [0.6, 150],
    disposal: 400,
    isOfWeather: false,
  },
  emergency_cleanup: {
    weight: 0.05,
    season: ALL_YEAR,
    hours: [4, 0.6],
    gear: ['Chippers'],
    skill: null,
    again: [0.03, 500],
    disposal: 1_500,
    isOfWeather: true,
  },
} as const satisfies Record<string, Service>;
export type ServiceName = keyof typeof SERVICES;
export const SERVICE_NAMES = Object.keys(SERVICES) as ServiceName[];

/** How often a lead comes by each source, and how many of the quotes for it are won. */
export const SOURCES = {
  Website: [0.3, 0.45],
  Referral: [0.27, 0.62],
  'Google Ads': [0.22, 0.38],
  'Facebook Ads': [0.11, 0.3],
  'Trade Show': [0.04, 0.35],
  Other: [0.06, 0.4],
} as const;
export type SourceName = keyof typeof SOURCES;
export const SOURCE_NAMES = Object.keys(SOURCES) as SourceName[];

// ── What is so ───────────────────────────────────────────────────────────────────────────────────────────────────

export interface LeadTruth {
  id: string;
  source: SourceName;
  capturedAt: number;
  contactedAt: number | null;
  /** When it was won or lost. */
  endedAt: number | null;
  isWon: boolean;
}

export interface QuoteTruth {
  id: string;
  source: SourceName | null;
  service: ServiceName;
  estimator: string;
  createdAt: number;
  sentAt: number | null;
  /** Cents: its price, and what the work is bound to cost. */
  price: number;
  cost: number;
}

export interface CustomerTruth {
  id: string;
  leadId: string | null;
  name: string;
  email: string | null;
  address: string;
  /** Degrees. */
  latitude: number;
  longitude: number;
  paysLate: boolean;
  /** Comes back only where it is planted. */
  staysAway: boolean;
}

export interface JobTruth {
  id: string;
  quoteId: string | null;
  customer: CustomerTruth;
  service: ServiceName;
  crew: CrewTruth | null;
  /** Who made its quote; null if it has none. */
  estimator: string | null;
  /** In hours, and how many of them each is bound to take. */
  estimate: number;
  bound: number;
  price: number;
  /** Cents: what was spent on it so far. */
  spent: number;
  visits: readonly Visit[];
  completedAt: number | null;
  /** When its invoice was issued, or somebody said that there is none. */
  settledAt: number | null;
  /** Counts its plans, so that an earlier one no longer happens. */
  plan: number;
}

/** What is known of a job when it is entered. */
export type EnteredJob = Pick<JobTruth, 'id' | 'quoteId' | 'customer' | 'service' | 'estimate' | 'price'>;

export interface InvoiceTruth {
  id: string;
  jobId: string;
  issuedAt: number;
  dueDate: string;
  total: number;
  sentAt: number | null;
  /** When nothing was open any more. */
  settledAt: number | null;
}

export interface PersonTruth {
  id: string;
  certificates: { name: string; issuedOn: string; expiresOn: string }[];
}

export interface MachineTruth {
  id: string;
  category: string;
  price: number;
  crew: CrewTruth | null;
  interval: number;
  spent: { day: string; cents: number }[];
  /** Nobody maintains it before that, milliseconds since 1970. */
  leftUntil: number;
}

export interface CrewTruth {
  id: string;
  members: readonly PersonTruth[];
  machines: MachineTruth[];
  /** Hours booked by day, drives included. */
  booked: Map<string, number>;
  /** No work is given to it. */
  isPassedOver: boolean;
}

/** How a company does things, which planted facts change. */
export interface Habits {
  costs: Record<string, number>;
  wins: Partial<Record<string, number>>;
  /** By service, and by estimator. */
  hours: Partial<Record<string, number>>;
  /** The share of invoices that are paid two months late. */
  paysLater: number;
  /** What nobody does for the time being; each is told what was left undone. */
  forgets: Partial<Record<'contact' | 'send' | 'invoice' | 'mail', (id: string) => boolean>>;
}

export interface Truth {
  leads: Map<string, LeadTruth>;
  quotes: Map<string, QuoteTruth>;
  customers: Map<string, CustomerTruth>;
  jobs: Map<string, JobTruth>;
  invoices: Map<string, InvoiceTruth>;
  machines: Map<string, MachineTruth>;
  people: Map<string, PersonTruth>;
  crews: CrewTruth[];
  estimators: readonly string[];
  /** Actual hours for each estimated hour, by service. */
  overrun: Record<ServiceName, number>;
  /** Costs by category and day, in cents: what was spent, and what was to be expected. */
  costs: { category: string; day: string; cents: number; expected: number }[];
}

// ── What is played ───────────────────────────────────────────────────────────────────────────────────────────────

export interface People {
  formCrew(number: number): void;
  /** @param names of their certificates */
  hire(names: readonly string[]): PersonTruth;
  /** A certificate turns out to end on a day, and is renewed on a later one. */
  letLapse(person: PersonTruth, name: string, expiresOn: string, renewedOn: string): void;
  takeTimeOff(): void;
}

export interface Equipment {
  machine(category: string, crew: CrewTruth | null, price: number): MachineTruth;
  maintain(machine: MachineTruth, cents: number, notes: string): void;
  repair(machine: MachineTruth): void;
}

export interface Sales {
  askAsLead(service: ServiceName, when: number): void;
  /** A customer asks for work: a quote, and what follows. @param cheap the share of the price that is asked for */
  ask(customer: CustomerTruth | null, service: ServiceName, lead: LeadTruth | null, cheap?: number): QuoteTruth;
  register(service: ServiceName, when: number, again: boolean): CustomerTruth;
}

export interface Work {
  newJob(entered: EnteredJob): JobTruth;
  /** Enters a job for a customer and plans it. */
  bookJob(customer: CustomerTruth, service: ServiceName, planned: PlannedJob): JobTruth;
  /** What the office adds: where it is, what it needs, and what it is planned to cost. */
  prepare(known: JobTruth, place?: { latitude: number; longitude: number }, asked?: string | null): void;
  plan(known: JobTruth, from: string, isUrgent: boolean, only?: CrewTruth): void;
}

export interface Money {
  payBills(busy: number): void;
  spend(category: string, cents: number, expected: number, jobId?: string | null): void;
  bill(known: JobTruth, when: number): void;
  /** A mail; now and then the server refuses it, and somebody sends it again. */
  post(kind: 'quote' | 'invoice', category: string, recordId: string, id?: string): void;
}

export type Parts = People & Equipment & Sales & Work & Money;

/** A company while its days are played. */
export interface World extends Parts {
  chance: Chance;
  stage: Stage;
  truth: Truth;
  habits: Habits;
  newId(kind: string): string;
  crewCount: number;
  /** The share of quotes that are won here. */
  winsHere: Readonly<Record<SourceName, number>>;
  /** Cents an hour. */
  priceLevel: number;
  /** The next moment in which the office works. */
  inOffice(time: number): number;
}

export interface PlannedJob {
  hours: number;
  price: number;
  crew?: CrewTruth;
  /** The first day that may be chosen; or exactly these visits. */
  from?: string;
  visits?: readonly Visit[];
  latestDate?: string;
  skill?: string | null;
  place?: { latitude: number; longitude: number };
}

export interface GeneratedCompany {
  entries: RecordedEvent[];
  truth: Truth;
}
