import { Button, PopupKind } from '@blueprintjs/core';
import { Filter, FilterKeep } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { InputsOf } from '../../ui/inputs/inputs-of.tsx';
import { Popover } from '../../ui/layout/popover.tsx';

/** Filters a list by one of its columns. */
export interface ColumnFilter {
  /** Whether the filter is on. */
  isActive: boolean;
  /** The same inputs as next to the search box. */
  input: ReactNode;
  clear(): void;
}

/** In a column header: opens its filter. @param header of the column */
export function FilterButton({ header, filter }: { header: string; filter: ColumnFilter }) {
  const { isActive, input, clear } = filter;
  const content = (
    <InputsOf aria-label={`Filter by ${header}`} className="hw-column-filter">
      {input}
      <Button size="small" variant="minimal" text="Clear" disabled={!isActive} onClick={clear} />
    </InputsOf>
  );
  return (
    <Popover content={content} placement="bottom-start" popupKind={PopupKind.DIALOG}>
      <Button
        className="hw-filter-button"
        variant="minimal"
        size="small"
        intent={isActive ? 'primary' : 'none'}
        icon={isActive ? <FilterKeep size={14} /> : <Filter size={14} />}
        aria-label={isActive ? `Filter by ${header}, in use` : `Filter by ${header}`}
        title={`Filter by ${header}`}
      />
    </Popover>
  );
}
