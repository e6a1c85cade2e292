import type { CustomerRecord } from '../../../api/customers/schema.ts';
import { customerKind } from '../../entities/customer/customer-kind.ts';
import { useAct } from '../../records/acts/use-act.ts';

const { category, collections, path } = customerKind;

export interface CustomerActs {
  archive(customer: CustomerRecord): void;
  removeProperty(customer: CustomerRecord, propertyId: string): void;
}

/** Acts on a customer that are done at once, without confirmation, and can be undone. */
export function useCustomerActs(): CustomerActs {
  const act = useAct<{ customer: CustomerRecord; call: string; said: Said }, unknown>({
    command: ({ customer, call }) => ({ method: 'DELETE', path: path(customer.id) + call }),
    collections,
    done: (_, { said }) => ({ ...said, intent: 'success' }),
    undoneOn: (_, { customer: { id } }) => ({ category, id }),
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
