import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LeadRecord } from '../../../api/leads/schema.ts';
import { askedOf, pagingOf } from '../../data/paged-query.ts';
import { deletedLeadsQuery, type LeadFilter, leadsPath, sourceName } from '../../entities/lead/lead.ts';
import { leadKind } from '../../entities/lead/lead-kind.ts';
import { addedColumn, moneyColumn, phoneColumn } from '../../records/list/common-columns.tsx';
import type { RecordColumn } from '../../records/list/record-columns.ts';
import { RecordTable } from '../../records/list/record-table.tsx';
import { RestoreButton } from '../../records/list/removed.tsx';
import { More } from '../../ui/layout/more.tsx';
import { DataArea, SkeletonRows } from '../../ui/status/data-area.tsx';

interface DeletedLeadsProps {
  filter: LeadFilter;
  canChange: boolean;
  openId: string | undefined;
  clear(): void;
}

/** The deleted leads, newest first: they stay, and can be restored. */
export function DeletedLeads({ filter, canChange, openId, clear }: DeletedLeadsProps) {
  const query = useInfiniteQuery(deletedLeadsQuery(filter));
  const columns = useMemo(() => (canChange ? [...COLUMNS, RESTORE] : COLUMNS), [canChange]);
  const isFiltered = filter.search.trim() !== '' || filter.source !== undefined;
  return (
    <DataArea
      query={query}
      isEmpty={(leads) => leads.length === 0}
      firstUse={{ title: 'No leads found' }}
      filtered={{
        title: 'No leads found',
        description: isFiltered ? 'Try adjusting your filters.' : 'No deleted leads.',
        clear,
      }}
      skeleton={<SkeletonRows rows={10} />}
    >
      {(leads) => (
        <RecordTable
          label="Deleted leads"
          records={leads}
          columns={columns}
          asked={askedOf(query, leadsPath(filter))}
          opens="lead"
          openId={openId}
          below={<More paging={pagingOf(query)} label="leads" />}
        />
      )}
    </DataArea>
  );
}

const COLUMNS: readonly RecordColumn<LeadRecord>[] = [
  { id: 'name', header: 'Name', value: ({ name }) => name ?? 'Unnamed lead' },
  { id: 'status', header: 'Was in', value: ({ status }) => status },
  phoneColumn,
  { id: 'address', header: 'Address', value: ({ address }) => address },
  { id: 'leadSource', header: 'Source', value: ({ leadSource }) => sourceName(leadSource) },
  moneyColumn('estimatedValue', 'Value'),
  addedColumn,
];

const RESTORE: RecordColumn<LeadRecord> = {
  id: 'restore',
  header: '',
  value: () => null,
  cell: (lead) => <RestoreButton kind={leadKind} record={lead} isSmall />,
};
