import type { Problem, Weights } from '../../../optimizer/solver/problem.ts';

/** An instance of vehicle routing with time windows in Solomon's format, in tenths of its unit (DIMACS). */
export interface Instance {
  vehicles: number;
  capacity: number;
  /** The depot first. */
  customers: { x: number; y: number; demand: number; ready: number; due: number; service: number }[];
}

/** Reads Solomon's format: two tables of numbers, the vehicles and the customers. */
export function parseInstance(text: string): Instance {
  const rows = text.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const numbers = rows.filter((row) => row.length >= 2 && row.every((value) => !Number.isNaN(value)));
  const [fleet, ...table] = numbers;
  const customers = table.map(([, x = 0, y = 0, demand = 0, ready = 0, due = 0, service = 0]) => {
    return { x, y, demand, ready: 10 * ready, due: 10 * due, service: 10 * service };
  });
  return { vehicles: fleet?.[0] ?? 0, capacity: fleet?.[1] ?? 0, customers };
}

/** The cost that a solution file names, in tenths. */
export function parseCost(text: string): number {
  const cost = /^Cost\s+([\d.]+)/im.exec(text)?.[1];
  if (cost === undefined) throw new Error('The solution names no cost.');
  return Math.round(Number(cost) * 10);
}

/** Only distance counts, and every customer is served. */
const DISTANCE_ONLY: Weights = {
  unassigned: [1, 1, 1, 1],
  revenue: 0,
  travel: 1,
  overtime: 0,
  balance: 0,
  late: 0,
  brokenPromise: 0,
  moved: 0,
  laterDay: 0,
  laterStart: 0,
  otherCrew: 0,
  promisedOut: 0,
  promisedDay: 0,
};

/** The instance as one day with identical crews. Distances are truncated to a tenth and double as times. */
export function toProblem({ vehicles, capacity, customers }: Instance): Problem {
  const size = customers.length;
  const minutes = new Int32Array(size * size);
  for (const [row, from] of customers.entries()) {
    for (const [column, to] of customers.entries()) {
      minutes[row * size + column] = Math.floor(10 * Math.hypot(from.x - to.x, from.y - to.y));
    }
  }
  const depot = customers[0] ?? { ready: 0, due: 0 };
  const shift = { shiftStart: depot.ready, shiftEnd: depot.due, overtime: 0, members: 1, capacity };
  return {
    travel: { size, minutes },
    crewDays: Array.from({ length: vehicles }, (_, at) => ({
      id: `${at}`,
      crewId: `${at}`,
      day: 0,
      start: 0,
      end: 0,
      ...shift,
    })),
    jobs: customers.slice(1).map(({ demand, ready, due, service }, at) => ({
      id: `${at + 1}`,
      location: at + 1,
      minutes: service,
      crewSize: 1,
      priority: 0 as const,
      revenue: 0,
      windows: [{ day: 0, start: ready, end: due }],
      bars: new Uint16Array(vehicles),
      load: demand,
    })),
    fixed: [],
    weights: DISTANCE_ONLY,
  };
}
