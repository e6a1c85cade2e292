import { NonIdealStateIconSize } from '@blueprintjs/core';
import { Dollar } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import type { CostRecord } from '../../../api/costs/schema.ts';
import { COST_CATEGORIES, COST_CATEGORY_LABELS, COST_SOURCE_LABELS, COST_SOURCES } from '../../../domain/cost/terms.ts';
import { listOf, type PageProps } from '../../entities/account/session.ts';
import { costFiguresQuery, costName, costsPath, costsQuery } from '../../entities/cost/cost.ts';
import { costKind } from '../../entities/cost/cost-kind.ts';
import { ClearFilters } from '../../records/list/clear-filters.tsx';
import { moneyColumn } from '../../records/list/common-columns.tsx';
import { isFiltered } from '../../records/list/list-search.ts';
import type { RecordColumn } from '../../records/list/record-columns.ts';
import { RecordListPage, usePagedList } from '../../records/list/record-list-page.tsx';
import { RemovedSelect } from '../../records/list/removed.tsx';
import { Choice, labeled } from '../../ui/inputs/choice.tsx';
import { DaysFilter } from '../../ui/inputs/days-filter.tsx';
import { MoreFilters } from '../../ui/inputs/more-filters.tsx';
import { Day } from '../../ui/values/day.tsx';
import { Money } from '../../ui/values/money.tsx';
import { CostDrawer } from './cost-drawer.tsx';
import { CostOrigin } from './cost-origin.tsx';
import { COST_SORTS, type CostsSearch, filterOf } from './costs-search.ts';
import { NewCostDialog } from './new-cost-dialog.tsx';

const COLUMNS: readonly RecordColumn<CostRecord>[] = [
  { id: 'name', header: 'What for', value: costName, widest: 320 },
  { id: 'day', header: 'Day', value: ({ day }) => day, cell: ({ day }) => <Day iso={day} /> },
  { ...moneyColumn('amount', 'Amount'), stays: true },
  { id: 'category', header: 'Category', value: ({ category }) => COST_CATEGORY_LABELS[category] ?? category },
  {
    id: 'origin',
    header: 'Comes from',
    stays: true,
    value: ({ source }) => source,
    cell: (cost) => <CostOrigin cost={cost} />,
  },
];

const MORE_KEYS = ['from', 'to', 'source', 'general', 'removed'];
const FILTER_KEYS = ['q', 'category', 'job', ...MORE_KEYS];

/** The ledger: everything the company spends, wherever it was recorded, and the form to enter the rest. */
export function CostsPage(props: PageProps<CostsSearch>) {
  const { search, onSearch } = props;
  const filter = filterOf(search);
  const path = costsPath({ ...filter, sort: search.sort });
  const list = usePagedList(costsQuery(path), path, COST_SORTS);
  return (
    <RecordListPage
      {...listOf(props, 'costs')}
      title="Costs"
      subtitle="Everything spent, wherever it was recorded"
      kind={costKind}
      plural="costs"
      param="cost"
      list={list}
      columns={COLUMNS}
      placeholder="Search costs by text, job number, or equipment..."
      filterKeys={FILTER_KEYS}
      above={<Sum search={search} />}
      filters={<Filters search={search} onSearch={onSearch} />}
      add={{ text: 'Add Cost', how: (onClose) => <NewCostDialog jobId={search.job} onClose={onClose} /> }}
      drawer={(open) => <CostDrawer key={open.id} {...open} />}
      firstUse={{
        title: 'No costs yet',
        icon: <Dollar size={NonIdealStateIconSize.SMALL} />,
        description: 'Recorded hours and maintenance show up here on their own. Enter anything else you spent.',
      }}
    />
  );
}

type FiltersProps = Pick<PageProps<CostsSearch>, 'search' | 'onSearch'>;

function Filters({ search, onSearch }: FiltersProps) {
  return (
    <>
      <Choice
        label="Category"
        value={search.category}
        choices={labeled(COST_CATEGORIES, COST_CATEGORY_LABELS)}
        none="All categories"
        onChoice={(category) => onSearch({ category })}
      />
      <MoreFilters isUsed={isFiltered(search, MORE_KEYS)}>
        <DaysFilter from={search.from} to={search.to} onChange={onSearch} />
        <Choice
          label="Comes from"
          value={search.general ? GENERAL : search.source}
          choices={[...labeled(COST_SOURCES, COST_SOURCE_LABELS), [GENERAL, 'Not on a job']]}
          none="From anywhere"
          onChoice={(from) =>
            onSearch({ general: from === GENERAL || undefined, source: from === GENERAL ? undefined : from })
          }
        />
        <RemovedSelect
          noun="costs"
          removal={costKind.removal}
          isRemoved={search.removed === true}
          onChange={(removed) => onSearch({ removed })}
        />
      </MoreFilters>
      <ClearFilters search={search} keys={FILTER_KEYS} onSearch={onSearch} />
    </>
  );
}

const GENERAL = 'general';

/** The total of all costs that match the filters, including those not loaded yet. */
function Sum({ search }: { search: CostsSearch }) {
  const { data } = useQuery(costFiguresQuery(filterOf(search)));
  return (
    <p role="status" className="hw-costs-sum">
      {data ? (
        <>
          <strong>
            <Money amount={data.amount} />
          </strong>{' '}
          <span className="hw-muted">
            in {data.count === 1 ? '1 cost' : `${data.count.toLocaleString('en-US')} costs`}
          </span>
        </>
      ) : (
        // Reserves the line, so that nothing jumps.
        '\u00a0'
      )}
    </p>
  );
}
