import { company } from '../../../domain/company/company.ts';
import { COST_CATEGORIES } from '../../../domain/cost/terms.ts';
import { uuidv5 } from '../../../platform/runtime/ids.ts';
import { type Chance, createChance } from './insight-chance.ts';
import { equipmentOf } from './insight-equipment.ts';
import { moneyOf } from './insight-money.ts';
import { peopleOf } from './insight-people.ts';
import { salesOf } from './insight-sales.ts';
import { createStage, DAY_MS, type Stage } from './insight-stage.ts';
import {
  COMPANY_DAYS,
  FIRST_DAY,
  type GeneratedCompany,
  type Habits,
  HOUR_MS,
  type Parts,
  SERVICE_NAMES,
  SERVICES,
  type ServiceName,
  SOURCE_NAMES,
  SOURCES,
  type SourceName,
  type Truth,
  type World,
} from './insight-terms.ts';
import { workOf } from './insight-work.ts';

// A tree company of three years, as an honest one is: seasons and storms, growth, figures with heavy tails, people who
// are late, forget and correct. What follows from what is left to chance with known odds, and those are kept as its
// truth, so that a finding can be held against what was really so.

/** How large a company is, and when it is. */
interface Frame {
  days?: number;
  /** A few of them by chance, if it is not said. */
  crews?: number;
  /** Milliseconds since 1970, a Monday. What is planted is in the days of {@link FIRST_DAY}. */
  firstDay?: number;
}

/**
 * Plays a company. The same seed gives the same company.
 * @param prepare what else is to happen in it
 */
export function generateCompany(
  seed: number,
  prepare: (world: World) => void = () => {},
  { days = COMPANY_DAYS, crews, firstDay = FIRST_DAY }: Frame = {},
): GeneratedCompany {
  const chance = createChance(seed);
  const stage = createStage(firstDay);
  const made = new Map<string, number>();
  const newId = (kind: string) => {
    const number = made.get(kind) ?? 0;
    made.set(kind, number + 1);
    return uuidv5('bench', `insights ${seed} ${kind} ${number}`);
  };
  const world = openCompany(chance, stage, newId, crews);
  prepare(world);
  return { entries: stage.play(firstDay + days * DAY_MS), truth: world.truth };
}

function openCompany(chance: Chance, stage: Stage, newId: (kind: string) => string, crews?: number): World {
  const firstDay = stage.now();
  const truth: Truth = {
    leads: new Map(),
    quotes: new Map(),
    customers: new Map(),
    jobs: new Map(),
    invoices: new Map(),
    machines: new Map(),
    people: new Map(),
    crews: [],
    estimators: [],
    overrun: byService(() => chance.lognormal(1, 0.05)),
    costs: [],
  };
  const habits: Habits = {
    costs: Object.fromEntries(COST_CATEGORIES.map((category) => [category, 1])),
    wins: {},
    hours: {},
    paysLater: 0,
    forgets: {},
  };
  const few = chance.between(2, 3) + (chance.happens(0.2) ? 1 : 0);
  const crewCount = crews ?? few;
  const winsHere = Object.fromEntries(
    SOURCE_NAMES.map((source) => [source, SOURCES[source][1] * chance.lognormal(1, 0.12)]),
  ) as Record<SourceName, number>;
  const priceLevel = chance.lognormal(36_000, 0.05);
  const given = { chance, stage, truth, habits, newId, crewCount, winsHere, priceLevel, inOffice };
  const world = worldOf(given);

  const settings = {
    name: 'Bench Tree Care',
    homeBase: { address: '1 Mill Lane, Amherst, MA 01002', latitude: 42.37, longitude: -72.52 },
  };
  stage.act(company, 'main', { type: 'ReviseCompanySettings', settings });
  truth.estimators = [world.hire([]), world.hire([])].map(({ id }) => id);
  for (let number = 0; number < crewCount; number++) world.formCrew(number);
  world.machine('Stump Grinders', null, 2_400_000);
  world.machine('Trucks', null, 5_200_000);
  for (const [service, { again }] of Object.entries(SERVICES)) {
    // Those who were there before.
    const known = Math.round(again[0] * 45 * crewCount);
    for (let number = 0; number < known; number++) {
      world.register(service as ServiceName, firstDay + chance.unit() * again[1] * DAY_MS, true);
    }
  }
  for (let day = 0; day < COMPANY_DAYS; day++) stage.later(firstDay + day * DAY_MS, () => liveDay(day));
  return world;

  function seasonOf(service: ServiceName): number {
    return SERVICES[service].season[new Date(stage.now()).getUTCMonth()] ?? 1;
  }

  function liveDay(day: number): void {
    const growth = 1 + (0.08 * day) / 365;
    const share = SERVICE_NAMES.reduce((sum, name) => sum + SERVICES[name].weight * seasonOf(name), 0);
    const leads = chance.count(((crewCount * 360) / 365) * growth * share);
    for (let number = 0; number < leads; number++) world.askAsLead(anyService(), stage.now() + workMoment());
    const month = new Date(stage.now()).getUTCMonth();
    if (chance.happens(month >= 5 && month <= 9 ? 0.018 : 0.004)) storm();
    world.payBills(growth * share);
    if (chance.happens(0.012 * crewCount)) world.takeTimeOff();
    for (const each of truth.machines.values()) if (chance.happens(1.2 / 365)) world.repair(each);
  }

  function anyService(): ServiceName {
    return chance.weighted(byService((name) => SERVICES[name].weight * seasonOf(name)));
  }

  function storm(): void {
    const calls = chance.between(4, 6 * crewCount);
    for (let number = 0; number < calls; number++) {
      world.askAsLead('emergency_cleanup', stage.now() + chance.unit() * 4 * DAY_MS);
    }
  }

  function workMoment(): number {
    return (13 + chance.unit() * 8) * HOUR_MS;
  }

  /** The next moment in which the office works. */
  function inOffice(time: number): number {
    const date = new Date(time);
    const weekday = date.getUTCDay();
    const days = weekday === 6 ? 2 : weekday === 0 ? 1 : 0;
    const hour = date.getUTCHours();
    const shift = hour < 13 ? 13 - hour + chance.unit() * 3 : hour >= 22 ? 15 + chance.unit() * 3 : 0;
    return time + days * DAY_MS + shift * HOUR_MS;
  }
}

/** The parts call each other by what they have together. */
function worldOf(given: Omit<World, keyof Parts>): World {
  const world = { ...given } as World;
  return Object.assign(world, peopleOf(world), equipmentOf(world), salesOf(world), workOf(world), moneyOf(world));
}

function byService(of: (name: ServiceName) => number): Record<ServiceName, number> {
  return Object.fromEntries(SERVICE_NAMES.map((name) => [name, of(name)])) as Record<ServiceName, number>;
}
