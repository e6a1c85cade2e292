import { useQuery } from '@tanstack/react-query';
import type { PersonBalances } from '../../../api/hr/schema.ts';
import { TIME_OFF_TYPE_LABELS, TIME_OFF_TYPES } from '../../../domain/time-off/terms.ts';
import type { PageProps } from '../../entities/account/session.ts';
import { balancesQuery, nameIn } from '../../entities/time-off/time-off.ts';
import { type ReportColumn, ReportTable } from '../../ui/figures/report-table.tsx';
import { DateInput } from '../../ui/inputs/date-input.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { DataArea, SkeletonRows } from '../../ui/status/data-area.tsx';
import type { HrSearch } from './hr-search.ts';

type Balance = NonNullable<PersonBalances['balances'][number]['balance']>;
type Row = Balance & { employeeId: string; employee: string | null };

/** The balances of everybody one may see, by type, at the end of a day. */
export function Balances({ search, onSearch }: Pick<PageProps<HrSearch>, 'search' | 'onSearch'>) {
  const query = useQuery(balancesQuery({ asOf: search.asOf }));
  return (
    <DataArea
      query={query}
      isEmpty={({ people }) => people.every(({ balances }) => balances.every(({ balance }) => balance === null))}
      firstUse={{
        title: 'No policy limits time off',
        description: 'Once the owner sets time-off policies in Settings, the balances are here.',
      }}
      filtered={null}
      skeleton={<SkeletonRows rows={6} />}
    >
      {({ asOf, people }) => (
        <>
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the input is inside */}
          <label className="hw-as-of">
            Balances at the end of
            <DateInput value={search.asOf ?? asOf} onValueChange={(day) => onSearch({ asOf: day || undefined })} />
          </label>
          {TIME_OFF_TYPES.map((type) => (
            <BalancesOfType key={type} type={type} people={people} />
          ))}
        </>
      )}
    </DataArea>
  );
}

function BalancesOfType({ type, people }: { type: string; people: readonly PersonBalances[] }) {
  const title = TIME_OFF_TYPE_LABELS[type] ?? type;
  const rows = people.flatMap(({ balances, ...person }): Row[] => {
    const balance = balances.find(({ requestType }) => requestType === type)?.balance;
    return balance ? [{ ...person, ...balance }] : [];
  });
  return (
    <Section title={title}>
      {rows.length === 0 ? (
        <p className="hw-muted">No policy limits it.</p>
      ) : (
        <ReportTable title={title} columns={COLUMNS} rows={rows} keyOf={({ employeeId }) => employeeId} isPartial />
      )}
    </Section>
  );
}

const COLUMNS: readonly ReportColumn<Row>[] = [
  {
    header: 'Person',
    kind: 'text',
    value: nameIn,
    to: ({ employee }) => (employee ? { to: '/hr-management', search: { q: employee } } : null),
  },
  { header: 'Available', kind: 'count', value: ({ available }) => available },
  { header: 'Carried over', kind: 'count', value: ({ carriedOver }) => carriedOver, isSparse: true },
  { header: 'Accrued', kind: 'count', value: ({ accrued }) => accrued },
  { header: 'Used', kind: 'count', value: ({ used }) => used, isSparse: true },
  { header: 'Pending', kind: 'count', value: ({ pending }) => pending, isSparse: true },
  { header: 'Ahead', kind: 'count', value: ({ ahead }) => ahead, isSparse: true },
  { header: 'Lapsed', kind: 'count', value: ({ lapsed }) => lapsed, isSparse: true },
  { header: 'In probation until', kind: 'day', value: ({ probationUntil }) => probationUntil, isSparse: true },
];
