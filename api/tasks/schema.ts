import { z } from 'zod';
import {
  TASK_ABOUT_KINDS,
  TASK_FILTERS,
  TASK_LIMITS,
  TASK_STATUS_LABELS,
  TASK_STATUSES,
} from '../../domain/task/terms.ts';
import {
  createBody,
  idOf,
  onceWithout,
  recordSchema,
  required,
  requiredLine,
  reviseBody,
  text,
} from '../kit/fields/fields.schema.ts';
import { dayGiven } from '../kit/fields/values.schema.ts';
import { type Conditions, type ListFilter, named, oneOf, removedOnes } from '../kit/lists/lists.schema.ts';

/** What a body may give for a task, and what the task shows. */
export const taskFields = {
  title: onceWithout(requiredLine('The title', TASK_LIMITS.title, 'Say what is to be done.')),
  notes: text('The notes', TASK_LIMITS.notes),
  dueOn: required(dayGiven('dueOn'), z.string()),
  assignedTo: idOf('assignedTo', 'The id of the person who is to do it; null if that is still open.'),
};

const NO_ABOUT = `about must name a record: its kind (one of ${TASK_ABOUT_KINDS.join(', ')}) and its id.`;

const about = z.object(
  {
    kind: z.enum(TASK_ABOUT_KINDS, NO_ABOUT),
    id: z.string(NO_ABOUT).min(1, NO_ABOUT).max(100, NO_ABOUT),
  },
  NO_ABOUT,
);

export const createTaskBody = createBody(taskFields).extend({
  about: about.nullish().describe('The record that it is about, for good: a task about a person is erased with them.'),
});
export const reviseTaskBody = reviseBody(taskFields);

/** By what is still to be done. */
const byStatus: ListFilter = {
  ...oneOf('The status', TASK_FILTERS, 'status'),
  where(asked, today): Conditions {
    if (asked === 'due') return { status: 'open', dueOn: { lte: today } };
    return asked === 'overdue' ? { status: 'open', dueOn: { lt: today } } : { status: asked };
  },
  samples: ['open', 'due'],
  byDay: true,
};

const WRONG_ABOUT = 'about must be a kind and an id, like customer/9f1c2a34-….';

/** Those about one record. */
const byAbout: ListFilter = {
  taken: z
    .string(WRONG_ABOUT)
    .regex(/^[a-z_]+\/.{1,100}$/, WRONG_ABOUT)
    .optional(),
  where(asked) {
    const slash = asked.indexOf('/');
    return { aboutKind: asked.slice(0, slash), aboutId: asked.slice(slash + 1) };
  },
  samples: ['customer/id'],
};

export const taskList = {
  where: { removed: null },
  filters: { status: byStatus, assignedTo: named('assignedTo'), about: byAbout, removed: removedOnes },
  sorts: { createdAt: 'createdAt', dueOn: 'dueOn' },
  preset: 'dueOn',
};

export const taskRecord = recordSchema('Task', taskFields, {
  assignedToName: z.string().nullable(),
  about: about
    .extend({
      label: z
        .string()
        .nullable()
        .describe('What people call it, as it is now; null for whoever may not read such records.'),
      removed: z.boolean(),
    })
    .nullable()
    .describe('The record that it is about.'),
  status: z
    .enum(TASK_STATUSES)
    .meta({ 'x-labels': TASK_STATUS_LABELS })
    .describe('`erased`: whom it was about was erased before it was done.'),
  isOverdue: z.boolean().describe('It is open, and its day is past.'),
  doneBy: z.string().nullable().describe('The account of whoever did it.'),
  doneByName: z.string().nullable(),
  doneAt: z.string().nullable(),
  erased: z.boolean(),
});
export type TaskRecord = z.output<typeof taskRecord>;
