import * as z from 'zod/mini';
import type { taskList } from '../../../api/tasks/schema.ts';
import { TASK_FILTERS } from '../../../domain/task/terms.ts';
import type { TaskFilter } from '../../entities/task/task.ts';
import { listSearch, sortBy } from '../../records/list/list-search.ts';
import { flag, oneOf, text } from '../../ui/search.ts';

/** The columns the server can sort by. */
export const TASK_SORTS = ['dueOn'] as const satisfies readonly (keyof typeof taskList.sorts)[];

export const tasksSearch = z.object({
  ...listSearch,
  sort: sortBy(TASK_SORTS),
  /** Open ones without it. */
  status: oneOf(TASK_FILTERS),
  /** Only those of whoever is signed in. */
  mine: flag,
  /** Only those of one person. */
  assignedTo: text,
  /** Only those about one record, by its kind and id: `customer/ID`. */
  about: text,
  /** Id of the open task. */
  task: text,
});
export type TasksSearch = z.output<typeof tasksSearch>;

/** The filters of the list's call. @param accountId of whoever is signed in */
export function filterOf(
  { q, status, mine, assignedTo, about, removed, sort }: TasksSearch,
  accountId: string,
): TaskFilter {
  return {
    search: q,
    status: status ?? (removed ? undefined : 'open'),
    assignedTo: mine ? accountId : assignedTo,
    about,
    removed,
    sort,
  };
}
