import { ANSWER_WITHIN_MS } from '../../domain/lead/terms.ts';
import type { LeadDocument } from '../../projections/leads.ts';
import { attention } from '../kit/attention.ts';
import { dayOf } from '../kit/company-time.ts';
import { leadKind } from './record.ts';

/** Leads that nobody has answered for two days, those that have waited longest first. */
export const unansweredLeads = attention<LeadDocument>({
  id: 'unanswered-leads',
  label: 'Leads waiting for an answer',
  kind: leadKind,
  query: ({ now }) => ({
    where: {
      removed: null,
      status: 'New',
      createdAt: { lte: new Date(Date.parse(now) - ANSWER_WITHIN_MS).toISOString() },
    },
    order: { field: 'createdAt', direction: 'asc' },
  }),
  page: '/leads?waiting=true',
  waiting: ({ createdAt }, { zone }) => ({ note: 'Since', day: dayOf(Date.parse(createdAt), zone) }),
});
