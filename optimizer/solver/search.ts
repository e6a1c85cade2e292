import { at, compile, type Model } from './model.ts';
import { NONE, Places } from './places.ts';
import type { Plan, Problem, Visit } from './problem.ts';
import { Random } from './random.ts';
import { Routes } from './routes.ts';

// Slack induction by string removals (Christiaens and Vanden Berghe, Transportation Science 2020): strings of nearby
// visits are taken out of their routes and put back one by one where they cost least, with some places overlooked at
// random; simulated annealing decides whether the change stays.

/** The paper's parameters. */
const MEAN_REMOVED = 10;
const LONGEST_STRING = 10;
const SPLIT_SHARE = 0.5;
const SPLIT_GROWS = 0.01;
const BLINK_SHARE = 0.01;
/** Temperatures, in mean drives between two jobs. The paper starts this hot too, but runs more iterations. */
const HOT = 2.5;
const COLD = 0.025;
/** If all jobs have a place from the start, there is less to rearrange. */
const HOT_ROUTES = 1;
/** With more jobs than this, each gets fewer changes, so a search that only improves routes runs cooler. */
const ROUTED_JOBS = 100;
/** Iterations between two checks of the clock and of whether to stop. */
const PAUSE = 64;
/** What leaving out one more average job weighs against luck when a worse plan may be accepted, in mean drives. */
const LEFT_OUT_WAYS = 20;
/** How many of the jobs left out are tried again in each iteration. */
const TRIED_AGAIN = 20;
/** The share of iterations that change the days of a job longer than one. */
const SPAN_SHARE = 0.02;
/**
 * The share of iterations that take out whole routes: strings are shorter than a long route, so with them alone a day
 * that another crew would do for less moves there only by way of dearer plans.
 */
const WHOLE_SHARE = 0.05;

export interface Limits {
  seed: number;
  /** With this, a search gives the same result each time for one seed. */
  iterations?: number;
  /** Without it, the search runs this long by `clock`. */
  milliseconds?: number;
}

export interface Watch {
  /** In milliseconds; `performance.now` by default. */
  clock?: () => number;
  /** Checked every so often. */
  cancelled?: () => boolean;
  /** Called every so often with the share of the search done. */
  progress?: (done: number, best: { medium: number; soft: number }) => void;
}

export interface Found {
  plan: Plan;
  /** The plan's points by the search; `evaluate` gets the same. */
  best: { medium: number; soft: number };
  iterations: number;
  stopped: 'iterations' | 'time' | 'cancelled';
}

/** The best plan found within the limits; never worse than greedy insertion. */
export function search(problem: Problem, limits: Limits, watch: Watch = {}): Found {
  return new Search(compile(problem), limits.seed).run(limits, watch);
}

class Search {
  readonly #model: Model;
  readonly #random: Random;
  readonly #now: Routes;
  readonly #kept: Kept;
  readonly #best: Kept;
  readonly #near: readonly Int32Array[];
  readonly #orders: readonly ((job: number) => number)[];
  /** Soft points that one medium point counts as when a worse plan may be accepted. */
  readonly #pointWeight: number;
  /** The jobs to put back, and their number. */
  readonly #out: Int32Array;
  #outs = 0;
  readonly #keys: Float64Array;
  readonly #ruined: Int32Array;
  #round = 0;
  readonly #places: Places;

  constructor(model: Model, seed: number) {
    this.#model = model;
    this.#random = new Random(seed);
    this.#now = new Routes(model);
    this.#out = new Int32Array(model.jobs);
    this.#keys = new Float64Array(model.jobs);
    this.#ruined = new Int32Array(model.routes).fill(-1);
    this.#places = new Places(model, this.#now, this.#random);
    this.#near = neighbors(model);
    this.#orders = ordersOf(model, this.#random);
    const allPoints = model.points.reduce((sum, points) => sum + points, 0);
    this.#pointWeight = (LEFT_OUT_WAYS * model.meanWay * model.jobs) / Math.max(1, allPoints);
    this.#seed();
    this.#kept = new Kept(this.#now);
    this.#best = new Kept(this.#now);
  }

  run({ iterations, milliseconds = 0 }: Limits, { clock, cancelled, progress }: Watch): Found {
    const now = clock ?? (() => performance.now());
    const began = now();
    let iteration = 0;
    let stopped: Found['stopped'] = iterations === undefined ? 'time' : 'iterations';
    const { hot, cold } = this.#temperatures();
    for (;;) {
      const done = iterations === undefined ? (now() - began) / milliseconds : iteration / iterations;
      if (!(done < 1) || this.#model.jobs === 0) break;
      if (cancelled?.()) {
        stopped = 'cancelled';
        break;
      }
      progress?.(done, this.#best);
      const temperature = hot * (cold / hot) ** done;
      const until = iterations === undefined ? iteration + PAUSE : Math.min(iterations, iteration + PAUSE);
      for (; iteration < until; iteration++) this.#step(temperature);
    }
    this.#best.restore(this.#now);
    const { medium, soft } = this.#best;
    return { plan: planOf(this.#now), best: { medium, soft }, iterations: iteration, stopped };
  }

  /** The first and last temperature, depending on whether the first plan leaves jobs out. */
  #temperatures(): { hot: number; cold: number } {
    const { jobs, meanWay } = this.#model;
    if (this.#best.medium > 0) return { hot: HOT * meanWay, cold: COLD * meanWay };
    const share = Math.min(1, ROUTED_JOBS / jobs);
    return { hot: HOT_ROUTES * share * meanWay, cold: COLD * share * meanWay };
  }

  /** Builds the first plan: the most valuable jobs first, each where it costs least. */
  #seed(): void {
    const { jobs, points, spans } = this.#model;
    const dearest = Array.from({ length: jobs }, (_, job) => job);
    dearest.sort((a, b) => (points[b] as number) - (points[a] as number) || a - b);
    for (const job of dearest) {
      if (spans.has(job)) this.#placeFreely(job);
      else this.#insert(job, 0);
    }
  }

  /** Places a long job on its first span whose days are free. */
  #placeFreely(job: number): void {
    const { spans, firstStart, firstPart, jobs, fixed } = this.#model;
    const partsFrom = jobs + fixed;
    const free = (route: number) => {
      const first = at(this.#now.next, firstStart + route);
      return at(this.#now.count, route) === 0 && !(first >= partsFrom && first < firstStart);
    };
    const index = (spans.get(job) ?? []).findIndex(({ routes }) => routes.every(free));
    if (index >= 0 && at(firstPart, job) >= 0) this.#now.placeSpan(job, index);
  }

  #step(temperature: number): void {
    const { spans } = this.#model;
    this.#outs = 0;
    if (spans.size > 0 && this.#random.next() < SPAN_SHARE) this.#moveSpan();
    else if (this.#random.next() < WHOLE_SHARE) this.#emptyTwo();
    else this.#ruin();
    this.#callAbsent();
    this.#recreate();
    if (this.#accepts(temperature) && !this.#kept.equals(this.#now)) {
      this.#kept.keep(this.#now);
      if (this.#best.isWorseThan(this.#now)) this.#best.keep(this.#now);
    } else {
      this.#kept.restore(this.#now);
    }
  }

  /**
   * Whether the change stays. A plan that leaves out less always does, because that outweighs everything else; one that
   * leaves out more sometimes does, so that the search can leave a local optimum.
   */
  #accepts(temperature: number): boolean {
    const luck = -temperature * Math.log(1 - this.#random.next());
    const more = this.#now.medium - this.#kept.medium;
    return more < 0 || this.#now.soft + more * this.#pointWeight < this.#kept.soft + luck;
  }

  #ruin(): void {
    const { jobs, routes } = this.#model;
    let used = 0;
    let planned = 0;
    for (let route = 0; route < routes; route++) {
      const count = at(this.#now.count, route);
      planned += count;
      if (count > 0) used++;
    }
    if (used === 0) return;
    const longest = Math.min(LONGEST_STRING, planned / used);
    const strings = Math.floor(this.#random.next() * ((4 * MEAN_REMOVED) / (1 + longest) - 1) + 1);
    this.#round++;
    let left = strings;
    const near = this.#near[this.#random.below(jobs)] as Int32Array;
    for (let index = 0; index < near.length && left > 0; index++) {
      const job = at(near, index);
      const route = at(this.#now.route, job);
      if (route < 0 || at(this.#ruined, route) === this.#round) continue;
      this.#ruined[route] = this.#round;
      const most = Math.min(at(this.#now.count, route), longest);
      this.#removeString(job, route, Math.floor(this.#random.next() * most + 1));
      left--;
    }
  }

  /** Takes out a string of jobs that includes this one; sometimes a few in its middle stay. */
  #removeString(job: number, route: number, length: number): void {
    const count = at(this.#now.count, route);
    let preserved = 0;
    if (length > 1 && length < count && this.#random.next() < SPLIT_SHARE) {
      preserved = 1;
      while (length + preserved < count && this.#random.next() < SPLIT_GROWS) preserved++;
    }
    const span = length + preserved;
    let node = this.#stringStart(job, span, count);
    const firstPreserved = preserved > 0 ? 1 + this.#random.below(length - 1) : span;
    for (let position = 0; position < span; ) {
      const following = at(this.#now.next, node);
      if (node < this.#model.jobs) {
        if (position < firstPreserved || position >= firstPreserved + preserved) {
          this.#now.detach(node);
          this.#out[this.#outs++] = node;
        }
        position++;
      }
      node = following;
    }
    this.#now.renew(route);
  }

  /** The first node of a string of so many jobs that includes this one. */
  #stringStart(job: number, span: number, count: number): number {
    let position = 0;
    let node = at(this.#now.prev, job);
    for (; node < this.#model.firstStart; node = at(this.#now.prev, node)) if (node < this.#model.jobs) position++;
    const earliest = Math.max(0, position - span + 1);
    const latest = Math.min(position, count - span);
    const first = earliest + this.#random.below(latest - earliest + 1);
    node = job;
    while (position > first) {
      node = at(this.#now.prev, node);
      if (node < this.#model.jobs) position--;
    }
    return node;
  }

  /** Moves a job longer than a day to other days, and takes out all jobs on them. */
  #moveSpan(): void {
    const { spans } = this.#model;
    const long = [...spans.keys()];
    const job = long[this.#random.below(long.length)] as number;
    const index = this.#random.below(spans.get(job)?.length ?? 0);
    const routes = spans.get(job)?.[index]?.routes ?? [];
    if (at(this.#now.span, job) > 0) this.#now.removeSpan(job);
    for (const other of long) {
      const span = spans.get(other)?.[at(this.#now.span, other) - 1];
      if (span?.routes.some((route) => routes.includes(route))) this.#now.removeSpan(other);
    }
    for (const route of routes) this.#empty(route);
    this.#now.placeSpan(job, index);
    for (const other of long) if (at(this.#now.span, other) === 0) this.#placeFreely(other);
  }

  /** Takes all movable jobs out of two routes, one of which has some. */
  #emptyTwo(): void {
    const { jobs, routes } = this.#model;
    const route = at(this.#now.route, this.#random.below(jobs));
    if (route < 0) return;
    const other = this.#random.below(routes);
    this.#empty(route);
    if (other !== route) this.#empty(other);
  }

  /** Takes all movable jobs out of a route. */
  #empty(route: number): void {
    const { firstStart, jobs } = this.#model;
    let node = at(this.#now.next, firstStart + route);
    while (node < firstStart) {
      const following = at(this.#now.next, node);
      if (node < jobs) {
        this.#now.detach(node);
        this.#out[this.#outs++] = node;
      }
      node = following;
    }
    this.#now.renew(route);
  }

  /** Adds some of the jobs left out to those being tried. */
  #callAbsent(): void {
    if (this.#kept.medium === 0) return;
    const { jobs, spans } = this.#model;
    const removed = this.#outs;
    const first = this.#random.below(jobs);
    for (let step = 0; step < jobs && this.#outs < removed + TRIED_AGAIN; step++) {
      const job = (first + step) % jobs;
      if (at(this.#now.route, job) >= 0 || spans.has(job)) continue;
      if (!this.#out.subarray(0, removed).includes(job)) this.#out[this.#outs++] = job;
    }
  }

  #recreate(): void {
    this.#sort();
    for (let index = 0; index < this.#outs; index++) this.#insert(at(this.#out, index), BLINK_SHARE);
  }

  #insert(job: number, blink: number): void {
    const after = this.#places.find(job, blink);
    if (after !== NONE) this.#now.insert(job, after);
  }

  /** Sorts the jobs to put back into one of the orders. */
  #sort(): void {
    const order = this.#orders[this.#random.below(this.#orders.length)] as (job: number) => number;
    for (let index = 0; index < this.#outs; index++) {
      const job = at(this.#out, index);
      const key = order(job);
      let to = index;
      for (; to > 0 && (this.#keys[to - 1] as number) > key; to--) {
        this.#keys[to] = this.#keys[to - 1] as number;
        this.#out[to] = at(this.#out, to - 1);
      }
      this.#keys[to] = key;
      this.#out[to] = job;
    }
  }
}

/** A saved state. */
class Kept {
  readonly #buffer: Int32Array;
  soft = 0;
  medium = 0;

  constructor(routes: Routes) {
    this.#buffer = new Int32Array(routes.buffer.length);
    this.keep(routes);
  }

  keep(routes: Routes): void {
    this.#buffer.set(routes.buffer);
    this.soft = routes.soft;
    this.medium = routes.medium;
  }

  restore(routes: Routes): void {
    routes.buffer.set(this.#buffer);
    routes.soft = this.soft;
    routes.medium = this.medium;
  }

  /** Whether the routes are unchanged. If so, restoring them is better: their stamps keep the cached places valid. */
  equals({ next, soft, medium }: Routes): boolean {
    if (soft !== this.soft || medium !== this.medium) return false;
    // `next` comes first in the buffer.
    let node = 0;
    while (node < next.length && next[node] === this.#buffer[node]) node++;
    return node === next.length;
  }

  isWorseThan(routes: Routes): boolean {
    return routes.medium < this.medium || (routes.medium === this.medium && routes.soft < this.soft);
  }
}

/** For each job, all jobs including itself, the nearest first. */
function neighbors({ jobs, place, size, out }: Model): Int32Array[] {
  return Array.from({ length: jobs }, (_, job) => {
    const way = (other: number) => (other === job ? -1 : at(out, at(place, job) * size + at(place, other)));
    return Int32Array.from({ length: jobs }, (_, other) => other).sort((a, b) => way(a) - way(b) || a - b);
  });
}

/** The orders in which jobs are put back; one that is listed more often is used more often. */
function ordersOf({ problem, points, load, place, size, out }: Model, random: Random): ((job: number) => number)[] {
  const { jobs, crewDays } = problem;
  const base = crewDays[0]?.start ?? 0;
  const far = Float64Array.from(jobs.keys(), (job) => at(out, base * size + at(place, job)));
  const begin = Float64Array.from(jobs, ({ windows }) => windows[0]?.start ?? 0);
  const end = Float64Array.from(jobs, ({ windows }) => windows.at(-1)?.end ?? 1_440);
  const anyHow = () => random.next();
  const large = (job: number) => -at(load, job) || -(jobs[job]?.minutes ?? 0);
  const dear = (job: number) => -(points[job] as number) + random.next();
  const farthest = (job: number) => -(far[job] as number);
  const nearest = (job: number) => far[job] as number;
  const narrow = (job: number) => (end[job] as number) - (begin[job] as number);
  const soonest = (job: number) => begin[job] as number;
  const last = (job: number) => -(end[job] as number);
  const orders = [anyHow, large, farthest, nearest, narrow, soonest, last];
  const shares = [4, 4, 2, 1, 2, 2, 2];
  const levels = points.some((each) => each !== points[0]);
  return [
    ...orders.flatMap((order, index) => new Array(shares[index]).fill(order)),
    ...(levels ? [dear, dear, dear, dear] : []),
  ];
}

/** The visits of a state, in order. */
function planOf(routes: Routes): Plan {
  const { firstStart, firstEnd, problem, jobs, fixed } = routes.model;
  const owner = ownersOf(routes.model);
  const planned = problem.crewDays.map((_, crewDay) => {
    const visits: Visit[] = [];
    for (let node = at(routes.next, firstStart + crewDay); node !== firstEnd + crewDay; node = at(routes.next, node)) {
      if (node >= jobs && node < jobs + fixed) continue;
      const minutes = at(routes.minutes, node);
      visits.push({ job: owner[node] ?? node, start: at(routes.leave, node) - minutes, minutes });
    }
    return { crewDay, visits };
  });
  return { routes: planned.filter(({ visits }) => visits.length > 0) };
}

/** The job of each node. */
function ownersOf({ spans, firstPart, firstStart }: Model): number[] {
  const owners = Array.from({ length: firstStart }, (_, node) => node);
  for (const [job, ways] of spans) {
    const days = Math.max(...ways.map(({ routes }) => routes.length));
    owners.fill(job, at(firstPart, job), at(firstPart, job) + days);
  }
  return owners;
}
