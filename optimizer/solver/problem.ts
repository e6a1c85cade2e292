// The input and output of the solver. Plain data that crosses threads by structured clone: no dates, no records, no
// zone. Days count from 0, times are whole minutes since midnight by the company's clock, money is in cents.

/** Why a crew may not do a job on a day: bits of `Job.bars`, determined before the search. */
export const Bar = {
  crewSize: 1,
  skill: 2,
  certificate: 4,
  equipment: 8,
  timeOff: 16,
  dayLocked: 32,
  /** Outside the days that the customer or the dispatcher allows. */
  date: 64,
  /** The crew has finished its day, is gone, or cannot work then for another reason. */
  unavailable: 128,
} as const;
export type BarName = keyof typeof Bar;

/** Low, medium, high, urgent. */
export type Priority = 0 | 1 | 2 | 3;

/** The price of each thing in a mode, per unit, in whole points. */
export interface Weights {
  /** Medium: a job left out, by its priority. */
  unassigned: readonly [number, number, number, number];
  /** Medium: per dollar of revenue of a job left out. */
  revenue: number;
  /** Per minute on the road. */
  travel: number;
  /** Per minute after the end of the shift. */
  overtime: number;
  /** Medium: in addition, a job left out whose customer was promised a time. */
  promisedOut: number;
  /** Per crew: minutes of work squared, over its available minutes, so that an hour costs a busy crew more. */
  balance: number;
  /** Per minute that work begins after the promised time. */
  late: number;
  /** A job on a different day than promised. */
  brokenPromise: number;
  /** A job with a different crew, or on a different day, than now scheduled. */
  moved: number;
  /** A job with a different crew than it should have. */
  otherCrew: number;
  /** Per day that a job waits, times its priority from 1 to 4. */
  laterDay: number;
  /** In addition, per day that a job waits whose customer was promised a time. */
  promisedDay: number;
  /** Per minute of the day that a job waits, times 2 if urgent, times 1 if high. */
  laterStart: number;
}

export const MODES = ['balanced', 'least_travel', 'most_revenue', 'urgent_first', 'even_workload'] as const;
export type Mode = (typeof MODES)[number];

const BALANCED: Weights = {
  unassigned: [1, 2, 4, 10],
  revenue: 0,
  promisedOut: 0,
  travel: 10,
  overtime: 30,
  balance: 1,
  late: 10,
  brokenPromise: 3_000,
  moved: 300,
  otherCrew: 0,
  laterDay: 20,
  promisedDay: 0,
  laterStart: 0,
};

/** The weights of each mode; those a mode does not name are as in `balanced`. */
export const MODE_WEIGHTS: Readonly<Record<Mode, Weights>> = {
  balanced: BALANCED,
  least_travel: { ...BALANCED, travel: 40, balance: 0, laterDay: 0 },
  most_revenue: { ...BALANCED, revenue: 1, laterDay: 5 },
  urgent_first: { ...BALANCED, unassigned: [1, 4, 20, 100], laterDay: 200, laterStart: 2 },
  even_workload: { ...BALANCED, balance: 20 },
};

/** Minutes between places, one row per place of departure; need not be symmetric. */
export interface Travel {
  size: number;
  minutes: Int32Array;
}

/** One crew on one day. A problem lists them by day, then in any order. */
export interface CrewDay {
  id: string;
  crewId: string;
  day: number;
  /** Where its day starts and ends: places of `Travel`. */
  start: number;
  end: number;
  shiftStart: number;
  shiftEnd: number;
  /** Minutes after the shift's end by which it has to be back. */
  overtime: number;
  members: number;
  /** How much `Job.load` it takes in a day; unlimited if missing. */
  capacity?: number;
}

/** When work at a customer's place may begin. */
export interface Window {
  day: number;
  start: number;
  end: number;
}

export interface Job {
  id: string;
  /** A place of `Travel`. */
  location: number;
  /** Work on site. */
  minutes: number;
  /**
   * Longer than any working day of a crew that may do it, whichever days are planned: it is done in parts. Without this it
   * is done in one visit or not at all.
   */
  isLong?: boolean;
  /** The customer's hours, in which each part of a long job begins and ends. */
  hours?: { start: number; end: number };
  crewSize: number;
  priority: Priority;
  /** Cents. */
  revenue: number;
  /** Work begins only within one of the day's windows; on a day without any, it may begin at any time. */
  windows: readonly Window[];
  /** Per crew-day, the bits of `Bar` that forbid it; 0 allows it. */
  bars: Uint16Array;
  /** What the customer was promised: on that day, work does not begin before `start`, and after `end` it is late. */
  promise?: Window;
  /** The crew-day it is scheduled on now. */
  scheduled?: number;
  /** The crew it should have, if that matters. */
  crewId?: string;
  /** The customer was promised a time, whichever it is. */
  isPromised?: boolean;
  /** It is not begun unless it can be finished by the last day. */
  isWhole?: boolean;
  /**
   * Per crew-day, of a long job: the minutes that its crew can work on it after the last planned day, up to the latest day
   * of the job; without this as many as it takes. What could not be finished is not begun.
   */
  later?: Int32Array;
  load?: number;
}

/** A part of a long job takes at least so many minutes, unless fewer are left. */
export const LEAST_PART = 60;

/** Work that stays where it is: pinned by a person, started, or on a locked day. Fixed visits may overlap. */
export interface FixedVisit {
  jobId: string;
  crewDay: number;
  location: number;
  start: number;
  minutes: number;
}

export interface Problem {
  travel: Travel;
  crewDays: readonly CrewDay[];
  /** The jobs to plan. */
  jobs: readonly Job[];
  fixed: readonly FixedVisit[];
  weights: Weights;
}

/** One visit of a planned job. */
export interface Visit {
  /** Index in `Problem.jobs`. */
  job: number;
  start: number;
  /** Work on this day; less than the job's if it continues the next day. */
  minutes: number;
}

/** The result of a search: per crew-day, its visits in order. Fixed visits are not repeated. */
export interface Plan {
  routes: readonly { crewDay: number; visits: readonly Visit[] }[];
}

/** In levels: one point of a higher level outweighs any sum of a lower one. */
export interface Score {
  /** Broken rules; 0 in every plan that is returned. */
  hard: number;
  /** Points of the jobs left out. */
  medium: number;
  /** Points of travel, overtime, balance, promises and waiting. */
  soft: number;
}

/** Below 0 if the first is better. */
export function compareScores(one: Score, other: Score): number {
  return one.hard - other.hard || one.medium - other.medium || one.soft - other.soft;
}

/** Medium points for leaving the job out. */
export function unassignedPoints(job: Job, weights: Weights): number {
  const promised = job.isPromised ? weights.promisedOut : 0;
  return weights.unassigned[job.priority] + weights.revenue * Math.round(job.revenue / 100) + promised;
}
