import type { GivenOf } from '../../ai/ask/catalog.ts';
import { matches } from '../../domain/audience/rule.ts';
import { EVERYBODY } from '../../domain/audience/segment.ts';
import { INSIGHT_CATEGORY_LABELS, INSIGHT_SEVERITY_LABELS } from '../../domain/insight/terms.ts';
import { JOB_STATUS_LABELS, serviceLabel } from '../../domain/job/terms.ts';
import { formatCents } from '../../domain/kit/money.ts';
import { addDays } from '../../domain/kit/times.ts';
import { currentFacts } from '../audience/facts.ts';
import { insightKind } from '../insights/record.ts';
import { insightList } from '../insights/schema.ts';
import { jobKind } from '../jobs/record.ts';
import { jobList } from '../jobs/schema.ts';
import { companyZone, dayOf } from '../kit/company-time.ts';
import { namesOfCustomers } from '../reports/names.ts';
import {
  type Asker,
  day,
  dayIn,
  daysOf,
  type Filters,
  fileOf,
  link,
  listed,
  money,
  number,
  recordRow,
  type Table,
  text,
  withoutPage,
} from './table.ts';

export const WORK_RUNS = {
  async jobs(asker: Asker, given: GivenOf<'jobs'>): Promise<Table> {
    const {
      which = 'active',
      service,
      crew,
      customer,
      dated = 'scheduled',
      order,
      from,
      to,
      priceFrom,
      priceTo,
    } = given;
    const zone = await companyZone(asker.context);
    const isDated = from !== undefined || to !== undefined;
    const days = { from: undefined, to: undefined, ...daysOf(JOB_DAYS[dated], from, to), ...beforeToday(asker, which) };
    const latest = {
      scheduled: isDated ? 'scheduledDate' : '-createdAt',
      completed: '-completedAt',
      created: '-createdAt',
    };
    const sort = order === 'price' ? '-amount' : latest[dated];
    const asked = {
      serviceType: service,
      crewId: crew,
      ...JOBS_ASKED[which],
      ...days,
      customerId: customer,
      amountFrom: priceFrom,
      amountTo: priceTo,
      sort,
    };
    const found = await listed(
      asker,
      jobKind,
      jobList,
      asked,
      (job) =>
        recordRow(
          'job',
          job.id,
          job.jobNumber ?? job.title,
          job.customerName,
          serviceLabel(job.serviceType),
          JOB_STATUS_LABELS[job.status] ?? job.status,
          dayIn(job.scheduledDate, zone),
          dayIn(job.completedAt, zone),
          job.crewName,
          job.amount,
        ),
      { days: isDated && order === 'price' ? JOB_DAY[dated] : undefined },
    );
    const { from: first, to: last, ...others } = days;
    const page = {
      service,
      crew,
      customer,
      from: first,
      to: last,
      ...others,
      amountFrom: priceFrom,
      amountTo: priceTo,
    };
    const note =
      isDated && dated === 'scheduled'
        ? 'By the day of the first visit: long jobs that began before are on the schedule.'
        : null;
    const isAllToInvoice = which === 'to_invoice' && Object.values(page).every((filter) => filter === undefined);
    return {
      columns: [
        text('job', 'Job'),
        text('customer', 'Customer'),
        text('service', 'Service'),
        text('status', 'Status'),
        day('scheduled', 'First visit'),
        day('completed', 'Completed'),
        text('crew', 'Crew'),
        money('amount', 'Price'),
      ],
      ...found,
      sums: null,
      file: fileOf('/api/jobs', asked),
      ...(which === 'to_invoice' && !isAllToInvoice
        ? withoutPage(note)
        : {
            note,
            link: isAllToInvoice
              ? link('Invoice finished work', '/invoices', { new: 'true' })
              : link('The same jobs', '/jobs', { ...page, ...JOBS_SHOWN[which], sort }),
          }),
    };
  },

  async customers({ context, most }: Asker, given: GivenOf<'customers'>): Promise<Table> {
    const { notServedSince = null, service, source, city, tag, dated = 'served', from, to, hasOpenQuote } = given;
    const isServed = dated === 'served';
    const zone = await companyZone(context);
    const facts = await currentFacts(context);
    const isMeant = matches(
      {
        ...EVERYBODY,
        notServedSince,
        services: service === undefined ? null : [service],
        finishedFrom: (isServed && from) || null,
        finishedTo: (isServed && to) || null,
        cities: city === undefined ? null : [city],
        tags: tag === undefined ? null : [tag],
        leadSources: source === undefined ? null : [source],
        hasOpenQuote: hasOpenQuote === undefined ? null : hasOpenQuote === 'yes',
      },
      zone,
    );
    const meant = facts
      .customers()
      .filter((customer) => !customer.isErased && isMeant(customer))
      .filter(({ createdAt }) => isServed || isWithin(createdAt && dayOf(Date.parse(createdAt), zone), from, to))
      .map(({ id, finished, invoiced }) => ({
        id,
        jobs: finished.length,
        last: finished.reduce<string | null>((latest, { at }) => (latest === null || at > latest ? at : latest), null),
        cents: invoiced.reduce((sum, { cents }) => sum + cents, 0),
      }))
      .sort((one, other) => other.cents - one.cents);
    const shown = meant.slice(0, most);
    const note = 'By the same rule as the segments of a campaign.';
    const names = await namesOfCustomers(
      context.readModels.current(),
      shown.map(({ id }) => id),
    );
    return {
      columns: [
        text('customer', 'Customer'),
        number('jobs', 'Finished jobs'),
        day('last', 'Last finished'),
        money('invoiced', 'Invoiced, with tax and deposits'),
      ],
      rows: shown.map(({ id, jobs, last, cents }) =>
        recordRow(
          'customer',
          id,
          names.get(id) ?? 'Customer',
          jobs,
          last && dayOf(Date.parse(last), zone),
          formatCents(cents),
        ),
      ),
      total: meant.length,
      sums: [
        null,
        meant.reduce((sum, { jobs }) => sum + jobs, 0),
        null,
        formatCents(meant.reduce((sum, { cents }) => sum + cents, 0)),
      ],
      // The page knows tags alone.
      ...(Object.entries(given).every(([name, value]) => name === 'tag' || name === 'dated' || value === undefined)
        ? { note, link: link('The same customers', '/customers', { tag }) }
        : withoutPage(note)),
    };
  },

  async insights(asker: Asker, { severity, category }: GivenOf<'insights'>): Promise<Table> {
    const asked = { status: 'open', severity, category, sort: '-severity' };
    const found = await listed(asker, insightKind, insightList, asked, (each) =>
      recordRow(
        'insight',
        each.id,
        each.title,
        INSIGHT_SEVERITY_LABELS[each.severity] ?? each.severity,
        INSIGHT_CATEGORY_LABELS[each.category] ?? each.category,
        each.worth,
      ),
    );
    return {
      columns: [
        text('insight', 'Insight'),
        text('severity', 'Severity'),
        text('category', 'Category'),
        money('worth', 'At stake'),
      ],
      ...found,
      sums: null,
      note: null,
      link: link('The same insights', '/ai-dashboard', { severity, category, sort: '-severity' }),
    };
  },
} as const;

/** Of the list's call, and of the page. */
const JOBS_ASKED: Readonly<Record<NonNullable<GivenOf<'jobs'>['which']>, Filters>> = {
  active: { active: 'true' },
  unscheduled: { status: 'unscheduled' },
  scheduled: { status: 'scheduled' },
  in_progress: { status: 'in_progress' },
  on_hold: { status: 'on_hold' },
  completed: { status: 'completed' },
  cancelled: { status: 'cancelled' },
  undated: { unscheduled: 'true' },
  uncrewed: { active: 'true', crewId: 'none' },
  overdue: { status: 'scheduled' },
  to_invoice: { toInvoice: 'true' },
};
const JOBS_SHOWN: typeof JOBS_ASKED = { ...JOBS_ASKED, active: {}, uncrewed: { crew: 'none' }, to_invoice: {} };

const JOB_DAYS = {
  scheduled: ['from', 'to'],
  completed: ['completedFrom', 'completedTo'],
  created: ['createdFrom', 'createdTo'],
} as const;

/** The order of those days. */
const JOB_DAY = { scheduled: 'scheduledDate', completed: 'completedAt', created: 'createdAt' } as const;

/** Whose day is over. */
function beforeToday({ today }: Asker, which: string): Filters {
  return which === 'overdue' ? { to: addDays(today, -1) } : {};
}

function isWithin(day: string | null, from: string | undefined, to: string | undefined): boolean {
  return day !== null && (from === undefined || day >= from) && (to === undefined || day <= to);
}
