import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import {
  JOB_PRIORITIES,
  JOB_PRIORITY_LABELS,
  JOB_STATUS_LABELS,
  JOB_STATUSES,
  SERVICE_TYPE_LABELS,
  SERVICE_TYPES,
} from '../../../domain/job/terms.ts';
import { OfCampaign } from '../../entities/campaign/campaign-input.tsx';
import { crewsQuery } from '../../entities/crew/crew.ts';
import { customerName, customerQuery } from '../../entities/customer/customer.ts';
import type { ColumnFilter } from '../../records/list/column-filter.tsx';
import { cleared, isFiltered } from '../../records/list/list-search.ts';
import { Ranges } from '../../records/list/ranges.tsx';
import { Choice, labeled } from '../../ui/inputs/choice.tsx';
import { DaysFilter } from '../../ui/inputs/days-filter.tsx';
import { MoreFilters } from '../../ui/inputs/more-filters.tsx';
import type { OnSearch } from '../../ui/search.ts';
import { JOB_RANGES, type JobsSearch } from './jobs-search.ts';

/** The heading for what the list shows. */
export function titleOfList({ status, unscheduled, removed }: JobsSearch): string {
  if (removed) return 'Removed Jobs';
  if (unscheduled) return 'Work Without a Date';
  if (status === undefined) return 'Active Jobs';
  return status === 'all' ? 'All Jobs' : `${JOB_STATUS_LABELS[status] ?? status} Jobs`;
}

/** The choices of one select, each with its URL parameters. */
const WHICH: readonly { text: string; asks: Pick<JobsSearch, 'status' | 'unscheduled' | 'removed'> }[] = [
  { text: 'Active Jobs', asks: {} },
  { text: 'Without a date', asks: { unscheduled: true } },
  ...JOB_STATUSES.filter((status) => status !== 'unscheduled').map((status) => {
    return { text: JOB_STATUS_LABELS[status] ?? status, asks: { status } };
  }),
  { text: 'All jobs', asks: { status: 'all' } },
  { text: 'Removed', asks: { removed: true } },
];

interface FilterProps {
  search: JobsSearch;
  onSearch: OnSearch<JobsSearch>;
}

interface JobFilter {
  /** The column it filters. */
  column: string;
  /** The URL parameters it sets. */
  keys: readonly (keyof JobsSearch)[];
  Input: ComponentType<FilterProps>;
}

/**
 * A filter for each column with few values, and for the days; the search box covers the rest. Each appears next to the
 * search and in its column's header.
 */
const FILTERS: readonly JobFilter[] = [
  { column: 'status', keys: ['status', 'unscheduled', 'removed'], Input: StatusFilter },
  { column: 'priority', keys: ['priority'], Input: PriorityFilter },
  { column: 'serviceType', keys: ['service'], Input: ServiceFilter },
  { column: 'crewName', keys: ['crew'], Input: CrewFilter },
  { column: 'scheduledDate', keys: ['from', 'to'], Input: ScheduledFilter },
];

/** The filters in the column headers, by column. */
export function columnFilters({ search, onSearch }: FilterProps): Record<string, ColumnFilter> {
  const filters = FILTERS.map(({ column, keys, Input }) => {
    const filter: ColumnFilter = {
      isActive: isFiltered(search, keys),
      input: <Input search={search} onSearch={onSearch} />,
      clear: () => onSearch(cleared(keys)),
    };
    return [column, filter] as const;
  });
  return Object.fromEntries(filters);
}

/** @param clear null if nothing is filtered */
export function JobFilters({ search, onSearch, clear }: FilterProps & { clear: (() => void) | null }) {
  const [first, ...others] = FILTERS as readonly [JobFilter, ...JobFilter[]];
  return (
    <>
      <first.Input search={search} onSearch={onSearch} />
      <MoreFilters isUsed={others.some(({ keys }) => isFiltered(search, keys))}>
        {others.map(({ column, Input }) => (
          <Input key={column} search={search} onSearch={onSearch} />
        ))}
      </MoreFilters>
      {search.customer && <OfCustomer id={search.customer} onClear={() => onSearch({ customer: undefined })} />}
      {search.campaign && <OfCampaign id={search.campaign} onClear={() => onSearch({ campaign: undefined })} />}
      <Ranges ranges={JOB_RANGES} search={search} onSearch={onSearch} />
      {clear && <Button variant="minimal" text="Clear filters" onClick={clear} />}
    </>
  );
}

function StatusFilter({ search, onSearch }: FilterProps) {
  return (
    <Choice
      label="Status"
      value={String(whichOf(search))}
      choices={WHICH.map(({ text }, place) => [String(place), text])}
      onChoice={(place) =>
        onSearch({ status: undefined, unscheduled: undefined, removed: undefined, ...WHICH[Number(place)]?.asks })
      }
    />
  );
}

function whichOf({ status, unscheduled, removed }: JobsSearch): number {
  const found = WHICH.findIndex(
    ({ asks }) => asks.status === status && asks.unscheduled === unscheduled && asks.removed === removed,
  );
  return Math.max(0, found);
}

function PriorityFilter({ search, onSearch }: FilterProps) {
  return (
    <Choice
      label="Priority"
      value={search.priority}
      choices={labeled<string>(JOB_PRIORITIES, JOB_PRIORITY_LABELS)}
      none="All Priorities"
      onChoice={(priority) => onSearch({ priority })}
    />
  );
}

function ServiceFilter({ search, onSearch }: FilterProps) {
  return (
    <Choice
      label="Service"
      value={search.service}
      choices={labeled<string>(SERVICE_TYPES, SERVICE_TYPE_LABELS)}
      none="All Services"
      onChoice={(service) => onSearch({ service })}
    />
  );
}

function CrewFilter({ search, onSearch }: FilterProps) {
  const crews = useQuery(crewsQuery).data ?? [];
  return (
    <Choice
      label="Crew"
      value={search.crew}
      choices={[['none', 'Unassigned'], ...crews.map(({ id, name }) => [id, name] as const)]}
      none="All Crews"
      onChoice={(crew) => onSearch({ crew })}
    />
  );
}

function ScheduledFilter({ search: { from, to }, onSearch }: FilterProps) {
  return <DaysFilter from={from} to={to} onChange={onSearch} />;
}

/** The customer whose jobs are shown, with a button to show all. */
function OfCustomer({ id, onClear }: { id: string; onClear(): void }) {
  const { data } = useQuery(customerQuery(id));
  return <Button text={`Of ${data ? customerName(data) : 'one customer'} ×`} title="Show all" onClick={onClear} />;
}
