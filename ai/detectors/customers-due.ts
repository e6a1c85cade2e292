import { quantile } from 'simple-statistics';
import type { Finding } from '../../domain/insight/finding.ts';
import { OPEN_JOB_STATUSES } from '../../domain/job/terms.ts';
import { dayText } from '../../domain/kit/day-text.ts';
import { dollarText } from '../../domain/kit/money.ts';
import { ACTIVE_LEAD_STATUSES } from '../../domain/lead/terms.ts';
import { type Facts, isThere } from '../facts/facts.ts';
import { perFacts, perRecord } from '../facts/kept.ts';
import type { Detector } from './detector.ts';
import { calendarOf, numberOf, textOf } from './kit/calendar.ts';
import { evidenceOf, isNews, type Late, worthOf } from './kit/late-list.ts';
import { severityOf } from './kit/severity.ts';
import { FEWEST } from './kit/usual-wait.ts';
import { capital, counted, knownService } from './kit/words.ts';

/** Visits closer together are parts of one piece of work, in days. */
const SAME_WORK = 28;
/** Repeat work is regular if the middle half of its intervals is no wider than so much of the median. */
const REGULAR = 0.6;
/** Well beyond: nine of ten were back by then, and a quarter more than usual has gone by. */
const MOST_BACK = 0.9;
const TIMES = 1.25;
/** Who has not come back in twice the time has gone elsewhere. */
const GONE = 2;
/** One customer alone is no news. */
const LEAST_COUNT = 3;
const HORIZON_DAYS = 30;

/** Customers who usually come back for a service at about the same time of every turn, and have not. */
export const customersDue: Detector = {
  name: 'customers_due',
  reads: ['jobs', 'quotes', 'leads', 'customers', 'invoices', 'company'],
  needs: 'A service for which customers came back at least twenty times, at about the same interval.',
  find(facts) {
    const regular = regularServices(facts);
    if (regular.length === 0) return null;
    const busy = busyCustomers(facts);
    return regular
      .flatMap(({ service, customers, turn }) => dueIn(facts, service, { customers, turn, busy }))
      .sort((one, other) => (other.worth ?? 0) - (one.worth ?? 0));
  },
  version: 2,
  // They came back regularly before; some have moved, or sold.
  prior: 0.6,
  horizonDays: HORIZON_DAYS,
  rightIf: '30 days later most of these customers had not come back',
  provedRight({ subject, evidence }, later) {
    const customers = visitsByService(later).get(subject);
    const busy = busyCustomers(later);
    const since = numberOf(later.today) - HORIZON_DAYS;
    const back = evidence.filter(({ id }) => busy.has(id) || (customers?.get(id)?.at(-1)?.day ?? 0) > since);
    // Who comes back within the month was only late.
    return back.length * 2 < evidence.length;
  },
};

/** Work that was done for a customer. */
export interface Visit {
  /** The number of its day. */
  day: number;
  /** In cents. */
  cents: number;
}

const done = perRecord('jobs', ({ status, completedAt, customerId, serviceType, amount }, facts) => {
  if (status !== 'completed' || completedAt === null || customerId === null || serviceType === null) return null;
  if (knownService(serviceType) === null) return null;
  return { customerId, serviceType, day: numberOf(calendarOf(facts).dayOf(completedAt)), cents: amount ?? 0 };
});

/** The visits of each customer, oldest first, by service. */
export const visitsByService = perFacts((facts): Map<string, Map<string, Visit[]>> => {
  const services = new Map<string, Map<string, Visit[]>>();
  for (const visit of done.all(facts).toSorted((one, other) => one.day - other.day)) {
    const { customerId, serviceType, day, cents } = visit;
    const customers = services.get(serviceType) ?? new Map<string, Visit[]>();
    services.set(serviceType, customers);
    const visits = customers.get(customerId) ?? [];
    customers.set(customerId, visits);
    const last = visits.at(-1);
    if (last && day - last.day < SAME_WORK) visits[visits.length - 1] = { day, cents: last.cents + cents };
    else visits.push({ day, cents });
  }
  return services;
});

/** How often customers come back for a service, in days. */
export interface Turn {
  usual: number;
  /** Beyond it somebody is due, and beyond `gone` no more. */
  due: number;
  gone: number;
}

/** @returns null where too few came back, or at any time */
export function turnOf(customers: Iterable<readonly Visit[]>): Turn | null {
  const intervals = [...customers].flatMap((visits) =>
    visits.slice(1).map(({ day }, place) => day - (visits[place]?.day ?? day)),
  );
  if (intervals.length < FEWEST) return null;
  const at = (share: number) => quantile(intervals, share);
  const usual = at(0.5);
  if ((at(0.75) - at(0.25)) / usual > REGULAR) return null;
  const due = Math.max(TIMES * usual, at(MOST_BACK));
  return { usual, due, gone: Math.max(GONE * usual, due + usual / 2) };
}

/** The services for which customers come back at about the same interval. */
const regularServices = perFacts((facts) =>
  [...visitsByService(facts)].flatMap(([service, customers]) => {
    const turn = turnOf(customers.values());
    return turn === null ? [] : [{ service, customers, turn }];
  }),
);

interface Busy {
  customerId: string | null;
}
const openJobs = perRecord('jobs', ({ status, customerId }): Busy | null =>
  isIn(OPEN_JOB_STATUSES, status) ? { customerId } : null,
);
const openQuotes = perRecord('quotes', ({ status, customerId }): Busy | null =>
  status === 'draft' || status === 'sent' ? { customerId } : null,
);
const openLeads = perRecord('leads', ({ status, customerId }): Busy | null =>
  isIn(ACTIVE_LEAD_STATUSES, status) ? { customerId } : null,
);
/** Customers who ask again. */
const returning = perRecord('customers', ({ id, leadId }, { leads }): Busy | null => {
  const lead = leadId === null ? undefined : leads.get(leadId);
  return isThere(lead) && isIn(ACTIVE_LEAD_STATUSES, lead.status) ? { customerId: id } : null;
});

function isIn(statuses: readonly string[], status: string): boolean {
  return statuses.includes(status);
}

/** The customers who have something open: nobody has to call them. */
export const busyCustomers = perFacts((facts): ReadonlySet<string> => {
  const busy = [openJobs, openQuotes, openLeads, returning].flatMap((open) => open.all(facts));
  return new Set(busy.flatMap(({ customerId }) => customerId ?? []));
});

interface Regulars {
  customers: ReadonlyMap<string, readonly Visit[]>;
  turn: Turn;
  busy: ReadonlySet<string>;
}

function dueIn(facts: Facts, service: string, { customers, turn, busy }: Regulars): Finding[] {
  const today = numberOf(facts.today);
  const due = [...customers].flatMap(([id, visits]): Late[] => {
    const last = visits.at(-1);
    // Who came once may never have meant to come again.
    if (!last || visits.length < 2 || busy.has(id)) return [];
    const waited = today - last.day;
    if (waited <= turn.due || waited > turn.gone || !isThere(facts.customers.get(id))) return [];
    const since = textOf(last.day);
    const why = `Came ${visits.length} times, last on ${dayText(since)}${last.cents > 0 ? ` for ${dollarText(last.cents)}` : ''}.`;
    return [{ kind: 'customer', id, since, cents: last.cents, why }];
  });
  if (due.length < LEAST_COUNT || !isNews(due)) return [];
  const worth = worthOf(due);
  const name = knownService(service) ?? '';
  const who = counted(due.length, 'customer');
  return [
    {
      subject: service,
      insightType: 'recommendation',
      category: 'customer',
      severity: severityOf(worth, facts) === 'info' ? 'info' : 'warning',
      title: `${who} should be back for ${name} by now`,
      description: `${capital(name)} comes back about every ${turnText(turn.usual)} here. ${who} came back before, are well beyond that, and have no lead, quote or job open. Begin with {0}.`,
      actionItems: [
        'Call or write to these customers, the most valuable first.',
        'Offer them a date in the next weeks.',
      ],
      basis: `Half of those who came back for ${name} did within ${turnText(turn.usual)}, and 9 of 10 within ${turnText(turn.due)}; ${who} came longer ago, for ${dollarText(worth)} the last time.`,
      evidence: evidenceOf(due),
      opens: 'message',
      measure: due.length,
      worth: worth > 0 ? worth : null,
    },
  ];
}

/** `6 weeks`, `12 months`: rounded, so that one more visit seldom changes it. */
function turnText(days: number): string {
  return days < 90 ? counted(Math.round(days / 7), 'week') : counted(Math.round(days / 30.4), 'month');
}
