import { Button } from '@blueprintjs/core';
import { formatDay, formatDollars } from '../../ui/values/format.ts';

/** A range that a list is narrowed to by its URL alone, such as by a link of an answer. */
export interface Range {
  /** As its list calls it: `Completed`. */
  what: string;
  /** The URL parameters of its first and last value, both included. */
  keys: readonly [string, string];
  kind: 'days' | 'dollars';
}

interface RangesProps {
  ranges: readonly Range[];
  search: object;
  onSearch(change: Readonly<Record<string, undefined>>): void;
}

/** Among the filters of a list: the ranges that it is narrowed to, each with a button to show all. */
export function Ranges({ ranges, search, onSearch }: RangesProps) {
  const said = search as Readonly<Record<string, string | undefined>>;
  return ranges
    .filter(({ keys }) => keys.some((key) => said[key]))
    .map(({ what, keys: [first, last], kind }) => (
      <Button
        key={first}
        text={`${what} ${rangeWords(said[first], said[last], kind === 'days' ? formatDay : formatDollars)} ×`}
        title="Show all"
        onClick={() => onSearch({ [first]: undefined, [last]: undefined })}
      />
    ));
}

function rangeWords(first: string | undefined, last: string | undefined, format: (value: string) => string): string {
  if (first && last) return first === last ? format(first) : `${format(first)} to ${format(last)}`;
  return first ? `from ${format(first)}` : `up to ${format(last ?? '')}`;
}
