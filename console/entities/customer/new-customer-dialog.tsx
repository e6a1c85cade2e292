import { useQuery } from '@tanstack/react-query';
import type { CustomerRecord } from '../../../api/customers/schema.ts';
import { NewRecordDialog } from '../../records/edit/new-record-dialog.tsx';
import type { Values } from '../../ui/inputs/fields.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { customerKind, NEW_CUSTOMER_FIELDS } from './customer-kind.ts';
import { DuplicateList, duplicatesOfValuesQuery } from './duplicate-list.tsx';

interface NewCustomerDialogProps {
  onCreated?(customer: CustomerRecord): void;
  /** Which draft, as there may be several of a new customer. */
  draftOf?: string;
  onClose(): void;
}

/** The dialog that adds a customer. It shows possible duplicates before saving. */
export function NewCustomerDialog({ onCreated, draftOf, onClose }: NewCustomerDialogProps) {
  return (
    <NewRecordDialog<CustomerRecord>
      title="Add New Customer"
      submitText="Add Customer"
      kind={customerKind}
      fields={NEW_CUSTOMER_FIELDS}
      path="/api/customers"
      saved={() => ({ title: 'Customer Created', text: 'The customer has been added.' })}
      {...(onCreated && { onCreated })}
      {...(draftOf && { draftOf })}
      onClose={onClose}
    >
      {(values) => <Duplicates values={values} />}
    </NewRecordDialog>
  );
}

function Duplicates({ values }: { values: Values }) {
  const duplicates = useQuery(duplicatesOfValuesQuery(useSettled(values)));
  return <DuplicateList duplicates={duplicates.data ?? []} title="Looks like an existing customer" />;
}
