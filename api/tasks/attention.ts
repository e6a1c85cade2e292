import type { TaskDocument } from '../../projections/tasks.ts';
import { attention } from '../kit/attention.ts';
import { taskKind } from './record.ts';

/** Tasks that are due, the oldest day first. */
export const tasksDue = attention<TaskDocument>({
  id: 'tasks-due',
  label: 'Tasks due',
  kind: taskKind,
  query: ({ today }) => ({
    where: { removed: null, status: 'open', dueOn: { lte: today } },
    order: { field: 'dueOn', direction: 'asc' },
  }),
  page: '/tasks?status=due',
  own: true,
  waiting: ({ dueOn }) => ({ note: 'Due', day: dueOn }),
});
