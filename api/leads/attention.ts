import type { LeadDocument } from '../../projections/leads.ts';
import { attention } from '../kit/attention.ts';
import { dayOf } from '../kit/company-time.ts';
import { leadKind } from './record.ts';

/** Leads that were not answered in time, those first that should have been answered first. */
export const unansweredLeads = attention<LeadDocument>({
  id: 'unanswered-leads',
  label: 'Leads waiting for an answer',
  kind: leadKind,
  query: ({ now }) => ({
    where: {
      removed: null,
      status: 'New',
      answerBy: { lte: now },
    },
    order: { field: 'answerBy', direction: 'asc' },
  }),
  page: '/leads?waiting=true',
  waiting: ({ createdAt }, { zone }) => ({ note: 'Since', day: dayOf(Date.parse(createdAt), zone) }),
});
