import { Button } from '@blueprintjs/core';
import { cleared, isFiltered } from './list-search.ts';

interface ClearFiltersProps {
  search: object;
  /** The URL parameters that filter the list. */
  keys: readonly string[];
  onSearch(change: Readonly<Record<string, undefined>>): void;
}

/** At the end of a list's filters, while one is used: clears all of them. */
export function ClearFilters({ search, keys, onSearch }: ClearFiltersProps) {
  if (!isFiltered(search, keys)) return null;
  return <Button variant="minimal" text="Clear filters" onClick={() => onSearch(cleared(keys))} />;
}
