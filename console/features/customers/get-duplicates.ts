import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DuplicateCustomer } from '../../../api/customers/schema.ts';
import { read } from '../../data/query-client.ts';
import type { Values } from '../../ui/fields.ts';

const COMPARED = ['firstName', 'lastName', 'email', 'phone', 'address'] as const;

/** Whom a customer may be who is being entered. */
export function duplicatesOfValuesQuery(values: Values) {
  const query = new URLSearchParams();
  for (const name of COMPARED) if (values[name]?.trim()) query.set(name, values[name].trim());
  return queryOptions({
    queryKey: ['duplicates', query.toString()],
    enabled: query.size > 0,
    placeholderData: keepPreviousData,
    meta: { collections: ['customers'] },
    queryFn: (context) => read<DuplicateCustomer[]>(`/api/customers/duplicates?${query}`, context),
  });
}

/** Whom a saved customer may be. */
export function duplicatesQuery(id: string) {
  return queryOptions({
    queryKey: ['customer', id, 'duplicates'],
    meta: { collections: ['customers'] },
    queryFn: (context) => read<DuplicateCustomer[]>(`/api/customers/${encodeURIComponent(id)}/duplicates`, context),
  });
}
