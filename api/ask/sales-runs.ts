import type { GivenOf } from '../../ai/ask/catalog.ts';
import { QUOTE_STATUS_LABELS } from '../../domain/quote/terms.ts';
import { companyZone } from '../kit/company-time.ts';
import { leadKind } from '../leads/record.ts';
import { leadList } from '../leads/schema.ts';
import { quoteKind } from '../quotes/record.ts';
import { quoteList } from '../quotes/schema.ts';
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
  recordRow,
  type Table,
  text,
  withoutPage,
} from './table.ts';
import { sourceLabel, winRateOf } from './win-rate.ts';

// Work that is not sold yet: each list is that of its page.

export const SALES_RUNS = {
  async quotes(asker: Asker, given: GivenOf<'quotes'>): Promise<Table> {
    const { which, customer, dated = 'created', from, to, totalFrom, totalTo, order } = given;
    const isDated = from !== undefined || to !== undefined;
    // Approved once, it was approved, though it may be changed again.
    const isApproved = which === 'approved' && dated === 'ended' && isDated;
    const narrowed = {
      ...(isApproved || which === undefined ? {} : QUOTES_ASKED[which]),
      ...daysOf(isApproved ? ['approvedFrom', 'approvedTo'] : QUOTE_DAYS[dated], from, to),
      totalFrom,
      totalTo,
      sort: order === 'total' ? '-total' : '-createdAt',
    };
    const asked = { ...narrowed, customerId: customer };
    const zone = await companyZone(asker.context);
    const found = await listed(asker, quoteKind, quoteList, asked, (each) =>
      recordRow(
        'quote',
        each.id,
        each.quoteNumber,
        each.customerName,
        QUOTE_STATUS_LABELS[each.status] ?? each.status,
        dayIn(each.createdAt, zone),
        dayIn(each.sentAt, zone),
        each.validUntil,
        each.total,
      ),
    );
    const { expiring, questions, open, ...same } = narrowed as Filters;
    const waits = expiring ? 'expiring' : questions && 'questions';
    return {
      columns: [
        text('quote', 'Quote'),
        text('customer', 'Customer'),
        text('status', 'Status'),
        day('created', 'Made'),
        day('sent', 'Last sent'),
        day('validUntil', 'Valid until'),
        money('total', 'Total'),
      ],
      ...found,
      sums: null,
      file: fileOf('/api/quotes', asked),
      ...(customer === undefined && open === undefined
        ? { note: null, link: link('The same quotes', '/quotes/list', { ...same, waits }) }
        : withoutPage(null)),
    };
  },

  win_rate: winRateOf,

  async leads(asker: Asker, { status, source, from, to }: GivenOf<'leads'>): Promise<Table> {
    const zone = await companyZone(asker.context);
    const asked = { ...(status === 'waiting' ? { status: 'New', waiting: 'true' } : { status }), source, from, to };
    const found = await listed(asker, leadKind, leadList, asked, (lead) =>
      recordRow(
        'lead',
        lead.id,
        lead.name,
        lead.status,
        sourceLabel(lead.leadSource),
        dayIn(lead.createdAt, zone),
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
      file: fileOf('/api/leads-working', asked),
      ...(status === undefined || status in LEADS_SHOWN
        ? {
            note: null,
            link: link('The same leads', '/leads', {
              ...(status !== undefined && LEADS_SHOWN[status]),
              source: source && sourceLabel(source),
              from,
              to,
            }),
          }
        : withoutPage(null)),
    };
  },
} as const;

/** Of the list's call, and of the page. */
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

const QUOTE_DAYS = { created: ['from', 'to'], sent: ['sentFrom', 'sentTo'], ended: ['endedFrom', 'endedTo'] } as const;

const LEADS_SHOWN: Readonly<Record<string, Filters>> = { Active: { active: 'true' }, waiting: { waiting: 'true' } };
