import { quantileSorted } from 'simple-statistics';
import type { Finding } from '../../domain/insight/finding.ts';
import { isProfitKnown } from '../../domain/job/profit.ts';
import { type JobStatus, knownHours } from '../../domain/job/terms.ts';
import { dayText } from '../../domain/kit/day-text.ts';
import { dollarText } from '../../domain/kit/money.ts';
import { addDays } from '../../domain/kit/times.ts';
import { takenItems } from '../../domain/quote/terms.ts';
import { workHours } from '../../domain/quote/work-hours.ts';
import type { Facts } from '../facts/facts.ts';
import { grouped, perFacts, perRecord } from '../facts/kept.ts';
import type { Detector } from './detector.ts';
import { calendarOf } from './kit/calendar.ts';
import { holds, lastSunday } from './kit/holding.ts';
import { evidenceOf, lastSince, worthOf } from './kit/late-list.ts';
import { severityOf } from './kit/severity.ts';
import { chanceOfAtLeast } from './kit/statistics.ts';
import { capital, counted, knownService } from './kit/words.ts';

const YEAR = 365;
/** The days whose jobs are judged; those of the year before say what is usual. */
const RECENT = 90;
/** Below so many jobs at a loss, or so much lost (in cents), it is how work goes. */
const FEWEST_LOSSES = 4;
const LEAST_LOSS = 50_000;
/** At half of the jobs no test is needed: the price is too low. */
const MOST_LOST = 0.5;
/** Otherwise there are more than before, by a binomial test; a company without any before is taken to have a tenth. */
const CHANCE = 0.01;
const LEAST_USUAL = 0.1;
/** What such work costs an hour is known from so many jobs; a price below what half of them cost is more likely than not a loss. */
const FEWEST_JOBS = 10;
const CHEAP = 0.5;
/** Statuses of jobs whose price can still be talked about. */
const NOT_BEGUN: readonly string[] = ['unscheduled', 'scheduled'] satisfies JobStatus[];
const HORIZON_DAYS = 90;

/** Work whose price does not cover its costs: finished jobs, quotes that are still open, and jobs that are booked. */
export const priceBelowCost: Detector = {
  name: 'price_below_cost',
  reads: ['jobs', 'costs', 'quotes', 'invoices', 'company'],
  needs: 'Ten finished jobs of a service within a year, with prices, hours and costs.',
  find(facts) {
    const services = [...finishedByService(facts)].filter(([, jobs]) => jobs.length >= FEWEST_JOBS);
    if (services.length === 0) return null;
    const found = services.flatMap(([service, jobs]) => [
      ...lossesOf(facts, service, jobs),
      ...lowPricesOf(facts, 'quotes', service, jobs),
      ...lowPricesOf(facts, 'booked', service, jobs),
    ]);
    return found.sort((one, other) => (other.worth ?? 0) - (one.worth ?? 0));
  },
  // Sums over the ledger; what costs leave out, or book too late, they cannot say.
  prior: 0.8,
  horizonDays: HORIZON_DAYS,
  rightIf: 'a quarter of the later jobs, or most of what was quoted or booked, came out at a loss',
  provedRight({ subject, evidence }, later) {
    const [what, service = ''] = subject.split('/');
    const jobs = finishedByService(later).get(service) ?? [];
    if (what === 'jobs') {
      const after = jobs.filter(({ day }) => day > addDays(later.today, -HORIZON_DAYS));
      return after.length < FEWEST_LOSSES ? null : lossesIn(after).length * 4 >= after.length;
    }
    const told = new Set(evidence.map(({ id }) => id));
    const found = jobs.filter(({ id, quoteId }) => told.has(id) || (quoteId !== null && told.has(quoteId)));
    return found.length === 0 ? null : lossesIn(found).length * 2 > found.length;
  },
};

/** A finished job whose profit is known. */
interface Done {
  id: string;
  quoteId: string | null;
  service: string;
  /** The hours that were estimated; null where nobody did. */
  hours: number | null;
  /** The day it was finished. */
  day: string;
  /** In cents; a positive loss is one. */
  price: number;
  cost: number;
  loss: number;
}

/** What each job cost by the ledger. */
const costs = grouped(
  perRecord('costs', ({ jobId, amount }) => (jobId === null ? null : { jobId, amount })),
  ({ jobId }) => jobId,
);

/** Of the services that have a name of their own, by the rule of the profitability. */
const done = perRecord('jobs', (job, facts): Done | null => {
  const { id, quoteId, status, completedAt, serviceType } = job;
  if (status !== 'completed' || completedAt === null || serviceType === null || knownService(serviceType) === null)
    return null;
  // Work for nothing, such as a warranty visit, has no price that could be too low.
  if (!isProfitKnown(job) || job.amount === 0) return null;
  const cost = costs.of(facts, id).reduce((sum, { amount }) => sum + amount, 0);
  const hours = knownHours(job.estimatedDuration);
  const day = calendarOf(facts).dayOf(completedAt);
  return { id, quoteId, service: serviceType, hours, day, price: job.amount, cost, loss: cost - job.amount };
});

/** The jobs of the last fifteen months. */
const finishedByService = perFacts((facts): Map<string, Done[]> => {
  const since = addDays(facts.today, -(YEAR + RECENT));
  return Map.groupBy(
    done.all(facts).filter(({ day }) => day >= since),
    ({ service }) => service,
  );
});

function lossesIn(jobs: readonly Done[]): Done[] {
  return jobs.filter(({ loss }) => loss > 0);
}

/** The jobs of the 90 days to a day, and whether they are at a loss more than by chance. */
function judged(jobs: readonly Done[], day: string, chance: number): { recent: Done[]; isLoss: boolean } {
  const from = addDays(day, -RECENT);
  const recent = jobs.filter((each) => each.day > from && each.day <= day);
  const before = jobs.filter((each) => each.day <= from);
  const losses = lossesIn(recent);
  const lost = losses.reduce((sum, { loss }) => sum + loss, 0);
  if (losses.length < FEWEST_LOSSES || lost < LEAST_LOSS) return { recent, isLoss: false };
  // With the few of a new service, one more and one less than there were.
  const usual = Math.max(LEAST_USUAL, (lossesIn(before).length + 1) / (before.length + 2));
  const isMore = chanceOfAtLeast({ won: losses.length, of: recent.length }, Math.min(usual, MOST_LOST)) < chance;
  return { recent, isLoss: losses.length >= MOST_LOST * recent.length || isMore };
}

function lossesOf(facts: Facts, service: string, jobs: readonly Done[]): Finding[] {
  const isLoss = holds(facts.today, {
    clearly: (day) => judged(jobs, day, CHANCE).isLoss,
    somewhat: (day) => judged(jobs, day, 5 * CHANCE).isLoss,
  });
  if (!isLoss) return [];
  const { recent } = judged(jobs, lastSunday(facts.today), CHANCE);
  const losses = lossesIn(recent).map(({ id, day, price, cost, loss }) => {
    const why = `Finished ${dayText(day)} for ${dollarText(price)}; it cost ${dollarText(cost)}.`;
    return { kind: 'job', id, since: day, cents: loss, why };
  });
  const worth = worthOf(losses);
  const name = knownService(service) ?? '';
  const of = `${losses.length} of ${counted(recent.length, 'job')}`;
  return [
    {
      subject: `jobs/${service}`,
      insightType: 'anomaly',
      category: 'financial',
      severity: severityOf(worth, facts),
      title: `${capital(name)} cost more than its price in ${of}: ${dollarText(worth)} lost`,
      description: `Of the ${name} jobs finished by ${dayText(lastSince(losses))}, ${losses.length} cost more than the customer paid. The largest loss is {0}.`,
      actionItems: [
        `Raise the price of the next quotes for ${name}.`,
        'Look at the jobs with the largest losses: were the hours or the materials more than planned?',
        'Check the open quotes for the same work.',
      ],
      basis: `The costs of ${of} in 90 days are above the price, by ${dollarText(worth)} together. Costs are those of the ledger, with the hours of the crew; jobs without a price or hours are left out.`,
      evidence: evidenceOf(losses),
      opens: 'open',
      measure: worth,
      worth,
    },
  ];
}

/** What can still be changed: open quotes, and jobs that nobody has begun. */
const OPEN = {
  quotes: {
    kind: 'quote',
    one: 'open quote',
    asks: ['asks', 'ask'],
    until: 'before they are approved',
    opens: 'quote',
  },
  booked: { kind: 'job', one: 'booked job', asks: ['brings', 'bring'], until: 'before the work begins', opens: 'open' },
} as const;

/** Work with a price, and the hours estimated for it. */
interface Open {
  id: string;
  service: string;
  /** ISO UTC. */
  createdAt: string;
  /** In cents. */
  price: number;
  hours: number;
}

/** The open quotes or booked jobs of a service below what its jobs cost for each hour that was estimated. */
function lowPricesOf(facts: Facts, what: keyof typeof OPEN, service: string, jobs: readonly Done[]): Finding[] {
  const perHour = jobs
    .flatMap(({ hours, cost }) => (hours === null || cost <= 0 ? [] : [cost / hours]))
    .sort((one, other) => one - other);
  if (perHour.length < FEWEST_JOBS) return [];
  const cents = quantileSorted(perHour, CHEAP);
  const { dayOf } = calendarOf(facts);
  const { kind, one, asks, until, opens } = OPEN[what];
  const open = (what === 'quotes' ? openQuotes : bookedJobs).of(facts, service);
  const low = open.flatMap(({ id, createdAt, price, hours }) => {
    const missing = Math.round(cents * hours) - price;
    if (missing <= 0) return [];
    const why = `${dollarText(price)} for ${counted(hours, 'estimated hour')}; such work mostly costs ${dollarText(price + missing)} or more.`;
    return [{ kind, id, since: dayOf(createdAt), cents: missing, why }];
  });
  const worth = worthOf(low);
  if (worth < LEAST_LOSS) return [];
  const name = knownService(service) ?? '';
  const isOne = low.length === 1;
  const [ask] = isOne ? asks : asks.slice(1);
  const prices = `${counted(low.length, one)} for ${name}`;
  return [
    {
      subject: `${what}/${service}`,
      insightType: 'recommendation',
      category: 'financial',
      severity: severityOf(worth, facts),
      title: `${prices} ${isOne ? 'is' : 'are'} below what such work costs`,
      description: `${prices} ${ask} ${what === 'quotes' ? 'for ' : ''}${dollarText(worth)} less than the same work costs here, by the hours estimated. The lowest is {0}.`,
      actionItems: [
        `Check the hours and prices of these ${what === 'quotes' ? 'quotes' : 'jobs'} ${until}.`,
        what === 'quotes'
          ? 'Send a new version where the price is too low.'
          : 'Agree on another price where it is too low, or do the work knowing what it costs.',
      ],
      basis: `Half of the ${name} jobs of the last 15 months cost ${dollarText(Math.round(cents))} or more for each estimated hour; ${isOne ? 'this' : 'these'} ${isOne ? one : `${one}s`} ${ask} ${what === 'quotes' ? 'for ' : ''}less, by ${dollarText(worth)} together.`,
      evidence: evidenceOf(low),
      opens,
      measure: worth,
      worth,
    },
  ];
}

/** Jobs with a price and hours that nobody has begun, by service. */
const bookedJobs = grouped(
  perRecord('jobs', ({ id, createdAt, amount, status, serviceType, estimatedDuration }): Open | null => {
    const hours = knownHours(estimatedDuration);
    // Work for nothing, such as a warranty visit, is not too cheap.
    if (!NOT_BEGUN.includes(status) || !amount || hours === null || serviceType === null) return null;
    return { service: serviceType, id, createdAt, price: amount, hours };
  }),
  ({ service }) => service,
);

/** Quotes that may still be approved, whose work is all of one service and has estimated hours. */
const openQuotes = grouped(
  perRecord('quotes', ({ id, createdAt, status, subtotal: price, items }): Open | null => {
    if ((status !== 'draft' && status !== 'sent') || price <= 0) return null;
    const taken = takenItems(items, []);
    const [service, ...others] = new Set(taken.map((item) => item.service));
    const { hours, unknown } = workHours(taken);
    if (!service || others.length > 0 || hours === null || unknown.length > 0) return null;
    return { service, id, createdAt, price, hours };
  }),
  ({ service }) => service,
);
