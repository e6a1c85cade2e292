import { queryOptions } from '@tanstack/react-query';
import type { TaskRecord } from '../../../api/tasks/schema.ts';
import { listCall, pagedQuery, recordsOf } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';

export const TASKS = ['tasks'] as const;
export const TASKS_PATH = '/api/tasks';

/** What tasks are about, and whom they are given to: each shows the names of these. */
const NAMED = [
  'people',
  'leads',
  'external_leads',
  'customers',
  'quotes',
  'jobs',
  'invoices',
  'customer_reviews',
  'equipment',
  'crews',
  'insights',
] as const;

/** The path of a task. */
export function taskPath(id: string): string {
  return `${TASKS_PATH}/${encodeURIComponent(id)}`;
}

/** The list's filters, as query parameters of its call. */
export type TaskFilter = Readonly<
  Partial<
    Record<'search' | 'status' | 'assignedTo' | 'about' | 'sort', string | undefined> &
      Record<'removed', boolean | undefined>
  >
>;

/** The call of the list; what is due first comes first. */
export function tasksCall({ sort = 'dueOn', ...filter }: TaskFilter): string {
  return listCall(TASKS_PATH, { ...filter, sort });
}

/** The tasks of a call, loaded as far as the person has scrolled. */
export function tasksQuery(path: string) {
  return pagedQuery<TaskRecord>({
    queryKey: ['tasks', path],
    meta: { collections: [...TASKS, ...NAMED] },
    path,
    limit: 60,
    further: 200,
    select: recordsOf,
  });
}

/** One task, removed or not. */
export function taskQuery(id: string) {
  return queryOptions({
    queryKey: ['task', id],
    meta: { collections: TASKS, id, anyOf: NAMED },
    queryFn: (context) => read<TaskRecord>(taskPath(id), context),
  });
}

/** What it is called. */
export function taskTitle({ title }: Pick<TaskRecord, 'title'>): string {
  return title ?? 'Task';
}
