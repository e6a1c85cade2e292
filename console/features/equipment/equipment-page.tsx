import { Button, Classes } from '@blueprintjs/core';
import { Add } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useRef } from 'react';
import { equipmentQuery } from '../../data/get-equipment.ts';
import type { Account } from '../../data/session.ts';
import { DataArea } from '../../ui/data-area.tsx';
import { Page } from '../../ui/page.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { EquipmentCards } from './equipment-cards.tsx';
import { equipmentColumns } from './equipment-columns.tsx';
import { EquipmentDrawer } from './equipment-drawer.tsx';
import { EquipmentFilters } from './equipment-filters.tsx';
import { equipmentKind } from './equipment-kind.ts';
import type { EquipmentSearch } from './equipment-search.ts';
import { filterEquipment } from './filter-equipment.ts';
import { NewEquipmentDialog } from './new-equipment-dialog.tsx';
import { useAssignees } from './use-assignees.ts';
import { useEquipmentActs } from './use-equipment-acts.ts';

interface EquipmentPageProps {
  account: Account;
  search: EquipmentSearch;
  /** Changes what the address holds; `replace` keeps typing out of the browser's history. */
  onSearch(change: EquipmentSearch, how?: 'replace'): void;
}

/** The page of the inventory. */
export function EquipmentPage({ account, search, onSearch }: EquipmentPageProps) {
  const query = useQuery(equipmentQuery);
  const assignees = useAssignees();
  const kind = useMemo(() => equipmentKind(assignees), [assignees]);
  const everyAct = useEquipmentActs();
  const acts = account.role === 'auditor' ? null : everyAct;
  const columns = useMemo(() => equipmentColumns(acts), [acts]);
  const text = useDeferredValue(search.q ?? '');
  const { category, status, overdue: isOverdue = false } = search;
  const found = useMemo(
    () => filterEquipment(query.data ?? [], { text, category, status, isOverdue }),
    [query.data, text, category, status, isOverdue],
  );
  const isFiltered = text.trim() !== '' || category !== undefined || status !== undefined || isOverdue;
  const box = useRef<HTMLInputElement>(null);
  const add = () => onSearch({ new: true });

  useShortcuts([
    { keys: '/', label: 'Search equipment', run: () => box.current?.focus() },
    ...(acts ? [{ keys: 'c', label: 'Add equipment', run: add }] : []),
    ...(acts && search.equipment
      ? [{ keys: 'e', label: 'Edit the open equipment', run: () => onSearch({ tab: 'edit' }) }]
      : []),
  ]);

  return (
    <Page
      fill
      title="Equipment Management"
      subtitle="Track and manage your tree service equipment inventory"
      actions={acts && <Button intent="primary" icon={<Add />} text="Add Equipment" onClick={add} />}
      filters={
        <EquipmentFilters
          ref={box}
          search={search}
          onSearch={onSearch}
          overdue={query.data?.filter((each) => each.isOverdue).length ?? 0}
          clear={isFiltered ? clear : null}
        />
      }
    >
      <DataArea
        query={query}
        isEmpty={() => found.length === 0}
        firstUse={{
          title: 'No equipment found',
          description: 'Get started by adding your first piece of equipment',
          ...(acts && { action: <Button intent="primary" text="Add Equipment" onClick={add} /> }),
        }}
        filtered={isFiltered ? { title: 'No equipment found', description: 'Try adjusting your filters', clear } : null}
        skeleton={<GridSkeleton />}
      >
        {() =>
          search.view === 'list' ? (
            <RecordTable
              label="Equipment"
              records={found}
              columns={columns}
              sort={search.sort}
              onSort={(sort) => onSearch({ sort }, 'replace')}
              param="equipment"
              openId={search.equipment}
            />
          ) : (
            <EquipmentCards equipment={found} acts={acts} openId={search.equipment} />
          )
        }
      </DataArea>
      {search.new && acts && <NewEquipmentDialog kind={kind} onClose={() => onSearch({ new: undefined })} />}
      {search.equipment && query.data && (
        <EquipmentDrawer
          kind={kind}
          id={search.equipment}
          all={query.data}
          acts={acts}
          tab={search.tab ?? 'details'}
          onTab={(tab) => onSearch({ tab: tab === 'details' ? undefined : tab })}
          onClose={() => onSearch({ equipment: undefined, tab: undefined })}
        />
      )}
    </Page>
  );

  function clear(): void {
    onSearch({ q: undefined, category: undefined, status: undefined, overdue: undefined });
  }
}

function GridSkeleton() {
  return (
    <div className="hw-equipment-grid">
      {Array.from({ length: 12 }, (_, card) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the places never move
        <div key={card} className={`hw-equipment ${Classes.SKELETON}`} />
      ))}
    </div>
  );
}
