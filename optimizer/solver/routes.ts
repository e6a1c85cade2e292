import { at, lastOutside, type Model, nextOutside, type Span } from './model.ts';
import type { CrewDay } from './problem.ts';

/** A time that no node has. */
const UNKNOWN = -(2 ** 30);

/**
 * Routes as linked nodes with their times and costs, all in one buffer, so that one copy saves or restores a state. For
 * each node, `leave` is the earliest time its work can be done, `latest` the time it has to begin for everything after
 * it to be on time: this tells at once whether a job fits between two nodes (Savelsbergh 1992).
 */
export class Routes {
  readonly model: Model;
  readonly buffer: Int32Array;
  readonly next: Int32Array;
  readonly prev: Int32Array;
  /** The route of a node; -1 for a job in no route. */
  readonly route: Int32Array;
  readonly leave: Int32Array;
  readonly latest: Int32Array;
  /** Minutes to the next node. */
  readonly way: Int32Array;
  /** Minutes of work at a node. */
  readonly minutes: Int32Array;
  /** The start time of a node that cannot move, else -1. */
  readonly pin: Int32Array;
  /** The number of movable jobs in a route. */
  readonly count: Int32Array;
  readonly load: Int32Array;
  /** Points of a route. */
  readonly cost: Int32Array;
  /** A new number after each change of a route; routes that differ never share one. */
  readonly stamp: Int32Array;
  #changes = 0;
  /** The index of the chosen span of a job longer than a day, plus one; 0 for none. */
  readonly span: Int32Array;
  /** Minutes of work per crew. */
  readonly work: Int32Array;
  /** Points of everything planned. */
  soft = 0;
  /** Points of everything left out. */
  medium = 0;

  constructor(model: Model) {
    const { nodes, routes, jobs, crews } = model;
    this.model = model;
    this.buffer = new Int32Array(8 * nodes + 4 * routes + jobs + crews);
    let used = 0;
    const part = (length: number): Int32Array => {
      used += length;
      return this.buffer.subarray(used - length, used);
    };
    this.next = part(nodes);
    this.prev = part(nodes);
    this.route = part(nodes).fill(-1);
    this.leave = part(nodes);
    this.latest = part(nodes);
    this.way = part(nodes);
    this.minutes = part(nodes);
    this.pin = part(nodes).fill(-1);
    this.count = part(routes);
    this.load = part(routes);
    this.cost = part(routes);
    this.stamp = part(routes);
    this.span = part(jobs);
    this.work = part(crews);
    this.minutes.set(model.minutes);
    for (let job = 0; job < jobs; job++) this.medium += model.points[job] as number;
    for (const [index, { start }] of model.problem.fixed.entries()) this.pin[jobs + index] = start;
    for (let route = 0; route < routes; route++) this.#begin(route);
  }

  /** Sets up a route with only its fixed visits. */
  #begin(route: number): void {
    const { firstStart, firstEnd, jobs, problem } = this.model;
    const start = firstStart + route;
    const end = firstEnd + route;
    this.route[start] = route;
    this.route[end] = route;
    let last = start;
    const fixed = [...problem.fixed.keys()].filter((index) => problem.fixed[index]?.crewDay === route);
    fixed.sort((a, b) => at(this.pin, jobs + a) - at(this.pin, jobs + b) || a - b);
    for (const node of [...fixed.map((index) => jobs + index), end]) {
      this.next[last] = node;
      this.prev[node] = last;
      this.route[node] = route;
      if (node !== end) this.#addWork(route, at(this.minutes, node));
      last = node;
    }
    const { shiftStart, shiftEnd, overtime } = problem.crewDays[route] as CrewDay;
    this.leave[start] = shiftStart;
    this.latest[end] = shiftEnd + overtime;
    this.renew(route);
  }

  /** Inserts a job after a node of a route. */
  insert(job: number, after: number): void {
    const route = at(this.route, after);
    const travelled = at(this.way, after);
    this.#link(job, after, route);
    this.count[route] = at(this.count, route) + 1;
    this.load[route] = at(this.load, route) + at(this.model.load, job);
    this.medium -= this.model.points[job] as number;
    this.way[after] = this.travel(after, job);
    this.way[job] = this.travel(job, at(this.next, job));
    this.#forward(route, job);
    this.#backward(route, job);
    this.#price(route, job, at(this.way, after) + at(this.way, job) - travelled);
    this.stamp[route] = ++this.#changes;
  }

  /** Takes a job out of its route, whose times and cost are stale until `renew`. */
  detach(job: number): void {
    const route = at(this.route, job);
    this.#unlink(job, route);
    this.count[route] = at(this.count, route) - 1;
    this.load[route] = at(this.load, route) - at(this.model.load, job);
    this.medium += this.model.points[job] as number;
  }

  /** Recomputes the times and cost of a route. */
  renew(route: number): void {
    const { firstStart, firstEnd } = this.model;
    for (let node = firstStart + route; node !== firstEnd + route; node = at(this.next, node)) {
      this.way[node] = this.travel(node, at(this.next, node));
      this.leave[at(this.next, node)] = UNKNOWN;
      this.latest[node] = UNKNOWN;
    }
    this.#forward(route, at(this.next, firstStart + route));
    this.#backward(route, at(this.prev, firstEnd + route));
    this.#reprice(route);
    this.stamp[route] = ++this.#changes;
  }

  /** Minutes from one node to another; 0 from a start to an end, because a crew without work stays home. */
  travel(from: number, to: number): number {
    const { out, place, size, firstStart, firstEnd } = this.model;
    if (from >= firstStart && to >= firstEnd) return 0;
    return at(out, at(place, from) * size + at(place, to));
  }

  /** Places a job longer than a day on the days of one of its spans, which must hold no movable job. */
  placeSpan(job: number, index: number): void {
    const span = this.#spanAt(job, index);
    this.span[job] = index + 1;
    this.medium -= this.model.points[job] as number;
    this.soft += span.remaining * this.model.problem.weights.overtime;
    for (const [day, route] of span.routes.entries()) {
      const node = at(this.model.firstPart, job) + day;
      this.minutes[node] = span.minutes[day] ?? 0;
      this.pin[node] = span.begins[day] ?? 0;
      this.#link(node, this.model.firstStart + route, route);
      this.renew(route);
    }
  }

  /** Undoes `placeSpan`. */
  removeSpan(job: number): void {
    const span = this.#spanAt(job, at(this.span, job) - 1);
    this.span[job] = 0;
    this.medium += this.model.points[job] as number;
    this.soft -= span.remaining * this.model.problem.weights.overtime;
    for (const [day, route] of span.routes.entries()) {
      this.#unlink(at(this.model.firstPart, job) + day, route);
      this.renew(route);
    }
  }

  #spanAt(job: number, index: number): Span {
    return this.model.spans.get(job)?.[index] as Span;
  }

  #link(node: number, after: number, route: number): void {
    const before = at(this.next, after);
    this.next[after] = node;
    this.prev[node] = after;
    this.next[node] = before;
    this.prev[before] = node;
    this.route[node] = route;
    this.#addWork(route, at(this.minutes, node));
  }

  #unlink(node: number, route: number): void {
    const before = at(this.prev, node);
    const after = at(this.next, node);
    this.next[before] = after;
    this.prev[after] = before;
    this.route[node] = -1;
    this.#addWork(route, -at(this.minutes, node));
  }

  /** Updates the earliest times from a node forward, until nothing changes. */
  #forward(route: number, from: number): void {
    const { firstEnd } = this.model;
    let before = at(this.prev, from);
    let node = from;
    for (;;) {
      const begin = this.#beginAt(route, node, at(this.leave, before) + at(this.way, before));
      // A pinned visit that overlaps the one before may end before it.
      const leave = Math.max(begin + at(this.minutes, node), at(this.leave, before));
      if (leave === at(this.leave, node) && node !== from) return;
      this.leave[node] = leave;
      if (node >= firstEnd) return;
      before = node;
      node = at(this.next, node);
    }
  }

  /** When work at a node begins if the crew arrives at this time. */
  #beginAt(route: number, node: number, arrival: number): number {
    const { jobs, day, open, gaps } = this.model;
    if (node >= jobs) return at(this.pin, node) >= 0 ? at(this.pin, node) : arrival;
    const slot = at(day, route) * jobs + node;
    const begin = Math.max(arrival, at(open, slot));
    return gaps.size > 0 ? nextOutside(gaps.get(slot), begin) : begin;
  }

  /** Updates the latest times from a node backward, until nothing changes. */
  #backward(route: number, from: number): void {
    const { firstStart } = this.model;
    let node = from;
    for (;;) {
      const done = at(this.latest, at(this.next, node)) - at(this.way, node);
      const latest = this.#latestAt(route, node, done - at(this.minutes, node));
      if (latest === at(this.latest, node) && node !== from) return;
      this.latest[node] = latest;
      if (node >= firstStart) return;
      node = at(this.prev, node);
    }
  }

  /** The latest that work at a node may begin, given what the nodes after it allow. */
  #latestAt(route: number, node: number, due: number): number {
    const { jobs, day, close, gaps } = this.model;
    if (node >= jobs) return at(this.pin, node) >= 0 ? at(this.pin, node) : due;
    const slot = at(day, route) * jobs + node;
    const latest = Math.min(due, at(close, slot));
    return gaps.size > 0 ? lastOutside(gaps.get(slot), latest) : latest;
  }

  #addWork(route: number, minutes: number): void {
    const crew = at(this.model.crew, route);
    const { balance } = this.model.problem.weights;
    const available = this.model.available[crew] as number;
    const before = at(this.work, crew);
    this.work[crew] = before + minutes;
    if (balance > 0)
      this.soft += balancePoints(balance, before + minutes, available) - balancePoints(balance, before, available);
  }

  /** Updates the cost of a route after an inserted job changed its travel by so many minutes. */
  #price(route: number, job: number, minutes: number): void {
    if (this.model.timed) {
      this.#reprice(route);
      return;
    }
    const change = minutes * this.model.problem.weights.travel + at(this.model.placing, route * this.model.jobs + job);
    this.cost[route] = at(this.cost, route) + change;
    this.soft += change;
  }

  #reprice(route: number): void {
    const { firstStart, firstEnd, jobs, placing, problem, rate, due, priced } = this.model;
    const slot = at(this.model.day, route) * jobs;
    const end = firstEnd + route;
    let minutes = at(this.way, firstStart + route);
    let points = 0;
    for (let node = at(this.next, firstStart + route); node !== end; node = at(this.next, node)) {
      minutes += at(this.way, node);
      const job = at(priced, node);
      if (job < 0) continue;
      const begin = at(this.leave, node) - at(this.minutes, node);
      points += at(placing, route * jobs + job) + at(rate, slot + job) * Math.max(0, begin - at(due, slot + job));
    }
    points += problem.weights.overtime * Math.max(0, at(this.leave, end) - (problem.crewDays[route]?.shiftEnd ?? 0));
    const cost = points + minutes * problem.weights.travel;
    this.soft += cost - at(this.cost, route);
    this.cost[route] = cost;
  }
}

/** Points for a crew that works so many of its available minutes. */
export function balancePoints(weight: number, minutes: number, available: number): number {
  return available > 0 ? Math.floor((weight * minutes * minutes) / available) : 0;
}
