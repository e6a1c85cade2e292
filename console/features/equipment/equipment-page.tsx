import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { may } from '../../../domain/user/terms.ts';
import type { PageProps } from '../../entities/account/session.ts';
import { equipmentFiguresQuery, equipmentListPath, equipmentQuery } from '../../entities/equipment/equipment.ts';
import { equipmentKind, useAssignees, useHolders } from '../../entities/equipment/equipment-kind.tsx';
import { NewEquipmentDialog } from '../../entities/equipment/equipment-picker.tsx';
import { cleared, isFiltered } from '../../records/list/list-search.ts';
import { RecordListPage, usePagedList } from '../../records/list/record-list-page.tsx';
import { EquipmentDrawer } from './equipment-drawer.tsx';
import { EquipmentFilters } from './equipment-filters.tsx';
import { EquipmentCard, equipmentColumns } from './equipment-list.tsx';
import { EQUIPMENT_SORTS, type EquipmentSearch, filterOf } from './equipment-search.ts';
import { useEquipmentActs } from './use-equipment-acts.ts';

const NARROWING = ['q', 'category', 'status', 'overdue', 'heldBy'];
const FILTER_KEYS = [...NARROWING, 'removed'];

/** The page of the inventory. */
export function EquipmentPage({ account, search, onSearch }: PageProps<EquipmentSearch>) {
  const filter = filterOf(search);
  const list = usePagedList(equipmentQuery(filter), equipmentListPath(filter), EQUIPMENT_SORTS);
  // Whoever sees only what is in their own hands has neither figures nor a choice of people.
  const seesAll = may(account.role, 'equipment:read');
  const figures = useQuery({ ...equipmentFiguresQuery, enabled: seesAll });
  const assignees = useAssignees();
  const holders = useHolders();
  const kind = useMemo(() => equipmentKind(assignees), [assignees]);
  const everyAct = useEquipmentActs();
  const acts = may(account.role, 'equipment:change') ? everyAct : null;
  const isRetired = search.removed === true;
  const columns = useMemo(() => equipmentColumns(acts, isRetired ? kind : null), [acts, kind, isRetired]);
  const hasFilter = isFiltered(search, NARROWING);
  return (
    <RecordListPage
      title="Equipment Management"
      subtitle={seesAll ? 'Track and manage your tree service equipment inventory' : 'What is in your hands'}
      kind={kind}
      plural="equipment"
      param="equipment"
      search={search}
      onSearch={onSearch}
      canChange={acts !== null}
      list={list}
      columns={columns}
      card={(each) => <EquipmentCard equipment={each} kind={kind} acts={acts} />}
      filterKeys={FILTER_KEYS}
      filters={
        <EquipmentFilters
          search={search}
          onSearch={onSearch}
          holders={seesAll ? holders : null}
          overdue={seesAll ? figures.data?.overdue : null}
          removal={kind.removal}
          clear={hasFilter ? () => onSearch(cleared(FILTER_KEYS)) : null}
        />
      }
      add={{
        text: 'Add Equipment',
        shortcut: 'Add equipment',
        how: (onClose) => <NewEquipmentDialog onClose={onClose} />,
      }}
      drawer={(open) => <EquipmentDrawer key={open.id} {...open} kind={kind} acts={acts} />}
      firstUse={
        seesAll
          ? { title: 'No equipment found', description: 'Get started by adding your first piece of equipment' }
          : { title: 'Nothing in your hands', description: 'What the office hands to you is listed here' }
      }
      nothingFound={{ description: hasFilter ? 'Try adjusting your filters' : 'No retired equipment' }}
    />
  );
}
