import { Callout, Tag } from '@blueprintjs/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { KnownContact } from '../../../api/leads/schema.ts';
import { KNOWN_BY, type KnownBy } from '../../../domain/lead/terms.ts';
import { listCall } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';
import { addressOf } from '../../entities/addresses.ts';
import type { Values } from '../../ui/inputs/fields.ts';
import { useSettled } from '../../ui/use-settled.ts';

const WORDS: Readonly<Record<KnownBy, string>> = {
  phone: 'same phone',
  email: 'same email',
  address: 'same address',
};

const TITLES: Readonly<Record<string, string>> = { customer: 'Already a customer', lead: 'Already a lead' };

/** The customers and leads whom a lead being entered may be from, and why; nothing if there are none. */
export function KnownContacts({ values }: { values: Values }) {
  const known = useQuery(knownQuery(useSettled(values))).data ?? [];
  return Object.entries(TITLES).map(([category, title]) => {
    const those = known.filter((each) => each.category === category);
    return (
      those.length > 0 && (
        <Callout key={category} intent="warning" compact role="status" className="hw-duplicates" title={title}>
          <ul>
            {those.map((each) => (
              <Known key={each.id} known={each} />
            ))}
          </ul>
        </Callout>
      )
    );
  });
}

function Known({ known: { category, id, title, detail, removed, matches } }: { known: KnownContact }) {
  const address = addressOf(category, id);
  if (!address) return null;
  return (
    <li>
      <Link {...address}>{title ?? 'Unnamed'}</Link> {removed && <Tag minimal>Archived</Tag>}
      <span className="hw-muted">
        {[matches.map((match) => WORDS[match]).join(', '), detail].filter(Boolean).join(' · ')}
      </span>
    </li>
  );
}

function knownQuery(values: Values) {
  const path = listCall('/api/leads/known', Object.fromEntries(KNOWN_BY.map((name) => [name, values[name]])));
  return queryOptions({
    queryKey: ['known-contacts', path],
    enabled: path.includes('?'),
    placeholderData: keepPreviousData,
    meta: { collections: ['leads', 'customers'] },
    queryFn: (context) => read<KnownContact[]>(path, context),
  });
}
