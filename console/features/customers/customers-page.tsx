import { Button, Classes, HTMLSelect } from '@blueprintjs/core';
import { Add } from '@blueprintjs/icons';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { customersPath, customersQuery } from '../../data/get-customers.ts';
import { askedOf, pagingOf } from '../../data/paged-query.ts';
import type { Account } from '../../data/session.ts';
import { DataArea } from '../../ui/data-area.tsx';
import { ListMenu } from '../../ui/list-menu.tsx';
import { Page } from '../../ui/page.tsx';
import { RemovedSelect } from '../../ui/removed.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { CustomerGrid } from './customer-grid.tsx';
import { customerKind } from './customer-kind.ts';
import { type CustomersSearch, filterOf } from './customers-search.ts';
import { NewCustomerDialog } from './new-customer-dialog.tsx';

interface CustomersPageProps {
  account: Account;
  search: CustomersSearch;
  /** Changes what the address holds; `replace` keeps typing out of the browser's history. */
  onSearch(change: CustomersSearch, how?: 'replace'): void;
}

/** The page of the customers. */
export function CustomersPage({ account, search, onSearch }: CustomersPageProps) {
  const filter = filterOf(search);
  const path = customersPath(filter);
  const query = useInfiniteQuery(customersQuery(filter));
  const box = useRef<HTMLInputElement>(null);
  const canChange = account.role !== 'auditor';
  const add = () => onSearch({ new: true });

  useShortcuts([
    { keys: '/', label: 'Search customers', run: () => box.current?.focus() },
    ...(canChange ? [{ keys: 'c', label: 'Add a customer', run: add }] : []),
  ]);

  return (
    <Page
      title="Customers"
      actions={canChange && <Button intent="primary" icon={<Add />} text="Add Customer" onClick={add} />}
      filters={
        <>
          <div className="hw-customer-search">
            <SearchInput
              ref={box}
              value={search.q ?? ''}
              placeholder="Search customers by name, email, or phone..."
              onChange={(q) => onSearch({ q: q || undefined }, 'replace')}
            />
          </div>
          <RemovedSelect
            noun="customers"
            removal={customerKind.removal}
            isRemoved={search.removed === true}
            onChange={(removed) => onSearch({ removed })}
          />
          <HTMLSelect
            aria-label="Order"
            value={search.sort ?? ''}
            onChange={({ target }) => onSearch({ sort: target.value || undefined })}
          >
            <option value="">Newest first</option>
            <option value="createdAt">Oldest first</option>
            <option value="name">Last name, A to Z</option>
            <option value="-name">Last name, Z to A</option>
          </HTMLSelect>
          <ListMenu list={path} passing={['new']} />
        </>
      }
    >
      <DataArea
        query={query}
        isEmpty={(customers) => customers.length === 0}
        firstUse={{
          title: 'No customers found',
          description: 'Get started by adding your first customer.',
          ...(canChange && { action: <Button intent="primary" text="Add First Customer" onClick={add} /> }),
        }}
        filtered={filtered()}
        skeleton={<GridSkeleton />}
      >
        {(customers) => (
          <CustomerGrid
            customers={customers}
            asked={askedOf(query, path)}
            search={filter.search}
            paging={pagingOf(query)}
          />
        )}
      </DataArea>
      {search.new && canChange && <NewCustomerDialog onClose={() => onSearch({ new: undefined })} />}
    </Page>
  );

  function filtered() {
    const clear = () => onSearch({ q: undefined, removed: undefined });
    if (filter.search.trim() !== '')
      return { title: 'No customers found', description: 'Try adjusting your search criteria.', clear };
    return search.removed ? { title: 'No customers found', description: 'No customer is archived.', clear } : null;
  }
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
