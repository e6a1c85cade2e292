import type { Facts } from '../../../ai/facts/facts.ts';
import type { Finding } from '../../../domain/insight/finding.ts';
import type { DetectorName } from '../../../domain/insight/terms.ts';
import { addDays } from '../../../domain/kit/times.ts';
import { DAY_MS } from './insight-stage.ts';
import { type CrewTruth, type InvoiceTruth, SERVICES, type Service, type Truth } from './insight-terms.ts';

// Whether a finding that nobody planted is true all the same: chance makes jobs wait and crews idle, too. It is decided by
// what the generator knows was so, and by plain rules of thumb of its own, not by the detectors' rules.

/** What a finding is held against, as of a moment. */
export interface Moment {
  finding: Finding;
  facts: Facts;
  truth: Truth;
  /** Milliseconds since 1970. */
  now: number;
}

type Oracle = (moment: Moment) => boolean;

/** A share of what a finding names that makes it true: not every row of a list must be beyond doubt. */
const MOST = 0.5;

export const ORACLES: Readonly<Record<DetectorName, Oracle>> = {
  /**
   * The category cost more than in any month of that season in the other years, later ones too, and a third more than
   * it mostly did; or a third more than the work and the prices of these months had to bring.
   */
  cost_spike({ finding, truth, now }) {
    const rows = truth.costs.filter(({ category }) => finding.subject.includes(category));
    const within = (end: number) => {
      const month = rows.filter(({ day }) => day > dayOf(end - 30 * DAY_MS) && day <= dayOf(end));
      return { spent: sum(month.map(({ cents }) => cents)), expected: sum(month.map(({ expected }) => expected)) };
    };
    const season = [-2, -1, 1, 2].flatMap((years) =>
      [-30, -15, 0, 15, 30].map((days) => within(now + (years * 365 + days) * DAY_MS)),
    );
    const usual = season.map(({ spent }) => spent).filter((spent) => spent > 0);
    return [0, 4, 8].some((days) => {
      const { spent, expected } = within(now - days * DAY_MS);
      const isOutside = spent > Math.max(...usual) && spent > (1.33 * sum(usual)) / usual.length;
      return isOutside || spent > 1.33 * expected + 50_000;
    });
  },

  /** More is overdue than usually was in the year before, or the named customers are a month late. */
  receivables_aging({ finding, truth, now }) {
    const usual = Array.from({ length: 12 }, (_, turn) => overdue(truth, now - (turn + 4) * 28 * DAY_MS));
    if (overdue(truth, now) > 1.3 * median(usual)) return true;
    const named = records(finding, 'invoice').flatMap((id) => truth.invoices.get(id) ?? []);
    return most(named, ({ dueDate }) => now - Date.parse(dueDate) > 30 * DAY_MS);
  },

  /** They have waited for an answer longer than four in five of those that were won. */
  slow_leads({ finding, truth, now }) {
    const known = [...truth.leads.values()].filter(({ capturedAt }) => capturedAt <= now);
    const won = known.filter(({ isWon, endedAt }) => isWon && endedAt !== null && endedAt <= now);
    const answered = share(
      won.map(({ capturedAt, contactedAt }) => (contactedAt ?? capturedAt) - capturedAt),
      0.8,
    );
    const decided = share(
      won.map(({ capturedAt, endedAt }) => (endedAt ?? 0) - capturedAt),
      0.8,
    );
    const named = records(finding, 'lead').flatMap((id) => truth.leads.get(id) ?? []);
    return most(named, ({ capturedAt, contactedAt }) => {
      const isAnswered = contactedAt !== null && contactedAt <= now;
      return now - capturedAt > (isAnswered ? decided : answered);
    });
  },

  /** The odds change only where it is planted. */
  win_rate_drop: () => false,

  /** Whoever was served for something that people come again for, and was not since. */
  customers_due({ finding, truth, now }) {
    const named = [...new Set([finding.subject, ...finding.evidence.map(({ id }) => id)])].filter((id) =>
      truth.customers.has(id),
    );
    return most(named, (id) => {
      const done = [...truth.jobs.values()].filter(
        ({ customer, completedAt }) => customer.id === id && (completedAt ?? now) < now,
      );
      const last = done.toSorted((one, other) => (other.completedAt ?? 0) - (one.completedAt ?? 0))[0];
      if (!last) return false;
      const [often, days]: Service['again'] = SERVICES[last.service].again;
      return often >= 0.3 && now - (last.completedAt ?? now) > 0.9 * days * DAY_MS;
    });
  },

  /** A third of its price went into it within a year. */
  equipment_repairs({ finding, truth, now }) {
    const machine = truth.machines.get(finding.subject) ?? truth.machines.get(records(finding, 'equipment')[0] ?? '');
    if (!machine) return false;
    const since = dayOf(now - 365 * DAY_MS);
    const spent = sum(machine.spent.filter(({ day }) => day > since && day <= dayOf(now)).map(({ cents }) => cents));
    return spent > machine.price / 3;
  },

  /** It is due, or overdue by then, on a day on which its crew has work that takes it. */
  maintenance_clash({ finding, facts, truth }) {
    const machine = truth.machines.get(finding.subject) ?? truth.machines.get(records(finding, 'equipment')[0] ?? '');
    const due = machine && facts.equipment.get(machine.id)?.nextMaintenance;
    if (!machine || !due) return false;
    const isOverdue = due < facts.today;
    return visitsOf(facts, machine.crew?.id ?? null, facts.today).some(
      ({ day, equipment }) => equipment.includes(machine.category) && (isOverdue || day === due),
    );
  },

  /** A crew is booked beyond its hours, has half a week free while work waits, or turned out to have had little to do. */
  crew_capacity({ finding, facts, truth, now }) {
    const named = [finding.subject, ...finding.evidence.map(({ id }) => id)];
    const crews = truth.crews.filter(({ id }) => named.some((each) => each.includes(id)));
    const waiting = [...facts.jobs.values()].filter(({ status, removed }) => status === 'unscheduled' && !removed);
    const waits = sum(waiting.map(({ estimatedDuration }) => estimatedDuration ?? 4)) >= 8;
    return (crews.length > 0 ? crews : truth.crews).some(
      (crew) =>
        [0, 1, 2, 3].some((week) => bookedHours(facts, crew, now, week) > 36) ||
        (waits && bookedHours(facts, crew, now, 1) < 20) ||
        workedHours(crew, now) < 0.55 * 120,
    );
  },

  /** Over the year or the last months, the work of it was bound to take an eighth more or less than was estimated. */
  hours_overrun({ finding, truth, now }) {
    const done = [...truth.jobs.values()].filter(
      ({ service, estimator, completedAt }) =>
        (completedAt ?? now) < now &&
        (finding.subject.includes(service) || (estimator !== null && finding.subject.includes(estimator))),
    );
    return [365, 120].some((days) => {
      const odds = done.filter(({ completedAt }) => (completedAt ?? 0) > now - days * DAY_MS).map(({ bound }) => bound);
      return odds.length > 0 && Math.abs(sum(odds) / odds.length - 1) > 0.125;
    });
  },

  /** As of now, somebody's certificate ends before a visit of their crew that asks for it. */
  certificates_expiring({ finding, facts, truth }) {
    const named = [finding.subject, ...finding.evidence.map(({ id }) => id)];
    return truth.crews.some(({ id, members }) =>
      members.some(({ id: person }) => {
        const certificates = facts.people.get(person)?.staff?.certifications ?? [];
        const visits = visitsOf(facts, id, facts.today);
        return (
          named.includes(person) &&
          certificates.some(({ name, expiresOn }) =>
            visits.some(({ day, skills }) => skills.includes(name) && day > (expiresOn ?? day)),
          )
        );
      }),
    );
  },

  /** They wait longer than nine in ten did, and a week at least. */
  jobs_not_invoiced({ finding, truth, now }) {
    const lags = [...truth.jobs.values()].flatMap(({ completedAt, settledAt }) =>
      completedAt !== null && settledAt !== null && settledAt <= now ? [settledAt - completedAt] : [],
    );
    const named = records(finding, 'job').flatMap((id) => truth.jobs.get(id) ?? []);
    return most(
      named,
      ({ completedAt, settledAt }) =>
        (settledAt ?? now) >= now && now - (completedAt ?? now) > Math.max(7 * DAY_MS, share(lags, 0.9)),
    );
  },

  quotes_not_sent({ finding, truth, now }) {
    const lags = [...truth.quotes.values()].flatMap(({ createdAt, sentAt }) =>
      sentAt !== null && sentAt <= now ? [sentAt - createdAt] : [],
    );
    const named = records(finding, 'quote').flatMap((id) => truth.quotes.get(id) ?? []);
    return most(
      named,
      ({ createdAt, sentAt }) => (sentAt ?? now) >= now && now - createdAt > Math.max(4 * DAY_MS, share(lags, 0.9)),
    );
  },

  /** Nobody was told for more than three days, or the mail did not arrive. */
  invoices_not_emailed({ finding, facts, truth, now }) {
    const failed = new Set(
      [...facts.mails.values()].flatMap(({ status, recordId }) => (status === 'failed' ? [recordId] : [])),
    );
    const named = records(finding, 'invoice').flatMap((id) => truth.invoices.get(id) ?? []);
    return most(
      named,
      ({ id, issuedAt, sentAt, settledAt }) =>
        (settledAt ?? now) >= now && (failed.has(id) || ((sentAt ?? now) >= now && now - issuedAt > 3 * DAY_MS)),
    );
  },

  /** Crews would drive at least five miles less. */
  travel_swap({ finding, facts }) {
    const [one, other] = records(finding, 'job').map((id) => facts.jobs.get(id));
    if (!one || !other) return false;
    const day = one.visits[0]?.start.slice(0, 10) ?? '';
    const otherDay = other.visits[0]?.start.slice(0, 10) ?? '';
    const before = tour(facts, one.crewId, day) + tour(facts, other.crewId, otherDay);
    const swapped = new Map([
      [one.id, other],
      [other.id, one],
    ]);
    return before - tour(facts, one.crewId, day, swapped) - tour(facts, other.crewId, otherDay, swapped) > 5;
  },

  /** In one of the next weeks a crew has at least 32 hours booked, most of it work that rain stops. */
  weather_slack({ facts, truth, now }) {
    const weather = (service: string | null) => SERVICES[service as keyof typeof SERVICES]?.isOfWeather === true;
    return truth.crews.some((crew) =>
      [0, 1, 2, 3].some((week) => {
        const booked = bookedHours(facts, crew, now, week);
        return booked >= 32 && bookedHours(facts, crew, now, week, weather) > booked / 2;
      }),
    );
  },

  /** What it costs, with three people, the machines and the dump, comes near its price. */
  price_below_cost({ finding, truth }) {
    const cost = (hours: number, service: keyof typeof SERVICES) =>
      hours * (3 * 6_500 + 1_500 + SERVICES[service].disposal);
    const ids = [finding.subject, ...finding.evidence.map(({ id }) => id)];
    const jobs = ids.flatMap((id) => truth.jobs.get(id) ?? []);
    const quotes = ids.flatMap((id) => truth.quotes.get(id) ?? []);
    return (
      most(jobs, ({ estimate, service, price, spent }) => Math.max(spent, cost(estimate, service)) > 0.95 * price) ||
      most(quotes, ({ price, cost: planned }) => planned > 0.95 * price)
    );
  },
};

function most<Row>(rows: readonly Row[], is: (row: Row) => boolean): boolean {
  return rows.length > 0 && rows.filter(is).length >= MOST * rows.length;
}

function records({ evidence }: Finding, kind: string): string[] {
  return evidence.filter((each) => each.kind === kind).map(({ id }) => id);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function share(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;
}

function median(values: readonly number[]): number {
  return share(values, 0.5);
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** Cents that were overdue at a moment. */
function overdue(truth: Truth, at: number): number {
  const isOverdue = ({ issuedAt, settledAt, dueDate }: InvoiceTruth) =>
    issuedAt <= at && (settledAt ?? at + 1) > at && Date.parse(dueDate) < at;
  return sum([...truth.invoices.values()].filter(isOverdue).map(({ total }) => total));
}

/** The visits of a crew from a day on; of any crew for null. */
function visitsOf({ jobs }: Facts, crewId: string | null, from: string) {
  return [...jobs.values()]
    .filter(({ status, removed }) => (status === 'scheduled' || status === 'in_progress') && !removed)
    .filter((job) => crewId === null || job.crewId === crewId)
    .flatMap(({ visits, requiredEquipment, requiredSkills, serviceType }) =>
      visits.map(({ start, end }) => ({
        day: start.slice(0, 10),
        hours: (Date.parse(`${end}Z`) - Date.parse(`${start}Z`)) / 3_600_000,
        equipment: requiredEquipment,
        skills: requiredSkills,
        serviceType,
      })),
    )
    .filter(({ day }) => day >= from);
}

/** The hours on site that are booked in a week, from this one on, which is 0. */
function bookedHours(
  facts: Facts,
  { id }: CrewTruth,
  now: number,
  week: number,
  counts: (service: string | null) => boolean = () => true,
): number {
  const monday = dayOf(now - ((new Date(now).getUTCDay() + 6) % 7) * DAY_MS);
  const from = addDays(monday, week * 7);
  const visits = visitsOf(facts, id, from).filter(
    ({ day, serviceType }) => day < addDays(from, 7) && counts(serviceType),
  );
  return sum(visits.map(({ hours }) => hours));
}

/** The hours that a crew turned out to work in the three weeks from now on, drives included. */
function workedHours({ booked }: CrewTruth, now: number): number {
  return sum(Array.from({ length: 21 }, (_, ahead) => booked.get(dayOf(now + ahead * DAY_MS)) ?? 0));
}

/** The miles of a crew on a day, from the yard and back. @param swapped what stands in for a job's place */
function tour(
  { jobs }: Facts,
  crewId: string | null,
  day: string,
  swapped: ReadonlyMap<string, { latitude: number | null; longitude: number | null }> = new Map(),
): number {
  const stops = [...jobs.values()]
    .filter((job) => job.crewId === crewId && job.status === 'scheduled')
    .flatMap((job) => job.visits.filter(({ start }) => start.startsWith(day)).map(({ start }) => ({ start, job })))
    .toSorted((one, other) => (one.start < other.start ? -1 : 1))
    .map(({ job }) => swapped.get(job.id) ?? job);
  const yard = { latitude: 42.37, longitude: -72.52 };
  const way = [yard, ...stops, yard];
  return sum(way.slice(1).map((stop, at) => miles(way[at] ?? yard, stop)));
}

interface Place {
  latitude: number | null;
  longitude: number | null;
}

function miles(one: Place, other: Place): number {
  const north = ((one.latitude ?? 0) - (other.latitude ?? 0)) * 69;
  const east = ((one.longitude ?? 0) - (other.longitude ?? 0)) * 51;
  return Math.hypot(north, east);
}
