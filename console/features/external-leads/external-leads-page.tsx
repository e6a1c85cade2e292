import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { EXTERNAL_LEAD_STATUS_LABELS, EXTERNAL_LEAD_STATUSES } from '../../../domain/external-lead/terms.ts';
import { may } from '../../../domain/user/terms.ts';
import type { PageProps } from '../../entities/account/session.ts';
import {
  externalLeadFiguresQuery,
  externalLeadQuery,
  externalLeadsPath,
  externalLeadsQuery,
} from '../../entities/external-lead/external-lead.ts';
import { externalLeadKind } from '../../entities/external-lead/external-lead-kind.ts';
import { cleared, isFiltered } from '../../records/list/list-search.ts';
import { RecordListPage, usePagedList } from '../../records/list/record-list-page.tsx';
import { RemovedSelect } from '../../records/list/removed.tsx';
import { Figure, FigureRow } from '../../ui/figures/figure.tsx';
import { Choice, labeled } from '../../ui/inputs/choice.tsx';
import { Failure } from '../../ui/status/data-area.tsx';
import { AssignProDialog } from './assign-pro-dialog.tsx';
import { CompleteDialog } from './complete-dialog.tsx';
import { ExternalLeadCard } from './external-lead-card.tsx';
import { ExternalLeadDrawer } from './external-lead-drawer.tsx';
import { type ExternalLeadsSearch, filterOf } from './external-leads-search.ts';

const FILTER_KEYS = ['q', 'status', 'removed'];

/** Requests from outside the service area: who does the work, and how it turned out. */
export function ExternalLeadsPage({ account, search, onSearch }: PageProps<ExternalLeadsSearch>) {
  const filter = filterOf(search);
  const list = usePagedList(externalLeadsQuery(filter), externalLeadsPath(filter), []);
  const canChange = may(account.role, 'leads:change');
  const assign = canChange ? (id: string) => onSearch({ assign: id }) : null;
  const hasFilter = isFiltered(search, FILTER_KEYS);
  return (
    <>
      <RecordListPage
        title="External Leads Management"
        subtitle="Requests from outside your service area, for local professionals"
        kind={externalLeadKind}
        plural="external leads"
        param="lead"
        search={search}
        onSearch={onSearch}
        canChange={canChange}
        list={list}
        filterKeys={FILTER_KEYS}
        above={<Figures />}
        filters={
          <>
            <Choice
              label="Status"
              value={search.status}
              choices={labeled(EXTERNAL_LEAD_STATUSES, EXTERNAL_LEAD_STATUS_LABELS)}
              none="All Statuses"
              onChoice={(status) => onSearch({ status })}
            />
            <RemovedSelect
              noun="external leads"
              removal={externalLeadKind.removal}
              isRemoved={search.removed === true}
              onChange={(removed) => onSearch({ removed })}
            />
            {hasFilter && (
              <Button variant="minimal" text="Clear filters" onClick={() => onSearch(cleared(FILTER_KEYS))} />
            )}
          </>
        }
        drawer={(open) => (
          <ExternalLeadDrawer
            key={open.id}
            {...open}
            isOwner={account.role === 'owner'}
            onAssign={(assigned) => onSearch({ assign: assigned })}
            onComplete={(complete) => onSearch({ complete })}
          />
        )}
        card={(lead) => <ExternalLeadCard lead={lead} canChange={canChange} onAssign={assign} />}
        firstUse={{
          title: 'No External Leads',
          description: 'Requests from the website widget that are outside your service area show up here.',
        }}
        nothingFound={{ title: 'No External Leads' }}
        failure={(error) => (
          <Failure error={error} text="Failed to fetch external leads." retry={() => void list.query.refetch()} />
        )}
      />
      {canChange && search.assign && (
        <Assigning key={search.assign} id={search.assign} onClose={() => onSearch({ assign: undefined })} />
      )}
      {canChange && search.complete && (
        <Completing key={search.complete} id={search.complete} onClose={() => onSearch({ complete: undefined })} />
      )}
    </>
  );
}

interface DialogOf {
  id: string;
  onClose(): void;
}

function Assigning({ id, onClose }: DialogOf) {
  const lead = useQuery(externalLeadQuery(id)).data;
  return lead ? <AssignProDialog lead={lead} onClose={onClose} /> : null;
}

function Completing({ id, onClose }: DialogOf) {
  const lead = useQuery(externalLeadQuery(id)).data;
  return lead ? <CompleteDialog lead={lead} onClose={onClose} /> : null;
}

/** Of all external leads, ignoring the list's filters. */
function Figures() {
  const { data: figures, isError: isFailed } = useQuery(externalLeadFiguresQuery);
  const of = (wanted: string) => String(figures?.statuses.find(({ status }) => status === wanted)?.count ?? 0);
  return (
    <FigureRow isStrip>
      <Figure label="Total Leads" isFailed={isFailed} {...(figures && { value: String(figures.count) })} />
      <Figure label="Pending" isFailed={isFailed} {...(figures && { value: of('pending') })} />
      <Figure label="Assigned" isFailed={isFailed} {...(figures && { value: of('assigned_external') })} />
    </FigureRow>
  );
}
