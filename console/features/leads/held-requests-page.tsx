import { Button, Card } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { QuarantinedRecord } from '../../../api/intake/quarantine.schema.ts';
import { INTAKE_PAGE_LABELS, type IntakePage } from '../../../domain/intake/terms.ts';
import { queryClient } from '../../data/query-client.ts';
import { useCommand } from '../../data/use-command.ts';
import { hasRight } from '../../entities/account/rights.ts';
import { addressOf } from '../../entities/addresses.ts';
import { heldRequestsQuery } from '../../entities/lead/held-requests.ts';
import { tellRefused } from '../../records/acts/use-act.ts';
import { Page } from '../../ui/layout/page.tsx';
import { DataArea, SkeletonRows } from '../../ui/status/data-area.tsx';
import { showToast } from '../../ui/status/toaster.tsx';
import { Day, Instant } from '../../ui/values/day.tsx';

/** Requests from the public forms that may be spam: a person accepts or discards each. */
export function HeldRequestsPage() {
  return (
    <Page
      title="Held Requests"
      subtitle="Requests from the public forms that may be spam. Accept the real ones; the rest are deleted after 30 days."
    >
      <HeldRequests />
    </Page>
  );
}

function HeldRequests() {
  const query = useQuery(heldRequestsQuery);
  return (
    <DataArea
      query={query}
      isEmpty={(requests) => requests.length === 0}
      firstUse={{ title: 'Nothing is held', description: 'No request that came in looks like spam.' }}
      filtered={null}
      skeleton={<SkeletonRows rows={4} />}
    >
      {(requests) => (
        <ul className="hw-held-requests">
          {requests.map((request) => (
            <li key={request.id}>
              <Request request={request} />
            </li>
          ))}
        </ul>
      )}
    </DataArea>
  );
}

function Request({ request }: { request: QuarantinedRecord }) {
  const { page, hostSite, name, email, phone, address, description, photos, reason, receivedAt, expiresAt } = request;
  const from = INTAKE_PAGE_LABELS[page as IntakePage] ?? page;
  const site = hostSite === null ? '' : ` on ${hostSite}`;
  const pictures = photos === 0 ? null : `${photos} ${photos === 1 ? 'photo' : 'photos'}`;
  return (
    <Card className="hw-held-request">
      <h2>{name ?? 'Without a name'}</h2>
      <p className="hw-muted">
        {`${from}${site} · `}
        <Instant iso={receivedAt} />
        {' · deleted on '}
        <Day iso={expiresAt} />
      </p>
      <p>
        <strong>Held because:</strong> {reason}
      </p>
      {/* What a stranger wrote stays plain text: a URL in it is not a link. */}
      <p>{[phone, email, address, pictures].filter(Boolean).join(' · ')}</p>
      {description && <p className="hw-held-text">{description}</p>}
      {hasRight('leads:change') && <Decide request={request} />}
    </Card>
  );
}

const COLLECTIONS = ['leads', 'external_leads'] as const;
const onError = tellRefused;
const look = () => void queryClient.invalidateQueries({ queryKey: heldRequestsQuery.queryKey });

function Decide({ request: { id, name } }: { request: QuarantinedRecord }) {
  const [isSure, setSure] = useState(false);
  const navigate = useNavigate();
  const path = `/api/intake/quarantine/${encodeURIComponent(id)}`;
  const who = name ?? 'without a name';
  const take = useCommand<void, { category: string; id: string }>({
    command: () => ({ method: 'POST', path: `${path}/release` }),
    collections: COLLECTIONS,
    onSuccess({ data }) {
      look();
      const address = addressOf(data.category, data.id);
      void showToast({
        title: 'Accepted',
        text: data.category === 'lead' ? 'It is now in the lead pipeline.' : 'It is now with the external leads.',
        intent: 'success',
        ...(address && { link: { text: 'Open', run: () => void navigate(address) } }),
      });
    },
    onError,
  });
  const discard = useCommand<void, null>({
    command: () => ({ method: 'POST', path: `${path}/discard` }),
    collections: [],
    onSuccess() {
      look();
      void showToast({ title: 'Thrown away', text: 'The request is gone for good.' });
    },
    onError,
  });
  if (isSure) {
    return (
      <div className="hw-held-acts">
        <span>Then it is gone for good.</span>
        <Button
          intent="danger"
          text="Throw away for good"
          aria-label={`Throw away for good: ${who}`}
          loading={discard.isPending}
          onClick={() => discard.mutate()}
        />
        <Button text="Keep" onClick={() => setSure(false)} />
      </div>
    );
  }
  return (
    <div className="hw-held-acts">
      <Button
        intent="primary"
        text="Not spam: accept it"
        aria-label={`Not spam, accept it: ${who}`}
        loading={take.isPending}
        onClick={() => take.mutate()}
      />
      <Button text="Throw away…" aria-label={`Throw away: ${who}`} onClick={() => setSure(true)} />
    </div>
  );
}
