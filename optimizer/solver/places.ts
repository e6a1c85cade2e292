import { at, type Model, nextOutside } from './model.ts';
import type { Random } from './random.ts';
import type { Routes } from './routes.ts';

/** No node. */
export const NONE = -1;
/** More points than any place costs. */
const TOO_DEAR = 2 ** 30 - 1;
/** A stamp that no route has. */
const UNKNOWN = 0;

/**
 * Greedy insertion with blinks (Christiaens and Vanden Berghe 2020): each job goes where it costs least, overlooking
 * some places at random. The best place in each route is cached until the route changes: most routes stay the same from
 * one iteration to the next.
 */
export class Places {
  readonly #model: Model;
  readonly #routes: Routes;
  readonly #random: Random;
  /** By `route * jobs + job`: the node before the best place or `NONE`, its points, and the route's stamp then. */
  readonly #after: Int32Array;
  readonly #points: Int32Array;
  readonly #stamp: Int32Array;
  /** At `job * nodes + node`: minutes from each node to a job, and from the job to it. */
  readonly #from: Int32Array;
  readonly #to: Int32Array;
  /** Per node: the last search that overlooked the place after it. */
  readonly #overlooked: Int32Array;
  #search = 0;
  /** Per kind of empty route: the last choice that looked at one. */
  readonly #seen: Int32Array;
  #choice = 0;

  constructor(model: Model, routes: Routes, random: Random) {
    const { jobs, nodes, place, size, out } = model;
    this.#model = model;
    this.#routes = routes;
    this.#random = random;
    this.#after = new Int32Array(model.routes * jobs);
    this.#points = new Int32Array(model.routes * jobs);
    this.#stamp = new Int32Array(model.routes * jobs);
    this.#from = new Int32Array(jobs * nodes);
    this.#to = new Int32Array(jobs * nodes);
    for (let job = 0; job < jobs; job++) {
      for (let node = 0; node < nodes; node++) {
        this.#from[job * nodes + node] = at(out, at(place, node) * size + at(place, job));
        this.#to[job * nodes + node] = at(out, at(place, job) * size + at(place, node));
      }
    }
    this.#overlooked = new Int32Array(nodes);
    this.#seen = new Int32Array(model.routes);
  }

  /**
   * The node after which a job costs least, or `NONE` if it fits nowhere.
   *
   * @param blink the chance of overlooking each place
   */
  find(job: number, blink: number): number {
    this.#search++;
    let after = this.#choose(job);
    // It only matters whether the best place is overlooked, then the next best, and so on.
    while (blink > 0 && after !== NONE && this.#random.next() < blink) {
      const entry = at(this.#routes.route, after) * this.#model.jobs + job;
      this.#overlooked[after] = this.#search;
      this.#stamp[entry] = UNKNOWN;
      after = this.#choose(job);
      this.#stamp[entry] = UNKNOWN;
    }
    return after;
  }

  /** The node before the best place in any route. */
  #choose(job: number): number {
    const { jobs, kind, load, capacity, choices } = this.#model;
    const { count, load: loaded, stamp } = this.#routes;
    const routes = choices[job] as Int32Array;
    const more = at(load, job);
    let least = Number.POSITIVE_INFINITY;
    let after = NONE;
    this.#choice++;
    for (let index = 0; index < routes.length; index++) {
      const route = routes[index] as number;
      // Empty routes of one kind are alike: one of them is enough.
      if (count[route] === 0) {
        if (this.#seen[kind[route] as number] === this.#choice) continue;
        this.#seen[kind[route] as number] = this.#choice;
      }
      if ((loaded[route] as number) + more > (capacity[route] as number)) continue;
      const entry = route * jobs + job;
      if (this.#stamp[entry] !== stamp[route]) this.#scan(job, route);
      if (this.#after[entry] === NONE) continue;
      const points = this.#base(job, route) + (this.#points[entry] as number);
      if (points >= least) continue;
      least = points;
      after = this.#after[entry] as number;
    }
    return after;
  }

  /** Caches the best place for a job in a route. */
  #scan(job: number, route: number): void {
    const { nodes, minutes, firstStart, firstEnd, jobs, gaps, day, problem, timed } = this.#model;
    const { next, leave, latest, way } = this.#routes;
    const from = this.#from;
    const to = this.#to;
    const overlooked = this.#overlooked;
    const search = this.#search;
    const row = job * nodes;
    const slot = at(day, route) * jobs + job;
    const opens = at(this.#model.open, slot);
    const closes = at(this.#model.close, slot);
    const split = gaps.size > 0 ? gaps.get(slot) : undefined;
    const work = at(minutes, job);
    const soonest = opens + work;
    const weight = problem.weights.travel;
    const end = firstEnd + route;
    let least = TOO_DEAR;
    let best = NONE;
    // The hottest lines of the search: plain integer reads, and the test that excludes most places first.
    for (let node = firstStart + route, following = 0; node !== end; node = following) {
      following = next[node] as number;
      const onward = to[row + following] as number;
      const due = (latest[following] as number) - onward;
      if (soonest > due) continue;
      const there = from[row + node] as number;
      const begin = beginFrom((leave[node] as number) + there, opens, split);
      if (begin > closes) break;
      let points = Math.imul(weight, there + onward - (way[node] as number));
      if (begin + work > due || points >= least) continue;
      if (timed) points += this.#delayPoints(route, slot, begin, following, begin + work + onward);
      if (points >= least || overlooked[node] === search) continue;
      least = points;
      best = node;
    }
    const entry = route * jobs + job;
    this.#after[entry] = best;
    this.#points[entry] = least;
    this.#stamp[entry] = at(this.#routes.stamp, route);
  }

  /** What a job costs in a route, wherever in it. */
  #base(job: number, route: number): number {
    const { problem, placing, jobs, crew, available, minutes } = this.#model;
    const { balance } = problem.weights;
    const points = at(placing, route * jobs + job);
    if (balance === 0) return points;
    const who = at(crew, route);
    const work = at(minutes, job);
    return points + (balance * work * (2 * at(this.#routes.work, who) + work)) / (available[who] as number);
  }

  /** Points for beginning at a time, and for everything after it that is delayed by it. */
  #delayPoints(route: number, slot: number, begin: number, following: number, done: number): number {
    const { rate, due, problem, priced, jobs, firstEnd, day } = this.#model;
    const { leave, minutes, next, way } = this.#routes;
    let points = at(rate, slot) * Math.max(0, begin - at(due, slot));
    let node = following;
    let before = at(leave, node) - at(minutes, node);
    let delay = done - before;
    while (delay > 0 && node !== firstEnd + route) {
      const job = at(priced, node);
      const each = at(day, route) * jobs + job;
      if (job >= 0) points += at(rate, each) * later(before, delay, at(due, each));
      const arrival = at(leave, node) + at(way, node);
      node = at(next, node);
      before = at(leave, node) - at(minutes, node);
      delay -= before - arrival;
    }
    if (delay <= 0) return points;
    return points + problem.weights.overtime * later(before, delay, problem.crewDays[route]?.shiftEnd ?? 0);
  }
}

/** When work can begin after an arrival: not before it opens that day, nor in a gap between windows. */
function beginFrom(arrival: number, opens: number, split: Int32Array | undefined): number {
  const begin = arrival < opens ? opens : arrival;
  return split ? nextOutside(split, begin) : begin;
}

/** How much further past its due time a delay pushes a time. */
function later(time: number, delay: number, due: number): number {
  return Math.max(0, time + delay - due) - Math.max(0, time - due);
}
