import type { CustomerRecord } from '../../../api/customers/schema.ts';
import { read } from '../../data/query-client.ts';
import type { Pick, PickerKind } from '../../records/edit/record-picker.tsx';
import { customerName, customersPath, fullAddress } from './customer.ts';
import { customerKind } from './customer-kind.ts';
import { NewCustomerDialog } from './new-customer-dialog.tsx';

/** The customers that are not archived. */
export const customerPicker: PickerKind = {
  noun: 'customer',
  categories: [customerKind.category],
  collections: customerKind.collections,
  none: 'There are no customers yet.',
  find: async (search, context) =>
    (await read<CustomerRecord[]>(`${withLimit(customersPath({ search }))}`, context)).map(pickOf),
  adds: [
    {
      text: 'Add a new customer',
      dialog: ({ onAdded, onClose }) => (
        <NewCustomerDialog draftOf="in place" onCreated={(customer) => onAdded(pickOf(customer))} onClose={onClose} />
      ),
    },
  ],
};

function withLimit(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}limit=50`;
}

function pickOf(customer: CustomerRecord): Pick {
  return {
    category: customerKind.category,
    id: customer.id,
    title: customerName(customer),
    detail: fullAddress(customer),
  };
}
