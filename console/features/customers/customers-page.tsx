import { Classes, HTMLSelect } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CustomerRecord } from '../../../api/customers/schema.ts';
import { useTouched } from '../../data/touched.ts';
import type { PageProps } from '../../entities/account/session.ts';
import { customersPath, customersQuery } from '../../entities/customer/customer.ts';
import { customerKind, NEW_CUSTOMER_FIELDS } from '../../entities/customer/customer-kind.ts';
import { NewRecordDialog } from '../../records/new-record-dialog.tsx';
import { type ListContent, RecordListPage, usePagedList } from '../../records/record-list-page.tsx';
import { RemovedSelect } from '../../records/removed.tsx';
import { useSteadyOrder } from '../../records/use-steady-order.ts';
import type { Values } from '../../ui/fields.ts';
import { CustomerCard } from './customer-card.tsx';
import { type CustomersSearch, filterOf } from './customers-search.ts';
import { DuplicateList, duplicatesOfValuesQuery } from './duplicate-list.tsx';

/** The page of the customers. */
export function CustomersPage({ account, search, onSearch }: PageProps<CustomersSearch>) {
  const filter = filterOf(search);
  const list = usePagedList(customersQuery(filter), customersPath(filter));
  const isArchived = search.removed === true && filter.search.trim() === '';
  return (
    <RecordListPage
      fill={false}
      title="Customers"
      kind={customerKind}
      plural="customers"
      search={search}
      onSearch={onSearch}
      canChange={account.role !== 'auditor'}
      list={list}
      placeholder="Search customers by name, email, or phone..."
      isSearchWide
      filters={
        <>
          <RemovedSelect
            noun="customers"
            removal={customerKind.removal}
            isRemoved={search.removed === true}
            onChange={(removed) => onSearch({ removed })}
          />
          <HTMLSelect
            aria-label="Order"
            value={search.sort ?? ''}
            onChange={({ target }) => onSearch({ sort: (target.value || undefined) as CustomersSearch['sort'] })}
          >
            <option value="">Newest first</option>
            <option value="createdAt">Oldest first</option>
            <option value="name">Last name, A to Z</option>
            <option value="-name">Last name, Z to A</option>
          </HTMLSelect>
        </>
      }
      add={{
        text: 'Add Customer',
        firstText: 'Add First Customer',
        how: (onClose) => <NewCustomerDialog onClose={onClose} />,
      }}
      firstUse={{ title: 'No customers found', description: 'Get started by adding your first customer.' }}
      nothingFound={{
        description: isArchived ? 'No customer is archived.' : 'Try adjusting your search criteria.',
      }}
      skeleton={<GridSkeleton />}
      content={(content) => <CustomerGrid {...content} search={filter.search} />}
    />
  );
}

function GridSkeleton() {
  return (
    <div className="hw-customers">
      {Array.from({ length: 9 }, (_, card) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the places never move
        <div key={card} className={`hw-customer ${Classes.SKELETON}`} />
      ))}
    </div>
  );
}

/** Who may be the same person is told before it is saved. */
function NewCustomerDialog({ onClose }: { onClose(): void }) {
  return (
    <NewRecordDialog<CustomerRecord>
      title="Add New Customer"
      submitText="Add Customer"
      kind={customerKind}
      fields={NEW_CUSTOMER_FIELDS}
      path="/api/customers"
      saved={() => ({ title: 'Customer Created', text: 'The customer has been added.' })}
      failed="Failed to add the customer."
      onClose={onClose}
    >
      {(values) => <Duplicates values={values} />}
    </NewRecordDialog>
  );
}

function Duplicates({ values }: { values: Values }) {
  const duplicates = useQuery(duplicatesOfValuesQuery(useSettled(values)));
  return <DuplicateList duplicates={duplicates.data ?? []} title="Looks like a customer you have" />;
}

/** A pause in typing of this length. */
const PAUSE_MS = 250;

/** A value once it has stayed the same for a moment. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

interface CustomerGridProps extends ListContent<CustomerRecord> {
  /** What the list is searched for. */
  search: string;
}

/** The customers as cards. */
function CustomerGrid({ records: latest, asked, search, below }: CustomerGridProps) {
  const { records, pointer } = useSteadyOrder(latest, asked);
  const touched = useTouched();
  return (
    <>
      <ul className="hw-customers" aria-label="Customers" {...pointer}>
        {records.map((customer) => (
          <li key={customer.id}>
            <CustomerCard customer={customer} search={search} isTouched={touched.has(customer.id)} />
          </li>
        ))}
      </ul>
      {below}
    </>
  );
}
