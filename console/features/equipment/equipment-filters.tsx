import { Button, ButtonGroup, HTMLSelect } from '@blueprintjs/core';
import { GridView, List, WarningSign } from '@blueprintjs/icons';
import type { Ref } from 'react';
import { EQUIPMENT_CATEGORIES, EQUIPMENT_STATUSES } from '../../../domain/equipment/terms.ts';
import { equipmentListPath } from '../../data/get-equipment.ts';
import { ListMenu } from '../../ui/list-menu.tsx';
import type { Removal } from '../../ui/removal.ts';
import { RemovedSelect } from '../../ui/removed.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { type EquipmentSearch, filterOf } from './equipment-search.ts';
import { statusLabel } from './equipment-status.tsx';

interface EquipmentFiltersProps {
  ref: Ref<HTMLInputElement>;
  search: EquipmentSearch;
  onSearch(change: EquipmentSearch, how?: 'replace'): void;
  /** How many machines are. */
  overdue: number;
  removal: Removal;
  /** Null where nothing is filtered. */
  clear: (() => void) | null;
}

/** Search, category and status, all of which must match; what is overdue; cards or a list. */
export function EquipmentFilters({ ref, search, onSearch, overdue, removal, clear }: EquipmentFiltersProps) {
  const isList = search.view === 'list';
  return (
    <>
      <SearchInput
        ref={ref}
        value={search.q ?? ''}
        placeholder="Search equipment..."
        onChange={(q) => onSearch({ q: q || undefined }, 'replace')}
      />
      <HTMLSelect
        aria-label="Category"
        value={search.category ?? ''}
        onChange={({ target }) => onSearch({ category: target.value || undefined })}
      >
        <option value="">All Categories</option>
        {EQUIPMENT_CATEGORIES.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </HTMLSelect>
      <HTMLSelect
        aria-label="Status"
        value={search.status ?? ''}
        onChange={({ target }) => onSearch({ status: target.value || undefined })}
      >
        <option value="">All Status</option>
        {EQUIPMENT_STATUSES.map((status) => (
          <option key={status} value={status}>
            {statusLabel(status)}
          </option>
        ))}
      </HTMLSelect>
      <RemovedSelect
        noun="equipment"
        removal={removal}
        isRemoved={search.removed === true}
        onChange={(removed) => onSearch({ removed, overdue: undefined })}
      />
      {((overdue > 0 && !search.removed) || search.overdue) && (
        <Button
          icon={<WarningSign size={14} className="hw-overdue" />}
          text={`${overdue} overdue`}
          active={search.overdue === true}
          aria-pressed={search.overdue === true}
          onClick={() => onSearch({ overdue: search.overdue ? undefined : true })}
        />
      )}
      {clear && <Button variant="minimal" text="Clear filters" onClick={clear} />}
      <div className="hw-filters-end">
        <ButtonGroup className="hw-view-switch">
          <Button
            icon={<GridView />}
            aria-label="Cards"
            title="Cards"
            active={!isList}
            aria-pressed={!isList}
            onClick={() => onSearch({ view: undefined, sort: undefined })}
          />
          <Button
            icon={<List />}
            aria-label="List"
            title="List"
            active={isList}
            aria-pressed={isList}
            onClick={() => onSearch({ view: 'list' })}
          />
        </ButtonGroup>
        <ListMenu list={equipmentListPath(filterOf(search))} passing={['equipment', 'tab', 'new']} />
      </div>
    </>
  );
}
