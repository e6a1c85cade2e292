import { ANSWER_WITHIN_HOURS } from '../../domain/intake/terms.ts';
import type { ExternalLeadDocument } from '../../projections/external-leads.ts';
import { attention } from '../kit/attention.ts';
import { dayOf } from '../kit/company-time.ts';
import { externalLeadKind } from './record.ts';

const HOUR = 3_600_000;

/** Leads for whom nobody was found within the time in which we promise an answer, the longest waiting first. */
export const pendingExternalLeads = attention<ExternalLeadDocument>({
  id: 'pending-external-leads',
  label: 'External leads without a professional',
  kind: externalLeadKind,
  query: ({ now }) => ({
    where: {
      removed: null,
      // Nothing more can be done for erased ones.
      erased: null,
      status: 'pending',
      createdAt: { lte: new Date(Date.parse(now) - ANSWER_WITHIN_HOURS * HOUR).toISOString() },
    },
    order: { field: 'createdAt', direction: 'asc' },
  }),
  page: '/admin/external-leads?status=pending',
  waiting: ({ createdAt }, { zone }) => ({ note: 'Since', day: dayOf(Date.parse(createdAt), zone) }),
});
