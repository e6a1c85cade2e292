import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { LeadRecord } from '../../../api/schemas/leads.ts';
import { read } from '../../data/query-client.ts';

/** A record that the command palette found. */
export interface Found {
  id: string;
  title: string;
  detail: string;
  path: string;
  search: Record<string, string>;
}

const AT_MOST = 6;

/** Records by name, phone, e-mail or address, as the server's search finds them. */
export function findRecordsQuery(text: string) {
  const query = new URLSearchParams({ search: text, limit: String(AT_MOST) });
  return queryOptions({
    queryKey: ['find', text],
    enabled: text.length >= 2,
    placeholderData: keepPreviousData,
    meta: { collections: ['leads'] },
    queryFn: async (context): Promise<Found[]> => {
      const leads = await read<LeadRecord[]>(`/api/leads-working?${query}`, context);
      return leads.map((lead) => ({
        id: lead.id,
        title: lead.name ?? 'Unnamed lead',
        detail: ['Lead', lead.status, lead.phone ?? lead.address].filter(Boolean).join(' · '),
        path: '/leads',
        search: { lead: lead.id },
      }));
    },
  });
}
