import type { CustomerRecord } from '../../../api/customers/schema.ts';
import { useCommand } from '../../data/use-command.ts';
import { customerKind } from '../../entities/customer/customer-kind.ts';
import { offerUndo } from '../../records/acts/undo.ts';
import { showToast } from '../../ui/status/toaster.tsx';

const { category, collections, path } = customerKind;

export interface CustomerActs {
  archive(customer: CustomerRecord): void;
  removeProperty(customer: CustomerRecord, propertyId: string): void;
}

/** Acts on a customer that are done at once, without confirmation, and can be undone. */
export function useCustomerActs(): CustomerActs {
  const act = useCommand<{ customer: CustomerRecord; call: string; said: Said }, unknown>({
    command: ({ customer, call }) => ({ method: 'DELETE', path: path(customer.id) + call }),
    collections,
    onSuccess({ commandId }, { customer, said }) {
      void showToast({
        ...said,
        intent: 'success',
        ...offerUndo({ category, id: customer.id, commandId }, collections),
      });
    },
    onError: (error) => void showToast({ title: 'Error', text: error.message, intent: 'danger' }),
  });
  return {
    archive: (customer) => act.mutate({ customer, call: '', said: ARCHIVED }),
    removeProperty: (customer, id) =>
      act.mutate({ customer, call: `/properties/${encodeURIComponent(id)}`, said: REMOVED }),
  };
}

interface Said {
  title: string;
  text: string;
}

const ARCHIVED: Said = { title: 'Customer Archived', text: 'Find them under Archived to restore them.' };
const REMOVED: Said = { title: 'Property Removed', text: 'The property has been removed.' };
