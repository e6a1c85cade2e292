import type { SearchHit } from '../../api/search/schema.ts';
import { listCall } from '../data/paged-query.ts';
import { read } from '../data/query-client.ts';
import type { PickerKind } from '../records/edit/record-picker.tsx';
import { KINDS } from './kinds.ts';

const AT_MOST = '6';

/** Picks a record of any of these kinds, as the search over all kinds finds it. */
export function anyRecordPicker(categories: readonly string[]): PickerKind {
  return {
    noun: 'record',
    categories,
    collections: categories.flatMap((category) => KINDS[category]?.searched ?? []),
    none: 'Type a name, a number or an address.',
    async find(text, context) {
      if (text === '') return [];
      const hits = await read<SearchHit[]>(listCall('/api/search', { q: text, limit: AT_MOST }), context);
      return hits
        .filter(({ category }) => categories.includes(category))
        .map((hit) => ({ ...hit, group: KINDS[hit.category]?.noun ?? hit.category }));
    },
  };
}
