import type { QueryFunctionContext } from '@tanstack/react-query';
import { type Area, may, type Need, rightOf } from '../../../domain/user/terms.ts';
import { queryClient, read } from '../../data/query-client.ts';

/** The key of the query for who is signed in. */
export const SESSION_KEY = ['session'] as const;

/** Whether the signed-in person has a right, as far as this page knows who they are. */
export function hasRight(need: Need): boolean {
  return may(queryClient.getQueryData<{ role: string } | null>(SESSION_KEY)?.role ?? '', need);
}

/** Reads a list for somebody with a right; for anybody else it is empty, and is not asked for. @throws ApiError */
export async function readWith<Row>(need: Need, path: string, context: QueryFunctionContext): Promise<Row[]> {
  return hasRight(need) ? read<Row[]>(path, context) : [];
}

/** For a field or a column that takes a right of another area than its record: who lacks it does not see it. */
export function seenWith(need: Need): { isSeen(): boolean } {
  return { isSeen: () => hasRight(need) };
}

/** Whether a role changes records of an area, or at least works on those that are its own. */
export function changesOwn(role: string, area: Area): boolean {
  return may(role, `${area}:change`) || rightOf(role, area) === 'own';
}
