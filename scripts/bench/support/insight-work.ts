import { NO_JOB_DETAILS } from '../../../domain/job/events.ts';
import { job } from '../../../domain/job/job.ts';
import type { Visit } from '../../../domain/job/life.ts';
import { addDays, addHours } from '../../../domain/kit/times.ts';
import { uuidv5 } from '../../../platform/runtime/ids.ts';
import { DAY_MS } from './insight-stage.ts';
import {
  type CrewTruth,
  type CustomerTruth,
  type EnteredJob,
  HOUR_MS,
  type JobTruth,
  LABOR_RATE,
  type PlannedJob,
  SERVICES,
  type Service,
  type ServiceName,
  type Work,
  type World,
  ZONE,
  ZONE_MS,
} from './insight-terms.ts';

const DAY_STARTS = 7.5;
const DAY_HOURS = 8;
const DRIVE_HOURS = 0.5;

/** From a job to its end. */
export function workOf(world: World): Work {
  const { chance, stage, truth, habits, newId } = world;
  return { newJob, bookJob, prepare, plan };

  function newJob(entered: EnteredJob): JobTruth {
    const known: JobTruth = {
      ...entered,
      crew: null,
      estimator: truth.quotes.get(entered.quoteId ?? '')?.estimator ?? null,
      bound: 1,
      spent: 0,
      visits: [],
      completedAt: null,
      settledAt: null,
      plan: 0,
    };
    truth.jobs.set(known.id, known);
    return known;
  }

  function bookJob(who: CustomerTruth, service: ServiceName, planned: PlannedJob): JobTruth {
    const id = newId('job');
    const { hours, price, crew, from, visits, latestDate = null } = planned;
    const place = planned.place ?? who;
    const details = {
      ...NO_JOB_DETAILS,
      address: who.address,
      propertyId: uuidv5(who.id, 'place'),
      serviceType: service,
      estimatedDuration: hours,
      amount: price,
      latestDate,
    };
    stage.act(job, id, { type: 'CreateJob', customerId: who.id, details, now: stage.at() });
    const known = newJob({ id, quoteId: null, customer: who, service, estimate: hours, price });
    prepare(known, place, planned.skill);
    if (visits && crew) schedule(known, crew, visits);
    else plan(known, from ?? addDays(stage.today(), 3), false, crew);
    return known;
  }

  function prepare(
    known: JobTruth,
    place: { latitude: number; longitude: number } = known.customer,
    asked?: string | null,
  ): void {
    const { gear, skill, disposal } = SERVICES[known.service] as Service;
    const needed = asked === undefined ? (skill && chance.happens(skill[1]) ? skill[0] : null) : asked;
    const details = {
      latitude: place.latitude,
      longitude: place.longitude,
      minimumCrewSize: 2,
      requiredEquipment: [...gear],
      requiredSkills: needed === null ? [] : [needed],
      laborCost: Math.round(known.estimate * 3 * LABOR_RATE),
      equipmentCost: Math.round(known.estimate * 1_500),
      materialCost: Math.round(known.estimate * disposal),
    };
    stage.act(job, known.id, { type: 'ReviseJob', details });
  }

  function plan(known: JobTruth, from: string, isUrgent: boolean, only?: CrewTruth): void {
    const chosen = firstFree(known.estimate, from, isUrgent, only ? [only] : crewsFor(known.customer));
    if (chosen) schedule(known, chosen.crew, chosen.visits);
  }

  /** The crew of that side of town first. */
  function crewsFor({ latitude, longitude }: CustomerTruth): CrewTruth[] {
    const free = truth.crews.filter(({ isPassedOver }) => !isPassedOver);
    const angle = (Math.atan2(latitude - 42.37, longitude + 72.52) / (2 * Math.PI) + 1) % 1;
    const first = Math.floor(angle * free.length);
    return [...free.slice(first), ...free.slice(0, first)];
  }

  function firstFree(hours: number, from: string, isUrgent: boolean, crews: readonly CrewTruth[]) {
    for (let ahead = 0; ahead < 120; ahead++) {
      const day = addDays(from, ahead);
      // Its own crew may take a few days longer.
      const asked = isFree(day) ? [] : ahead < 3 ? crews.slice(0, 1) : crews;
      const found = asked.flatMap((crew) => {
        const visits = visitsFrom(day, hours, crew, isUrgent);
        return visits ? [{ crew, visits }] : [];
      });
      if (found[0]) return found[0];
    }
    return null;
  }

  function visitsFrom(day: string, hours: number, crew: CrewTruth, isUrgent: boolean): Visit[] | null {
    const days = Math.ceil(hours / DAY_HOURS);
    const booked = crew.booked.get(day) ?? 0;
    if (days > 1) {
      const span = workingDays(day, days);
      return span.some((each) => crew.booked.get(each)) ? null : span.map((each) => visitOn(each, 0, hours / days));
    }
    if (booked === 0) return [visitOn(day, 0, hours)];
    const most = isUrgent ? 12 : DAY_HOURS + 0.5;
    return booked + DRIVE_HOURS + hours > most ? null : [visitOn(day, booked + DRIVE_HOURS, hours)];
  }

  function isFree(day: string): boolean {
    const weekday = new Date(`${day}T12:00Z`).getUTCDay();
    return weekday === 0 || weekday === 6;
  }

  function workingDays(from: string, count: number): string[] {
    const days: string[] = [];
    for (let day = from; days.length < count; day = addDays(day, 1)) if (!isFree(day)) days.push(day);
    return days;
  }

  function visitOn(day: string, after: number, hours: number): Visit {
    const start = addHours(`${day}T00:00`, DAY_STARTS + after);
    return { start, end: addHours(start, Math.max(0.25, Math.round(hours * 4) / 4)) };
  }

  function take(crew: CrewTruth, visits: readonly Visit[], sign: 1 | -1): void {
    for (const { start, end } of visits) {
      const day = start.slice(0, 10);
      const hours = (Date.parse(`${end}Z`) - Date.parse(`${start}Z`)) / HOUR_MS;
      const drive = crew.booked.get(day) ? DRIVE_HOURS : 0;
      crew.booked.set(day, Math.max(0, (crew.booked.get(day) ?? 0) + sign * (hours + drive)));
    }
  }

  function schedule(known: JobTruth, crew: CrewTruth, visits: readonly Visit[]): void {
    if (known.crew) take(known.crew, known.visits, -1);
    if (known.crew !== crew) stage.act(job, known.id, { type: 'ReviseJob', details: { crewId: crew.id } });
    known.crew = crew;
    known.visits = visits;
    take(crew, visits, 1);
    stage.act(job, known.id, { type: 'ScheduleJob', planned: { visits }, zone: ZONE, isStatus: true });
    const number = ++known.plan;
    known.bound =
      truth.overrun[known.service] * (habits.hours[known.service] ?? 1) * (habits.hours[known.estimator ?? ''] ?? 1);
    const took = known.estimate * known.bound * chance.lognormal(1, 0.28);
    for (const [place, { start }] of visits.entries()) {
      stage.later(Date.parse(`${start}Z`) + ZONE_MS, () => {
        if (known.plan === number) work(known, place, took / visits.length);
      });
    }
  }

  function work(known: JobTruth, place: number, hours: number): void {
    const { crew, visits } = known;
    if (!crew) return;
    if (place === 0 && chance.happens(0.05)) {
      // Rain, or a machine that does not start.
      if (chance.happens(0.1)) {
        known.plan++;
        stage.act(job, known.id, { type: 'AdvanceJob', act: 'cancel', at: stage.at(), reason: null });
        return;
      }
      take(crew, visits, -1);
      known.visits = [];
      plan(known, addDays(stage.today(), chance.between(1, 5)), false, chance.happens(0.7) ? crew : undefined);
      return;
    }
    const act = (what: 'start' | 'resume' | 'pause' | 'complete') =>
      stage.act(job, known.id, { type: 'AdvanceJob', act: what, at: stage.at(), reason: null });
    const worked = Math.min(11, Math.max(0.5, Math.round(hours * 4) / 4));
    act(place === 0 ? 'start' : 'resume');
    stage.later(stage.now() + worked * HOUR_MS, () => {
      for (const { id: personId } of crew.members) {
        const entry = { id: newId('hours'), personId, day: stage.today(), hours: worked, rate: LABOR_RATE };
        stage.act(job, known.id, { type: 'AddHours', entry, today: stage.today() }, personId);
        known.spent += worked * LABOR_RATE;
        const expected = (known.estimate * truth.overrun[known.service] * LABOR_RATE) / visits.length;
        truth.costs.push({ category: 'labor', day: entry.day, cents: worked * LABOR_RATE, expected });
      }
      if (place < visits.length - 1) {
        act('pause');
        return;
      }
      act('complete');
      finish(known);
    });
  }

  function finish(known: JobTruth): void {
    known.completedAt = stage.now();
    const { disposal, again } = SERVICES[known.service];
    const dump = known.estimate * disposal;
    const dumped = dump * chance.lognormal(1, 0.35);
    known.spent += dumped;
    world.spend('disposal', dumped, dump * Math.exp(0.06), known.id);
    if (chance.happens(0.2)) {
      const bought = chance.lognormal(9_000, 0.7);
      known.spent += bought;
      world.spend('material', bought, 9_000 * Math.exp(0.245), known.id);
    }
    world.bill(
      known,
      world.inOffice(
        stage.now() + (chance.happens(0.03) ? chance.lognormal(12, 0.5) : chance.lognormal(1.6, 0.8)) * DAY_MS,
      ),
    );
    if (known.customer.staysAway || !chance.happens(again[0])) return;
    const back = stage.now() + again[1] * chance.lognormal(1, 0.22) * DAY_MS;
    stage.later(world.inOffice(back), () => world.ask(known.customer, known.service, null));
  }
}
