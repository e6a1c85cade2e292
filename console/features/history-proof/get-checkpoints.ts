import { queryOptions } from '@tanstack/react-query';
import type { CheckpointMade } from '../../../api/audit/checkpoints.schema.ts';
import { callText } from '../../data/api.ts';
import { type Pages, pagedQuery } from '../../data/paged-query.ts';

/** Checkpoints of one page. */
const PAGE = 25;

/** The checkpoints that were made, newest first. */
export const checkpointsQuery = pagedQuery<CheckpointMade>({
  queryKey: ['history', 'checkpoints'],
  meta: { collections: [] },
  path: '/api/audit/checkpoints',
  limit: PAGE,
  select: ({ pages }: Pages<CheckpointMade>) => pages.flatMap(({ records }) => records),
});

/** What checks the signatures. It never changes, unless another log begins. */
export const keyQuery = queryOptions({
  queryKey: ['history', 'key'],
  meta: { collections: [] },
  queryFn: async ({ signal }) => (await callText('/api/audit/key', signal)).trim(),
});

/** Where the signed text of a checkpoint is. @param size how many events it is about */
export function checkpointPath(size: number): string {
  return `/api/audit/checkpoint?size=${size}`;
}

const WHY: Readonly<Record<NonNullable<CheckpointMade['why']>, string>> = {
  hourly: 'Hourly',
  asked: 'Asked for',
  export: 'After an export of the books',
};

/** Why a checkpoint was made; null where that was not kept. */
export function whyMade({ why }: CheckpointMade): string | null {
  return why && WHY[why];
}

/** `1 event`, `12,345 events`. */
export function eventCount(size: number): string {
  return `${size.toLocaleString('en-US')} ${size === 1 ? 'event' : 'events'}`;
}
