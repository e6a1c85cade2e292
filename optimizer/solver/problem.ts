// What the solver is given and what it answers. Plain data that crosses threads by structured clone: no dates, no
// records, no zone. Days count from 0, times are whole minutes after the day's midnight by the company's clock, money
// is cents.

/** Why a crew may not do a job on a day: bits of `Job.bars`, found before the search. */
export const Bar = {
  crewSize: 1,
  skill: 2,
  certificate: 4,
  equipment: 8,
  timeOff: 16,
  dayLocked: 32,
  /** Outside the days that the customer or the dispatcher allows. */
  date: 64,
  /** The crew has ended its day, left, or cannot work then for another reason. */
  unavailable: 128,
} as const;
export type BarName = keyof typeof Bar;

/** Low, medium, high, urgent. */
export type Priority = 0 | 1 | 2 | 3;

/** What a mode counts, each per unit, in whole points. */
export interface Weights {
  /** Medium: a job left out, by its priority. */
  unassigned: readonly [number, number, number, number];
  /** Medium: per dollar of the revenue of a job left out. */
  revenue: number;
  /** Per minute on the road. */
  travel: number;
  /** Per minute after the end of the shift. */
  overtime: number;
  /** Medium: besides, a job left out whose customer was told a time. */
  promisedOut: number;
  /** Per crew: minutes of work squared over the minutes it has, so that an hour costs a full crew more. */
  balance: number;
  /** Per minute that work begins after the promised time. */
  late: number;
  /** A job on another day than was promised. */
  brokenPromise: number;
  /** A job by another crew, or on another day, than the schedule has it. */
  moved: number;
  /** A job by another crew than it is to have. */
  otherCrew: number;
  /** Per day that a job waits, times its priority from 1 to 4. */
  laterDay: number;
  /** Per day that a job waits besides, whose customer was told a time. */
  promisedDay: number;
  /** Per minute of the day that an urgent or high job waits, times 2 and 1. */
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

/** What each mode weighs; what a mode does not name is as in `balanced`. */
export const MODE_WEIGHTS: Readonly<Record<Mode, Weights>> = {
  balanced: BALANCED,
  least_travel: { ...BALANCED, travel: 40, balance: 0, laterDay: 0 },
  most_revenue: { ...BALANCED, revenue: 1, laterDay: 5 },
  urgent_first: { ...BALANCED, unassigned: [1, 4, 20, 100], laterDay: 200, laterStart: 2 },
  even_workload: { ...BALANCED, balance: 20 },
};

/** Minutes between places, row by row from each place; need not be symmetric. */
export interface Travel {
  size: number;
  minutes: Int32Array;
}

/** One crew on one day. The list of a problem is ordered by day, then as the caller likes. */
export interface CrewDay {
  id: string;
  crewId: string;
  day: number;
  /** Where it sets out and comes back to: places of `Travel`. */
  start: number;
  end: number;
  shiftStart: number;
  shiftEnd: number;
  /** Minutes after the shift's end by which it has to be back at the latest. */
  overtime: number;
  members: number;
  /** How much `Job.load` it takes in a day; without it any. */
  capacity?: number;
}

/** When work at a customer's may begin. */
export interface Window {
  day: number;
  start: number;
  end: number;
}

export interface Job {
  id: string;
  /** A place of `Travel`. */
  location: number;
  /** Work at the place. More than fits in any crew's day is split at the day's end. */
  minutes: number;
  crewSize: number;
  priority: Priority;
  /** Cents. */
  revenue: number;
  /** Begin only within one of the day's windows; a day without any leaves all times open. */
  windows: readonly Window[];
  /** Per crew-day the bits of `Bar` that forbid it; 0 allows it. */
  bars: Uint16Array;
  /** What the customer was told: that day work does not begin before `start`, and after `end` counts as late. */
  promise?: Window;
  /** The crew-day that the schedule has it on now. */
  scheduled?: number;
  /** The crew that it is to have, where that counts. */
  crewId?: string;
  /** The customer was told when somebody comes, whenever that was. */
  isPromised?: boolean;
  /** It is not begun where its work would not be done by the last day. */
  isWhole?: boolean;
  load?: number;
}

/** Work that stays where it is: pinned by a person, started, or on a locked day. It may overlap another such. */
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
  /** What may be planned anew. */
  jobs: readonly Job[];
  fixed: readonly FixedVisit[];
  weights: Weights;
}

/** One visit of a planned job. */
export interface Visit {
  /** Index of `Problem.jobs`. */
  job: number;
  start: number;
  /** Work on this day; less than the job's where it goes on the next day. */
  minutes: number;
}

/** What a search answers: per crew-day its visits in order. Fixed visits are not repeated. */
export interface Plan {
  routes: readonly { crewDay: number; visits: readonly Visit[] }[];
}

/** Levels: one of a higher level outweighs any sum of the lower. */
export interface Score {
  /** Broken rules; 0 in every plan that is handed out. */
  hard: number;
  /** Points of the jobs left out. */
  medium: number;
  /** Points of travel, overtime, balance, promises and waiting. */
  soft: number;
}

/** Below 0 where the first is better. */
export function compareScores(one: Score, other: Score): number {
  return one.hard - other.hard || one.medium - other.medium || one.soft - other.soft;
}

/** Points at the medium level of leaving the job out. */
export function unassignedPoints(job: Job, weights: Weights): number {
  const promised = job.isPromised ? weights.promisedOut : 0;
  return weights.unassigned[job.priority] + weights.revenue * Math.round(job.revenue / 100) + promised;
}
