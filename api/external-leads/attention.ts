import type { ExternalLeadDocument } from '../../projections/external-leads.ts';
import { attention } from '../kit/attention.ts';
import { dayOf } from '../kit/company-time.ts';
import { externalLeadKind } from './record.ts';
import { PENDING } from './schema.ts';

/** Leads for whom nobody was found yet, the longest waiting first. */
export const pendingExternalLeads = attention<ExternalLeadDocument>({
  id: 'pending-external-leads',
  label: 'External leads without a professional',
  kind: externalLeadKind,
  query: () => ({ where: { removed: null, ...PENDING }, order: { field: 'createdAt', direction: 'asc' } }),
  page: '/admin/external-leads?status=pending',
  waiting: ({ createdAt, priority }, { zone }) => ({
    note: priority === 'urgent' ? 'Urgent, since' : 'Since',
    day: dayOf(Date.parse(createdAt), zone),
  }),
});
