import { type CrewDay, type Job, LEAST_PART, type Problem, unassignedPoints } from './problem.ts';

// A problem as the search reads it: nodes and typed arrays. The nodes are the jobs, then the fixed visits, then the
// days of jobs longer than one day, then the starts of all crew-days, then their ends. Values per day are at `day *
// jobs + job`, values per crew-day at `route * jobs + job`.

/** The value of a typed array at an index known to be in range. */
export function at(array: Int32Array, index: number): number {
  return array[index] as number;
}

/** Later than any time of a day. */
const NEVER = 2 ** 29;

/** One way to place a job longer than a day: the free days of one crew, except that the last may have room left. */
export interface Span {
  routes: readonly number[];
  /** Per day: when work begins, and its minutes. */
  begins: readonly number[];
  minutes: readonly number[];
  /** Minutes of the job left after the last day of the problem. */
  remaining: number;
}

export interface Model {
  problem: Problem;
  jobs: number;
  fixed: number;
  routes: number;
  nodes: number;
  firstStart: number;
  firstEnd: number;
  size: number;
  /** Minutes at `from * size + to`. */
  out: Int32Array;
  place: Int32Array;
  minutes: Int32Array;
  load: Int32Array;
  capacity: Int32Array;
  day: Int32Array;
  crew: Int32Array;
  crews: number;
  /** Per day and job: the first and last minute that work may begin. */
  open: Int32Array;
  close: Int32Array;
  /** Per day and job: the gaps between windows, as pairs; most have none. */
  gaps: ReadonlyMap<number, Int32Array>;
  /** Per job: the routes it may be in. */
  choices: readonly Int32Array[];
  /** Empty routes of the same kind are the same to every job. */
  kind: Int32Array;
  /** Per route and job: points for that day and crew. */
  placing: Int32Array;
  /** Per day and job: points per minute that work begins after `due`. */
  rate: Int32Array;
  due: Int32Array;
  /** Per job: medium points for leaving it out. */
  points: Float64Array;
  /** Per crew: the minutes it has. */
  available: Float64Array;
  /** By job, only for those longer than a day. */
  spans: ReadonlyMap<number, readonly Span[]>;
  /** Per job: the node of the first day of its span, or -1. */
  firstPart: Int32Array;
  /** The job priced at a node: a job's own node, or the first day of a longer one; else -1. */
  priced: Int32Array;
  /** Whether times have a price too, so that a route's cost depends on more than its travel. */
  timed: boolean;
  /** The mean drive between two jobs, in points; the unit of the search's temperatures. */
  meanWay: number;
}

/** Compiles a problem into what the search works on. */
export function compile(problem: Problem): Model {
  const { crewDays, jobs, fixed, travel, weights } = problem;
  const times = compileTimes(problem);
  const choices = jobs.map((job, index) =>
    Int32Array.from(crewDays.keys().filter((route) => fits(problem, times, job, index, route))),
  );
  const spans = new Map<number, readonly Span[]>();
  for (const [index, job] of jobs.entries()) {
    const found = job.isLong ? spansOf(problem, times, job, index) : [];
    if (found.length > 0) spans.set(index, found);
  }
  const { parts, firstPart, priced } = partsOf(jobs.length, fixed.length, spans);
  const firstStart = jobs.length + fixed.length + parts.length;
  const nodes = firstStart + 2 * crewDays.length;
  const places = [
    ...[...jobs, ...fixed].map(({ location }) => location),
    ...parts.map((job) => jobs[job]?.location ?? 0),
    ...crewDays.map(({ start }) => start),
    ...crewDays.map(({ end }) => end),
  ];
  const placing = compilePlacing(problem);
  return {
    problem,
    jobs: jobs.length,
    fixed: fixed.length,
    routes: crewDays.length,
    nodes,
    firstStart,
    firstEnd: firstStart + crewDays.length,
    size: travel.size,
    out: travel.minutes,
    place: Int32Array.from(places),
    minutes: filled(
      nodes,
      0,
      [...jobs, ...fixed].map(({ minutes }) => minutes),
    ),
    load: Int32Array.from(jobs, ({ load }) => load ?? 0),
    capacity: Int32Array.from(crewDays, ({ capacity }) => capacity ?? NEVER),
    day: Int32Array.from(crewDays, ({ day }) => day),
    ...crewsOf(crewDays),
    ...times,
    choices,
    kind: kindsOf(problem, placing),
    placing,
    points: Float64Array.from(jobs, (job) => unassignedPoints(job, weights)),
    spans,
    firstPart,
    priced: filled(nodes, -1, [...jobs.keys(), ...fixed.map(() => -1), ...priced]),
    timed: crewDays.some(({ overtime }) => overtime > 0) || times.rate.some((rate) => rate > 0),
    meanWay: meanWay(problem),
  };
}

function filled(length: number, rest: number, first: readonly number[]): Int32Array {
  const array = new Int32Array(length).fill(rest);
  array.set(first);
  return array;
}

function crewsOf(crewDays: readonly CrewDay[]): Pick<Model, 'crew' | 'crews' | 'available'> {
  const ids = [...new Set(crewDays.map(({ crewId }) => crewId))];
  const crew = Int32Array.from(crewDays, ({ crewId }) => ids.indexOf(crewId));
  const available = ids.map((id) =>
    crewDays.reduce((sum, each) => sum + (each.crewId === id ? each.shiftEnd - each.shiftStart : 0), 0),
  );
  return { crew, crews: ids.length, available: Float64Array.from(available) };
}

/** Nodes for the days of jobs longer than one day: per job, as many as its longest span has. */
function partsOf(jobs: number, fixed: number, spans: ReadonlyMap<number, readonly Span[]>) {
  const parts: number[] = [];
  const priced: number[] = [];
  const firstPart = new Int32Array(jobs).fill(-1);
  for (const [job, ways] of spans) {
    firstPart[job] = jobs + fixed + parts.length;
    const days = Math.max(...ways.map(({ routes }) => routes.length));
    for (let day = 0; day < days; day++) {
      parts.push(job);
      priced.push(day === 0 ? job : -1);
    }
  }
  return { parts, firstPart, priced };
}

type Times = Pick<Model, 'open' | 'close' | 'gaps' | 'rate' | 'due'>;

function compileTimes({ crewDays, jobs, weights }: Problem): Times {
  const days = crewDays.reduce((most, { day }) => Math.max(most, day + 1), 1);
  const [open, close, rate, due] = [0, NEVER, 0, 0].map((value) => new Int32Array(days * jobs.length).fill(value));
  const times = { open, close, rate, due, gaps: new Map<number, Int32Array>() } as Times & {
    gaps: Map<number, Int32Array>;
  };
  for (let day = 0; day < days; day++) {
    const dayBegins = Math.min(...crewDays.flatMap((each) => (each.day === day ? [each.shiftStart] : [])));
    for (const [index, job] of jobs.entries()) {
      const slot = day * jobs.length + index;
      const windows = windowsOn(job, day);
      times.open[slot] = windows[0]?.start ?? NEVER;
      times.close[slot] = windows.at(-1)?.end ?? -1;
      if (windows.length > 1) times.gaps.set(slot, gapsOf(windows));
      const promise = job.promise?.day === day ? job.promise : undefined;
      times.rate[slot] = weights.laterStart * Math.max(0, job.priority - 1) + (promise ? weights.late : 0);
      times.due[slot] = promise?.end ?? dayBegins;
    }
  }
  return times;
}

/** The times of a day when work may begin, in order and not touching; all times if the job names none. */
export function windowsOn(
  job: Pick<Job, 'windows' | 'promise'>,
  day: number,
): readonly { start: number; end: number }[] {
  const named = job.windows.filter((window) => window.day === day);
  const from = job.promise?.day === day ? job.promise.start : 0;
  const all = named.length > 0 ? named : [{ start: 0, end: NEVER }];
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of all.toSorted((a, b) => a.start - b.start)) {
    const window = { start: Math.max(start, from), end };
    const last = merged.at(-1);
    if (window.start > window.end) continue;
    if (last && window.start <= last.end + 1) last.end = Math.max(last.end, end);
    else merged.push(window);
  }
  return merged;
}

function gapsOf(windows: readonly { start: number; end: number }[]): Int32Array {
  return Int32Array.from(windows.slice(1).flatMap(({ start }, at) => [windows[at]?.end ?? 0, start]));
}

/** The first time from `time` on that is not in a gap. */
export function nextOutside(gaps: Int32Array | undefined, time: number): number {
  const end = gapAround(gaps, time);
  return gaps && end > 0 ? at(gaps, end) : time;
}

/** The last time up to `time` that is not in a gap. */
export function lastOutside(gaps: Int32Array | undefined, time: number): number {
  const end = gapAround(gaps, time);
  return gaps && end > 0 ? at(gaps, end - 1) : time;
}

/** The index of the end of the gap around a time, else 0. */
function gapAround(gaps: Int32Array | undefined, time: number): number {
  if (!gaps) return 0;
  for (let end = 1; end < gaps.length; end += 2) {
    if (time > at(gaps, end - 1) && time < at(gaps, end)) return end;
  }
  return 0;
}

/** Whether the crew can do the job on that day if it has no other. */
function fits(problem: Problem, times: Times, job: Job, index: number, route: number): boolean {
  const crewDay = problem.crewDays[route] as CrewDay;
  if (job.isLong || job.bars[route] !== 0 || (job.load ?? 0) > (crewDay.capacity ?? NEVER)) return false;
  const begin = firstBegin(problem, times, job, index, crewDay);
  return (
    begin !== undefined && begin + job.minutes + back(problem, job, crewDay) <= crewDay.shiftEnd + crewDay.overtime
  );
}

/** When the crew can begin, coming straight from its start; undefined if that is past the last window. */
function firstBegin({ jobs, travel }: Problem, times: Times, job: Job, index: number, crewDay: CrewDay) {
  const slot = crewDay.day * jobs.length + index;
  const arrival = Math.max(arrivalAt(travel, job, crewDay), at(times.open, slot), job.hours?.start ?? 0);
  const begin = nextOutside(times.gaps.get(slot), arrival);
  return begin <= at(times.close, slot) ? begin : undefined;
}

function arrivalAt({ minutes, size }: Problem['travel'], job: Job, { shiftStart, start }: CrewDay): number {
  return shiftStart + at(minutes, start * size + job.location);
}

function back({ travel }: Problem, job: Job, crewDay: CrewDay): number {
  return at(travel.minutes, job.location * travel.size + crewDay.end);
}

/** The ways to do a long job in parts: for each crew and each day on which it can be begun, one. */
function spansOf(problem: Problem, times: Times, job: Job, index: number): Span[] {
  if (job.load) return [];
  const taken = new Set(problem.fixed.map(({ crewDay }) => crewDay));
  const byCrew = Map.groupBy(problem.crewDays.keys(), (route) => problem.crewDays[route]?.crewId);
  return [...byCrew.values()].flatMap((routes) => {
    const days = routes.flatMap((route) => {
      const crewDay = problem.crewDays[route] as CrewDay;
      const begin = job.bars[route] === 0 && !taken.has(route) && firstBegin(problem, times, job, index, crewDay);
      const until = Math.min(crewDay.shiftEnd - back(problem, job, crewDay), job.hours?.end ?? NEVER);
      const atMost = Math.min(
        crewDay.shiftEnd + crewDay.overtime - back(problem, job, crewDay),
        job.hours?.end ?? NEVER,
      );
      return typeof begin === 'number' ? [{ route, begin, room: until - begin, most: atMost - begin }] : [];
    });
    return days.flatMap((_, first) => spanFrom(job, days.slice(first)) ?? []);
  });
}

/** A day on which a crew can work on a long job. */
interface FreeDay {
  route: number;
  begin: number;
  /** Minutes to the end of the shift, and to the end of what overtime allows. */
  room: number;
  most: number;
}

/** The work goes on each free day to the end of the shift; overtime is only for what is finished by it. */
function spanFrom(job: Job, days: readonly FreeDay[]): Span | undefined {
  const span = { routes: [] as number[], begins: [] as number[], minutes: [] as number[], remaining: job.minutes };
  for (const [position, { route, begin, room, most }] of days.entries()) {
    const minutes = span.remaining <= most ? span.remaining : room;
    if (minutes < Math.min(LEAST_PART, span.remaining)) {
      if (position === 0) return undefined;
      continue;
    }
    span.routes.push(route);
    span.begins.push(begin);
    span.minutes.push(minutes);
    span.remaining -= minutes;
    if (span.remaining === 0) return span;
  }
  const [first = 0] = span.routes;
  const later = job.isWhole ? 0 : (job.later?.[first] ?? NEVER);
  return span.remaining > later ? undefined : span;
}

/** What a job costs on that day with that crew, whatever else they do. */
function compilePlacing({ crewDays, jobs, weights }: Problem): Int32Array {
  const points = crewDays.flatMap(({ day, crewId }, route) =>
    jobs.map(({ priority, promise, scheduled, crewId: own, isPromised }) => {
      const broken = promise !== undefined && promise.day !== day ? weights.brokenPromise : 0;
      const moved = scheduled !== undefined && scheduled !== route ? weights.moved : 0;
      const other = own !== undefined && own !== crewId ? weights.otherCrew : 0;
      const waiting = weights.laterDay * (priority + 1) + (isPromised ? weights.promisedDay : 0);
      return waiting * day + broken + moved + other;
    }),
  );
  return Int32Array.from(points);
}

/** Numbers crew-days so that two get the same number if, while empty, they are the same to every job. */
function kindsOf({ crewDays, jobs, fixed }: Problem, placing: Int32Array): Int32Array {
  const taken = new Set(fixed.map(({ crewDay }) => crewDay));
  const daysOfCrew = Map.groupBy(crewDays, ({ crewId }) => crewId);
  const kinds = new Map<string, number>();
  return Int32Array.from(crewDays, ({ id, crewId, members: _, ...same }, route) => {
    const alone = !taken.has(route) && daysOfCrew.get(crewId)?.length === 1;
    const bars = jobs.map((job) => job.bars[route]);
    const points = placing.subarray(route * jobs.length, (route + 1) * jobs.length);
    const key = alone ? JSON.stringify([same, bars.join(), points.join()]) : id;
    const kind = kinds.get(key) ?? kinds.size;
    kinds.set(key, kind);
    return kind;
  });
}

function meanWay({ jobs, travel, weights }: Problem): number {
  let sum = 0;
  for (const one of jobs) {
    for (const other of jobs) sum += travel.minutes[one.location * travel.size + other.location] as number;
  }
  return Math.max(1, (weights.travel * sum) / Math.max(1, jobs.length * (jobs.length - 1)));
}
