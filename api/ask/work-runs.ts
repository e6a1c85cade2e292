import type { GivenOf } from '../../ai/ask/catalog.ts';
import { matches } from '../../domain/audience/rule.ts';
import { EVERYBODY } from '../../domain/audience/segment.ts';
import { INSIGHT_CATEGORY_LABELS, INSIGHT_SEVERITY_LABELS } from '../../domain/insight/terms.ts';
import { JOB_STATUS_LABELS, serviceLabel } from '../../domain/job/terms.ts';
import { formatCents } from '../../domain/kit/money.ts';
import { QUOTE_STATUS_LABELS } from '../../domain/quote/terms.ts';
import { currentFacts } from '../audience/facts.ts';
import { equipmentKind } from '../equipment/record.ts';
import { equipmentList } from '../equipment/schema.ts';
import { insightKind } from '../insights/record.ts';
import { insightList } from '../insights/schema.ts';
import { jobKind } from '../jobs/record.ts';
import { jobList } from '../jobs/schema.ts';
import { companyZone, dayOf } from '../kit/company-time.ts';
import { leadKind } from '../leads/record.ts';
import { leadList } from '../leads/schema.ts';
import { quoteKind } from '../quotes/record.ts';
import { quoteList } from '../quotes/schema.ts';
import { namesOfCustomers } from '../reports/names.ts';
import { hoursFiguresOf } from '../timesheets/figures.ts';
import {
  type Asker,
  day,
  hours,
  link,
  listed,
  MOST_ROWS,
  money,
  number,
  recordRow,
  row,
  type Table,
  tableOf,
  text,
} from './table.ts';
import { sourceLabel, winRateOf } from './win-rate.ts';

export const WORK_RUNS = {
  async jobs(asker: Asker, given: GivenOf<'jobs'>): Promise<Table> {
    const { which = 'active', service, crew, customer, from, to } = given;
    const zone = await companyZone(asker.context);
    const isDated = from !== undefined || to !== undefined;
    const sort = isDated ? 'scheduledDate' : '-createdAt';
    const asked = { ...JOBS_ASKED[which], serviceType: service, crewId: crew, customerId: customer, from, to, sort };
    const found = await listed(asker, jobKind, jobList, asked, (job) =>
      recordRow(
        'job',
        job.id,
        job.jobNumber ?? job.title,
        job.customerName,
        serviceLabel(job.serviceType),
        JOB_STATUS_LABELS[job.status] ?? job.status,
        job.scheduledDate && dayOf(Date.parse(job.scheduledDate), zone),
        job.crewName,
        job.amount,
      ),
    );
    return {
      columns: [
        text('job', 'Job'),
        text('customer', 'Customer'),
        text('service', 'Service'),
        text('status', 'Status'),
        day('scheduled', 'First visit'),
        text('crew', 'Crew'),
        money('amount', 'Price'),
      ],
      ...found,
      sums: null,
      note: null,
      link:
        which === 'to_invoice'
          ? link('Invoice finished work', '/invoices', { new: 'true' })
          : link('The same jobs', '/jobs', { ...JOBS_SHOWN[which], service, crew, customer, from, to, sort }),
    };
  },

  async customers({ context }: Asker, given: GivenOf<'customers'>): Promise<Table> {
    const { notServedSince = null, service, source, hasOpenQuote } = given;
    const zone = await companyZone(context);
    const facts = await currentFacts(context);
    const isMeant = matches(
      {
        ...EVERYBODY,
        notServedSince,
        services: service === undefined ? null : [service],
        leadSources: source === undefined ? null : [source],
        hasOpenQuote: hasOpenQuote === undefined ? null : hasOpenQuote === 'yes',
      },
      zone,
    );
    const meant = facts
      .customers()
      .filter((customer) => !customer.isErased && isMeant(customer))
      .map(({ id, finished, invoiced }) => ({
        id,
        jobs: finished.length,
        last: finished.reduce<string | null>((latest, { at }) => (latest === null || at > latest ? at : latest), null),
        cents: invoiced.reduce((sum, { cents }) => sum + cents, 0),
      }))
      .sort((one, other) => other.cents - one.cents);
    const shown = meant.slice(0, MOST_ROWS);
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
      note: 'By the same rule as the segments of a campaign.',
      link: link('All customers', '/customers'),
    };
  },

  async quotes(asker: Asker, { which, customer }: GivenOf<'quotes'>): Promise<Table> {
    const asked = which === undefined ? {} : QUOTES_ASKED[which];
    const zone = await companyZone(asker.context);
    const found = await listed(
      asker,
      quoteKind,
      quoteList,
      { ...asked, customerId: customer, sort: '-createdAt' },
      (each) =>
        recordRow(
          'quote',
          each.id,
          each.quoteNumber,
          each.customerName,
          QUOTE_STATUS_LABELS[each.status] ?? each.status,
          each.sentAt && dayOf(Date.parse(each.sentAt), zone),
          each.validUntil,
          each.total,
        ),
    );
    return {
      columns: [
        text('quote', 'Quote'),
        text('customer', 'Customer'),
        text('status', 'Status'),
        day('sent', 'Last sent'),
        day('validUntil', 'Valid until'),
        money('total', 'Total'),
      ],
      ...found,
      sums: null,
      note: null,
      link:
        customer === undefined
          ? link(which === 'open' ? 'All quotes' : 'The same quotes', '/quotes/list', which && QUOTES_SHOWN[which])
          : link('The page of this customer', `/customers/${encodeURIComponent(customer)}`),
    };
  },

  win_rate: winRateOf,

  async leads(asker: Asker, { status, source }: GivenOf<'leads'>): Promise<Table> {
    const zone = await companyZone(asker.context);
    const asked = status === 'waiting' ? { status: 'New', waiting: 'true', source } : { status, source };
    const found = await listed(asker, leadKind, leadList, asked, (lead) =>
      recordRow(
        'lead',
        lead.id,
        lead.name,
        lead.status,
        sourceLabel(lead.leadSource),
        dayOf(Date.parse(lead.createdAt), zone),
        lead.estimatedValue,
      ),
    );
    return {
      columns: [
        text('lead', 'Lead'),
        text('status', 'Status'),
        text('source', 'Source'),
        day('since', 'Came in'),
        money('value', 'Estimated value'),
      ],
      ...found,
      sums: null,
      note: null,
      link: link(status === undefined || status in LEADS_SHOWN ? 'The same leads' : 'Leads of every status', '/leads', {
        ...(status !== undefined && LEADS_SHOWN[status]),
        source: source && sourceLabel(source),
      }),
    };
  },

  async hours({ context }: Asker, { by = 'crew' }: GivenOf<'hours'>): Promise<Table> {
    const figures = await hoursFiguresOf(context);
    const rows = {
      crew: () =>
        figures.crews.map(({ crewId, crew, ...sums }) =>
          recordRow('crew', crewId, crewId === null ? 'No crew' : (crew ?? 'Crew'), ...hourCells(sums)),
        ),
      person: () =>
        figures.people.map(({ personId, person, ...sums }) =>
          recordRow('staff', personId, person ?? 'Person', ...hourCells(sums)),
        ),
      week: () => figures.weeks.map(({ week, ...sums }) => row(week, ...hourCells(sums))),
    }[by]();
    return tableOf(
      [
        by === 'week' ? day('week', 'Week of') : text(by, by === 'crew' ? 'Crew' : 'Person'),
        hours('regular', 'Regular'),
        hours('overtime', 'Overtime'),
        hours('onJobs', 'On jobs'),
      ],
      rows,
      {
        sums: [
          null,
          ...hourCells(
            figures.weeks.reduce(
              (sum, each) => ({
                regular: sum.regular + each.regular,
                overtime: sum.overtime + each.overtime,
                onJobs: sum.onJobs + each.onJobs,
              }),
              { regular: 0, overtime: 0, onJobs: 0 },
            ),
          ),
        ],
        link: link('Timesheets', '/timesheets'),
      },
    );
  },

  async maintenance(asker: Asker, { through = asker.today }: GivenOf<'maintenance'>): Promise<Table> {
    const asked = { overdue: 'true', sort: 'nextMaintenance' };
    const rowOf = (each: {
      id: string;
      name: string | null;
      category: string | null;
      assignedToName: string | null;
      nextMaintenance: string | null;
    }) => recordRow('equipment', each.id, each.name, each.category, each.assignedToName, each.nextMaintenance);
    const found = await listed(asker, equipmentKind, equipmentList, asked, rowOf, through);
    return {
      columns: [
        text('equipment', 'Equipment'),
        text('category', 'Category'),
        text('assignedTo', 'Assigned to'),
        day('due', 'Due'),
      ],
      ...found,
      sums: null,
      note: null,
      link: link(through === asker.today ? 'The same equipment' : 'Equipment, due first at the top', '/equipment', {
        view: 'list',
        sort: 'nextMaintenance',
        ...(through === asker.today && { overdue: 'true' }),
      }),
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

function hourCells({ regular, overtime, onJobs }: { regular: number; overtime: number; onJobs: number }) {
  return [regular, overtime, onJobs].map((minutes) => minutes / 60);
}

type Filters = Readonly<Record<string, string>>;

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
  to_invoice: { toInvoice: 'true' },
};
const JOBS_SHOWN: typeof JOBS_ASKED = { ...JOBS_ASKED, active: {}, to_invoice: {} };

const QUOTES_ASKED: Readonly<Record<NonNullable<GivenOf<'quotes'>['which']>, Filters>> = {
  open: { open: 'true' },
  draft: { status: 'draft' },
  sent: { status: 'sent' },
  approved: { status: 'approved' },
  declined: { status: 'declined' },
  expired: { status: 'expired' },
  revoked: { status: 'revoked' },
  expiring: { expiring: 'true' },
  questions: { questions: 'true' },
};
const QUOTES_SHOWN: typeof QUOTES_ASKED = {
  ...QUOTES_ASKED,
  open: {},
  expiring: { waits: 'expiring' },
  questions: { waits: 'questions' },
};

const LEADS_SHOWN: Readonly<Record<string, Filters>> = { Active: { active: 'true' }, waiting: { waiting: 'true' } };
