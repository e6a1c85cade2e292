import { Button } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import { EQUIPMENT_CATEGORIES, EQUIPMENT_STATUS_LABELS, EQUIPMENT_STATUSES } from '../../../domain/equipment/terms.ts';
import { RemovedSelect } from '../../records/list/removed.tsx';
import type { Removal } from '../../records/record-kind.ts';
import { Choice, labeled } from '../../ui/inputs/choice.tsx';
import type { OnSearch } from '../../ui/search.ts';
import type { EquipmentSearch } from './equipment-search.ts';

interface EquipmentFiltersProps {
  search: EquipmentSearch;
  onSearch: OnSearch<EquipmentSearch>;
  /** Who may have it in their hands, by id and name; null for who sees only what is in their own hands. */
  holders: readonly (readonly [id: string, name: string])[] | null;
  /** The number of overdue machines: undefined until it is known, null for who sees only what is in their own hands. */
  overdue: number | null | undefined;
  removal: Removal;
  /** Null if nothing is filtered. */
  clear: (() => void) | null;
}

/** Category, status and who has it, all of which must match; and what is overdue. */
export function EquipmentFilters({ search, onSearch, holders, overdue, removal, clear }: EquipmentFiltersProps) {
  return (
    <>
      <Choice
        label="Category"
        value={search.category}
        choices={labeled<string>(EQUIPMENT_CATEGORIES)}
        none="All Categories"
        onChoice={(category) => onSearch({ category })}
      />
      <Choice
        label="Status"
        value={search.status}
        choices={labeled<string>(EQUIPMENT_STATUSES, EQUIPMENT_STATUS_LABELS)}
        none="All Status"
        onChoice={(status) => onSearch({ status })}
      />
      {holders && (
        <Choice
          label="In hands of"
          value={search.heldBy}
          choices={holders}
          none="All Hands"
          comesLater
          onChoice={(heldBy) => onSearch({ heldBy })}
        />
      )}
      <RemovedSelect
        noun="equipment"
        removal={removal}
        isRemoved={search.removed === true}
        onChange={(removed) => onSearch({ removed, overdue: undefined })}
      />
      {((overdue !== null && !search.removed) || search.overdue) && (
        <Button
          className="hw-overdue-filter"
          icon={<WarningSign size={14} className={overdue ? 'hw-overdue' : ''} />}
          text={overdue == null ? 'Overdue' : `${overdue} overdue`}
          active={search.overdue === true}
          aria-pressed={search.overdue === true}
          onClick={() => onSearch({ overdue: search.overdue ? undefined : true })}
        />
      )}
      {clear && <Button variant="minimal" text="Clear filters" onClick={clear} />}
    </>
  );
}
