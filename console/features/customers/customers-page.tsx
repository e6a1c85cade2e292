import { useQuery } from '@tanstack/react-query';
import type { CustomerRecord } from '../../../api/customers/schema.ts';
import { tagKey } from '../../../domain/customer/terms.ts';
import { listOf, type PageProps } from '../../entities/account/session.ts';
import {
  customerName,
  customerPage,
  customersPath,
  customersQuery,
  fullAddress,
  tagsQuery,
} from '../../entities/customer/customer.ts';
import { customerKind } from '../../entities/customer/customer-kind.ts';
import { NewCustomerDialog } from '../../entities/customer/new-customer-dialog.tsx';
import { addedColumn, emailColumn, phoneColumn } from '../../records/list/common-columns.tsx';
import type { RecordColumn } from '../../records/list/record-columns.ts';
import { RecordListPage, usePagedList } from '../../records/list/record-list-page.tsx';
import { RemovedSelect } from '../../records/list/removed.tsx';
import { Choice, labeled } from '../../ui/inputs/choice.tsx';
import { formatList } from '../../ui/inputs/list-input.tsx';
import { Failure } from '../../ui/status/data-area.tsx';
import { CustomerCard, CustomerTag } from './customer-card.tsx';
import { CUSTOMER_SORTS, type CustomersSearch, filterOf } from './customers-search.ts';

/** The page of the customers. */
export function CustomersPage(props: PageProps<CustomersSearch>) {
  const { search, onSearch } = props;
  const { canChange } = listOf(props, 'customers');
  const filter = filterOf(search);
  const list = usePagedList(customersQuery(filter), customersPath(filter), CUSTOMER_SORTS);
  const isArchived = search.removed === true && filter.search.trim() === '';
  const columns = search.removed ? ARCHIVED_COLUMNS : COLUMNS;
  return (
    <RecordListPage
      title="Customers"
      kind={customerKind}
      plural="customers"
      page={customerPage}
      {...listOf(props, 'customers')}
      list={list}
      columns={columns}
      card={(customer) => <CustomerCard customer={customer} search={filter.search} canChange={canChange} />}
      placeholder="Search customers by name, email, or phone..."
      isSearchWide
      filterKeys={FILTER_KEYS}
      filters={
        <>
          <RemovedSelect
            noun="customers"
            removal={customerKind.removal}
            isRemoved={search.removed === true}
            onChange={(removed) => onSearch({ removed })}
          />
          <TagFilter tag={search.tag} onTag={(tag) => onSearch({ tag })} />
          {search.view !== 'list' && <Order sort={search.sort} onSort={(sort) => onSearch({ sort })} />}
        </>
      }
      add={{
        text: 'Add Customer',
        firstText: 'Add First Customer',
        how: (onClose) => <NewCustomerDialog onClose={onClose} />,
      }}
      firstUse={{ title: 'No customers found', description: 'Get started by adding your first customer.' }}
      nothingFound={{
        description: isArchived ? 'No archived customers.' : 'Try adjusting your search criteria.',
      }}
      failure={(error) => (
        <Failure error={error} text="Failed to fetch customers." retry={() => void list.query.refetch()} />
      )}
    />
  );
}

const FILTER_KEYS = ['q', 'removed', 'tag'];

const COLUMNS: readonly RecordColumn<CustomerRecord>[] = [
  // In the server's sort order.
  { id: 'name', header: 'Name', value: lastNameFirst },
  { ...phoneColumn, stays: true },
  { id: 'address', header: 'Address', value: (customer) => fullAddress(customer) || null },
  emailColumn,
  { id: 'tags', header: 'Tags', value: ({ tags }) => formatList(tags) || null },
  addedColumn,
  { id: 'properties', header: 'Properties', isFigure: true, value: ({ properties }) => properties.length },
  { id: 'notes', header: 'Notes', value: ({ notes }) => notes },
];

const ARCHIVED_COLUMNS: readonly RecordColumn<CustomerRecord>[] = [
  ...COLUMNS,
  {
    id: 'state',
    header: 'State',
    value: ({ erased }) => String(erased),
    cell: (customer) => <CustomerTag customer={customer} />,
    stays: true,
  },
];

function lastNameFirst(customer: CustomerRecord): string {
  const { firstName, lastName, erased } = customer;
  return firstName && lastName && !erased ? `${lastName}, ${firstName}` : customerName(customer);
}

interface TagFilterProps {
  tag: string | undefined;
  onTag(tag: string | undefined): void;
}

/** Those who have one of the tags that there are. */
function TagFilter({ tag, onTag }: TagFilterProps) {
  const tags = (useQuery(tagsQuery).data ?? []).map((each) => each.tag);
  const chosen = tag && (tags.find((each) => tagKey(each) === tagKey(tag)) ?? tag);
  return (
    <Choice
      label="Tag"
      value={chosen}
      choices={labeled(chosen && !tags.includes(chosen) ? [chosen, ...tags] : tags)}
      none="All tags"
      comesLater
      onChoice={onTag}
    />
  );
}

interface OrderProps {
  sort: CustomersSearch['sort'];
  onSort(sort: CustomersSearch['sort']): void;
}

const ORDERS = [
  ['createdAt', 'Oldest first'],
  ['name', 'Last name, A to Z'],
  ['-name', 'Last name, Z to A'],
] as const;

/** Sorting for the cards, which have no column headers. */
function Order({ sort, onSort }: OrderProps) {
  return <Choice label="Order" value={sort} choices={ORDERS} none="Newest first" onChoice={onSort} />;
}
