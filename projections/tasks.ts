import type { TaskDetails, TaskEvent } from '../domain/task/events.ts';
import { ERASED_TASK } from '../domain/task/task.ts';
import { merged, removed, restored } from './engine/handlers.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

interface Derived {
  /** One of TASK_STATUSES. */
  status: string;
}

/** What somebody is to do. */
export interface TaskDocument extends RecordDocument, TaskDetails, Derived {
  /** The record that it is about; both are null if there is none. */
  aboutKind: string | null;
  aboutId: string | null;
  /** The account of whoever did it; null until it is done. */
  doneBy: string | null;
  /** ISO UTC. */
  doneAt: string | null;
  /** ISO UTC. */
  createdAt: string;
}

const ORDERS = ['createdAt', 'dueOn'] as const;

export const tasks = readModel<TaskDocument, TaskEvent, Derived>()({
  name: 'tasks',
  version: 1,
  of: 'task',
  indexes: [
    ...ORDERS.flatMap((order) => [
      ['removed', order] as const,
      ['removed', 'status', order] as const,
      ['removed', 'assignedTo', order] as const,
    ]),
    // Used to erase them, and on the timeline of whoever they are about.
    ['aboutKind', 'aboutId'],
    ['aboutKind', 'aboutId', 'createdAt'],
  ],
  search: ['title', 'notes'],
  first: { TaskCreated: (fields) => ({ ...fields, doneBy: null, doneAt: null }) },
  after: {
    TaskRevised: merged,
    TaskDone: ({ by, at }) => ({ doneBy: by, doneAt: at }),
    TaskReopened: () => ({ doneBy: null, doneAt: null }),
    TaskRemoved: removed,
    TaskRestored: restored,
    TaskErased: () => ({ ...ERASED_TASK, erased: true }),
  },
  derived({ doneAt, erased }) {
    if (doneAt !== null) return { status: 'done' };
    return { status: erased ? 'erased' : 'open' };
  },
});
