import { Button, HTMLSelect } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import { EQUIPMENT_CATEGORIES, EQUIPMENT_STATUSES } from '../../../domain/equipment/terms.ts';
import { RemovedSelect } from '../../records/list/removed.tsx';
import type { Removal } from '../../records/record-kind.ts';
import type { OnSearch } from '../../ui/search.ts';
import type { EquipmentSearch } from './equipment-search.ts';
import { statusLabel } from './equipment-status.tsx';

interface EquipmentFiltersProps {
  search: EquipmentSearch;
  onSearch: OnSearch<EquipmentSearch>;
  /** The number of overdue machines. */
  overdue: number;
  removal: Removal;
  /** Null if nothing is filtered. */
  clear: (() => void) | null;
}

/** Category and status, both of which must match; and what is overdue. */
export function EquipmentFilters({ search, onSearch, overdue, removal, clear }: EquipmentFiltersProps) {
  return (
    <>
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
    </>
  );
}
