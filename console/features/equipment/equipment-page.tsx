import { Button, Classes } from '@blueprintjs/core';
import { Add } from '@blueprintjs/icons';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { equipmentFiguresQuery, equipmentListPath, equipmentQuery } from '../../data/get-equipment.ts';
import { askedOf, pagingOf } from '../../data/paged-query.ts';
import type { Account } from '../../data/session.ts';
import { DataArea } from '../../ui/data-area.tsx';
import { More } from '../../ui/more.tsx';
import { Page } from '../../ui/page.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { EquipmentCards } from './equipment-cards.tsx';
import { equipmentColumns } from './equipment-columns.tsx';
import { EquipmentDrawer } from './equipment-drawer.tsx';
import { EquipmentFilters } from './equipment-filters.tsx';
import { equipmentKind } from './equipment-kind.ts';
import { type EquipmentSearch, filterOf } from './equipment-search.ts';
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
  const filter = filterOf(search);
  const query = useInfiniteQuery(equipmentQuery(filter));
  const { data: figures } = useQuery(equipmentFiguresQuery);
  const assignees = useAssignees();
  const kind = useMemo(() => equipmentKind(assignees), [assignees]);
  const everyAct = useEquipmentActs();
  const acts = account.role === 'auditor' ? null : everyAct;
  const columns = useMemo(
    () => equipmentColumns(acts, search.removed === true ? kind : null),
    [acts, kind, search.removed],
  );
  const { category, status, overdue, removed } = search;
  const isFiltered = [filter.search.trim() || undefined, category, status, overdue].some((each) => each !== undefined);
  const asked = askedOf(query, equipmentListPath(filter));
  const more = <More paging={pagingOf(query)} label="equipment" />;
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
          overdue={figures?.overdue ?? 0}
          removal={kind.removal}
          clear={isFiltered ? clear : null}
        />
      }
    >
      <DataArea
        query={query}
        isEmpty={(equipment) => equipment.length === 0}
        firstUse={{
          title: 'No equipment found',
          description: 'Get started by adding your first piece of equipment',
          ...(acts && { action: <Button intent="primary" text="Add Equipment" onClick={add} /> }),
        }}
        filtered={filtered()}
        skeleton={<GridSkeleton />}
      >
        {(equipment) =>
          search.view === 'list' ? (
            <RecordTable
              label="Equipment"
              records={equipment}
              columns={columns}
              asked={asked}
              sort={search.sort}
              onSort={(sort) => onSearch({ sort }, 'replace')}
              param="equipment"
              openId={search.equipment}
              below={more}
            />
          ) : (
            <EquipmentCards
              equipment={equipment}
              asked={asked}
              kind={kind}
              acts={acts}
              openId={search.equipment}
              below={more}
            />
          )
        }
      </DataArea>
      {search.new && acts && <NewEquipmentDialog kind={kind} onClose={() => onSearch({ new: undefined })} />}
      {search.equipment && (
        <EquipmentDrawer
          key={search.equipment}
          kind={kind}
          id={search.equipment}
          acts={acts}
          tab={search.tab ?? 'details'}
          onTab={(tab) => onSearch({ tab: tab === 'details' ? undefined : tab })}
          onClose={() => onSearch({ equipment: undefined, tab: undefined })}
        />
      )}
    </Page>
  );

  function clear(): void {
    onSearch({ q: undefined, category: undefined, status: undefined, overdue: undefined, removed: undefined });
  }

  function filtered() {
    const title = 'No equipment found';
    if (isFiltered) return { title, description: 'Try adjusting your filters', clear };
    return removed ? { title, description: 'Nothing is retired', clear } : null;
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
