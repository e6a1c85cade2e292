import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { ExternalLeadRecord } from '../../../api/external-leads/schema.ts';
import type { LeadRecord } from '../../../api/leads/schema.ts';
import { may } from '../../../domain/user/terms.ts';
import { read } from '../../data/query-client.ts';
import type { Account } from '../../entities/account/session.ts';
import { addressOf } from '../../entities/addresses.ts';
import { showNotice } from '../../ui/status/toaster.tsx';

const newestLeadQuery = queryOptions({
  queryKey: ['newest-lead'],
  meta: { collections: ['leads'] },
  queryFn: (context) => read<LeadRecord[]>('/api/leads-working?limit=1', context),
});

const newestExternalLeadQuery = queryOptions({
  queryKey: ['newest-external-lead'],
  meta: { collections: ['external_leads'] },
  queryFn: (context) => read<ExternalLeadRecord[]>('/api/admin/external-leads?limit=1', context),
});

const FROM_PORTAL = 'New request from the customer portal';
const FROM_WIDGET = 'New request from the quote widget';

/** Notifies everyone who works on leads, with the console open, of each new request from a public form. */
export function useRequestNotices({ role }: Account): void {
  const enabled = may(role, 'leads:read');
  const navigate = useNavigate();
  const open = (category: string, id: string) => {
    const address = addressOf(category, id);
    if (address) void navigate(address);
  };
  useNewest(useQuery({ ...newestLeadQuery, enabled }).data, ({ id, name, request }) => {
    if (!request) return;
    void showNotice({
      title: request.page === 'portal' ? FROM_PORTAL : FROM_WIDGET,
      text: name ?? 'Unnamed lead',
      link: { text: 'Open', run: () => open('lead', id) },
    });
  });
  useNewest(useQuery({ ...newestExternalLeadQuery, enabled }).data, ({ id, title }) => {
    void showNotice({
      title: FROM_WIDGET,
      text: `${title}, outside of the service area`,
      link: { text: 'Open', run: () => open('external_lead', id) },
    });
  });
}

/**
 * Notifies of each record newer than the ones before; those already there at the start are skipped.
 * @param list newest first; undefined while loading
 */
function useNewest<Shown extends { createdAt: string }>(
  list: readonly Shown[] | undefined,
  tell: (record: Shown) => void,
): void {
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (!list) return;
    const [newest] = list;
    const { createdAt = '' } = newest ?? {};
    const before = last.current;
    if (before === null || createdAt > before) last.current = createdAt;
    if (newest && before !== null && createdAt > before) tell(newest);
  });
}
