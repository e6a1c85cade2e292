import { Button, HTMLSelect } from '@blueprintjs/core';
import { SortAsc, SortDesc } from '@blueprintjs/icons';

/** What can be sorted by. */
export interface SortChoice {
  id: string;
  text: string;
  /** Chosen, it sorts the largest on top. */
  isLargestFirst?: boolean;
}

interface SortByProps {
  choices: readonly SortChoice[];
  /** A choice's id, with a - in front for largest first. */
  sort: string | undefined;
  /** What it says unsorted; without it something is always sorted by. */
  none?: string;
  onSort(sort: string | undefined): void;
}

/** Sorting, where there are no column headers to click. */
export function SortBy({ choices, sort, none, onSort }: SortByProps) {
  const isDown = sort?.startsWith('-') ?? false;
  const sorted = choices.find(({ id }) => id === (isDown ? sort?.slice(1) : sort));
  function choose(id: string): void {
    const choice = choices.find((each) => each.id === id);
    onSort(choice && (choice.isLargestFirst ? `-${id}` : id));
  }
  return (
    <div className="hw-sort-by">
      <HTMLSelect aria-label="Sort by" value={sorted?.id ?? ''} onChange={({ target: { value } }) => choose(value)}>
        {none !== undefined && <option value="">{none}</option>}
        {choices.map(({ id, text }) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </HTMLSelect>
      {sorted && (
        <Button
          variant="minimal"
          icon={isDown ? <SortDesc /> : <SortAsc />}
          aria-label={isDown ? 'Descending: sort ascending' : 'Ascending: sort descending'}
          onClick={() => onSort(isDown ? sorted.id : `-${sorted.id}`)}
        />
      )}
    </div>
  );
}
