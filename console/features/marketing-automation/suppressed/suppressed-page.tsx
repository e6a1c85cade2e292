import { NonIdealStateIconSize } from '@blueprintjs/core';
import { Disable } from '@blueprintjs/icons';
import type { SuppressionRecord } from '../../../../api/suppressions/schema.ts';
import {
  SUPPRESSION_REASON_LABELS,
  SUPPRESSION_REASONS,
  SUPPRESSION_STATUS_LABELS,
  SUPPRESSION_STATUSES,
} from '../../../../domain/suppression/terms.ts';
import { listOf, type PageProps } from '../../../entities/account/session.ts';
import {
  SUPPRESSIONS_PATH,
  suppressionReasonLabel,
  suppressionsCall,
  suppressionsQuery,
} from '../../../entities/suppression/suppression.ts';
import { SUPPRESSION_FIELDS, suppressionKind } from '../../../entities/suppression/suppression-kind.ts';
import { suppressionTone } from '../../../entities/tones.ts';
import { NewRecordDialog } from '../../../records/edit/new-record-dialog.tsx';
import { ClearFilters } from '../../../records/list/clear-filters.tsx';
import { isFiltered } from '../../../records/list/list-search.ts';
import type { RecordColumn } from '../../../records/list/record-columns.ts';
import { RecordListPage, usePagedList } from '../../../records/list/record-list-page.tsx';
import { Choice, labeled } from '../../../ui/inputs/choice.tsx';
import { DaysFilter } from '../../../ui/inputs/days-filter.tsx';
import { MoreFilters } from '../../../ui/inputs/more-filters.tsx';
import { StatusTag } from '../../../ui/status/status-tag.tsx';
import { Day } from '../../../ui/values/day.tsx';
import { filterOf, SUPPRESSION_SORTS, type SuppressedSearch } from './suppressed-search.ts';
import { SuppressionDrawer } from './suppression-drawer.tsx';

const COLUMNS: readonly RecordColumn<SuppressionRecord>[] = [
  { id: 'address', header: 'Email', value: suppressionKind.titleOf, widest: 360 },
  {
    id: 'status',
    header: 'Status',
    stays: true,
    value: ({ status }) => status,
    cell: ({ status }) => (
      <StatusTag tone={suppressionTone(status)}>{SUPPRESSION_STATUS_LABELS[status] ?? status}</StatusTag>
    ),
  },
  { id: 'reason', header: 'Reason', value: ({ reason }) => suppressionReasonLabel(reason) },
  {
    id: 'suppressedAt',
    header: 'Since',
    value: ({ suppressedAt }) => suppressedAt,
    cell: ({ suppressedAt }) => <Day iso={suppressedAt} />,
  },
  { id: 'note', header: 'Note', value: ({ note }) => note, widest: 400 },
];

const DAYS = ['from', 'to'];
const FILTER_KEYS = ['q', 'status', 'reason', ...DAYS];

/** Whom no marketing goes to: who unsubscribed, whose address is dead, and whom somebody entered. */
export function SuppressedPage(props: PageProps<SuppressedSearch>) {
  const { search, onSearch } = props;
  const path = suppressionsCall(filterOf(search));
  const list = usePagedList(suppressionsQuery(path), path, SUPPRESSION_SORTS);
  return (
    <RecordListPage
      {...listOf(props, 'marketing')}
      title="Suppressed addresses"
      subtitle="They get no marketing. Emails about their own quotes, visits and invoices still go."
      kind={suppressionKind}
      plural="suppressed addresses"
      param="suppression"
      list={list}
      columns={COLUMNS}
      placeholder="Search by email or note..."
      filterKeys={FILTER_KEYS}
      filters={
        <>
          <Choice
            label="Status"
            value={search.status}
            choices={labeled(SUPPRESSION_STATUSES, SUPPRESSION_STATUS_LABELS)}
            none="Any status"
            onChoice={(status) => onSearch({ status })}
          />
          <Choice
            label="Reason"
            value={search.reason}
            choices={labeled(SUPPRESSION_REASONS, SUPPRESSION_REASON_LABELS)}
            none="Any reason"
            onChoice={(reason) => onSearch({ reason })}
          />
          <MoreFilters isUsed={isFiltered(search, DAYS)}>
            <DaysFilter from={search.from} to={search.to} onChange={onSearch} />
          </MoreFilters>
          <ClearFilters search={search} keys={FILTER_KEYS} onSearch={onSearch} />
        </>
      }
      add={{ text: 'Suppress Address', how: (onClose) => <NewSuppression onClose={onClose} /> }}
      drawer={(open) => <SuppressionDrawer key={open.id} {...open} />}
      firstUse={{
        title: 'Nobody is suppressed',
        icon: <Disable size={NonIdealStateIconSize.SMALL} />,
        description: 'Whoever unsubscribes shows up here on their own. Add an address that should get no marketing.',
      }}
    />
  );
}

const NEW = { category: 'suppression', collections: suppressionKind.collections, fields: SUPPRESSION_FIELDS };
const INITIAL = { address: '', reason: 'by_hand', note: '' };

function NewSuppression({ onClose }: { onClose(): void }) {
  return (
    <NewRecordDialog<SuppressionRecord>
      title="Suppress an address"
      submitText="Suppress"
      kind={NEW}
      path={SUPPRESSIONS_PATH}
      initial={INITIAL}
      canUndo={false}
      canSubmit={({ address = '' }) => address.trim() !== ''}
      saved={({ address }) => ({ title: 'Address Suppressed', text: `${address ?? 'It'} gets no more marketing.` })}
      onClose={onClose}
    />
  );
}
