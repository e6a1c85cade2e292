import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CustomerRecord } from '../../../api/customers/schema.ts';
import { NewRecordDialog } from '../../records/new-record-dialog.tsx';
import type { Values } from '../../ui/fields.ts';
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

/** The typing pause to wait for. */
const PAUSE_MS = 250;

/** A value once it has not changed for a moment. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
