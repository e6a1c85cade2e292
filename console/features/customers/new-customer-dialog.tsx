import { useQuery } from '@tanstack/react-query';
import type { CustomerRecord } from '../../../api/customers/schema.ts';
import type { Values } from '../../ui/fields.ts';
import { NewRecordDialog } from '../../ui/new-record-dialog.tsx';
import { customerKind, NEW_CUSTOMER_FIELDS } from './customer-kind.ts';
import { DuplicateList } from './duplicate-list.tsx';
import { duplicatesOfValuesQuery } from './get-duplicates.ts';
import { useSettled } from './use-settled.ts';

/** Add Customer; who may be the same person is told before it is saved. */
export function NewCustomerDialog({ onClose }: { onClose(): void }) {
  return (
    <NewRecordDialog<CustomerRecord>
      title="Add New Customer"
      submitText="Add Customer"
      fields={NEW_CUSTOMER_FIELDS}
      path="/api/customers"
      body={(values) => values}
      category="customer"
      collections={customerKind.collections}
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
