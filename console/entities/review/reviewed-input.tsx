import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PersonRecord } from '../../../api/accounts/users.schema.ts';
import { ApiError } from '../../data/api.ts';
import { listCall } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';
import { type PickerKind, RecordPicker } from '../../records/edit/record-picker.tsx';
import { type ControlProps, parsed } from '../../ui/inputs/fields.ts';
import { useAccountId } from '../account/session.ts';

const USERS = '/api/users';
const META = { collections: ['people'] } as const;

const usersQuery = queryOptions({
  queryKey: ['colleagues'],
  meta: META,
  queryFn: (context) => read<PersonRecord[]>(USERS, context),
});

/** Everybody who works here, with or without an account, but whoever asks: nobody reviews themselves. */
function colleaguesOf(accountId: string): PickerKind {
  return {
    noun: 'colleague',
    categories: ['staff'],
    collections: META.collections,
    none: 'Nobody else works here yet.',
    async find(text, context) {
      const found = await read<PersonRecord[]>(listCall(USERS, { search: text, limit: '50' }), context).catch(told);
      return found
        .filter(({ id }) => id !== accountId)
        .map(({ id, username, email }) => ({ category: 'staff', id, title: username, detail: email }));
    },
  };
}

function told(cause: unknown): never {
  throw cause instanceof ApiError && cause.isOffline ? cause : new Error('Failed to fetch users');
}

/** Picks who is reviewed; a form holds their id as JSON. */
export function ReviewedInput({ value, onChange, ...control }: ControlProps) {
  const accountId = useAccountId();
  const kind = useMemo(() => colleaguesOf(accountId), [accountId]);
  const { data = [] } = useQuery(usersQuery);
  const picked = parsed<string>(value);
  return (
    <RecordPicker
      {...control}
      kind={kind}
      accountId={accountId}
      picked={picked === null ? [] : [picked]}
      titles={Object.fromEntries(data.flatMap(({ id, username }) => (username === null ? [] : [[id, username]])))}
      placeholder="Name"
      onPick={([id]) => onChange(id === undefined ? '' : JSON.stringify(id))}
    />
  );
}
