import { Button, PopoverNext, PopupKind } from '@blueprintjs/core';
import { Filter, FilterKeep } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { InputsOf } from '../ui/inputs-of.tsx';

/** What narrows a list by one of its columns. */
export interface ColumnFilter {
  /** Whether it narrows the list now. */
  isActive: boolean;
  /** The same inputs as beside the search. */
  input: ReactNode;
  clear(): void;
}

/** In the head of a column: opens its filter. @param header of the column */
export function FilterButton({ header, filter }: { header: string; filter: ColumnFilter }) {
  const { isActive, input, clear } = filter;
  const content = (
    <InputsOf aria-label={`Filter by ${header}`} className="hw-column-filter">
      {input}
      <Button size="small" variant="minimal" text="Clear" disabled={!isActive} onClick={clear} />
    </InputsOf>
  );
  return (
    <PopoverNext content={content} placement="bottom-start" arrow={false} popupKind={PopupKind.DIALOG}>
      <Button
        className="hw-filter-button"
        variant="minimal"
        size="small"
        intent={isActive ? 'primary' : 'none'}
        icon={isActive ? <FilterKeep size={14} /> : <Filter size={14} />}
        aria-label={isActive ? `Filter by ${header}, in use` : `Filter by ${header}`}
        title={`Filter by ${header}`}
      />
    </PopoverNext>
  );
}
