import { z } from 'zod';
import { type BodyOf, defineErasure, defineEvent, optionalPersonal, personal } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster. What people write may name
// whoever it is about, and is sealed.

export const taskDetails = z.object({
  title: personal(),
  notes: personal(),
  /** By when, `YYYY-MM-DD` in the company's zone. */
  dueOn: z.string(),
  /** The person who is to do it; null if that is still open. */
  assignedTo: z.string().nullable(),
});

/** The record that it is about; both are null if there is none. */
const about = {
  /** One of TASK_ABOUT_KINDS. */
  aboutKind: z.string().nullable(),
  aboutId: z.string().nullable(),
};

const TaskCreated = defineEvent('TaskCreated', z.object({ ...taskDetails.shape, ...about, createdAt: z.string() }));
/** Holds only the fields that changed. */
const TaskRevised = defineEvent(
  'TaskRevised',
  z.object({
    title: optionalPersonal(),
    notes: optionalPersonal(),
    dueOn: z.string().optional(),
    assignedTo: z.string().nullable().optional(),
  }),
);
/** `by`: the account of whoever did it. */
const TaskDone = defineEvent('TaskDone', z.object({ by: z.string(), at: z.string() }));
/** It is not done after all. */
const TaskReopened = defineEvent('TaskReopened', z.object({}));
const TaskRemoved = defineEvent('TaskRemoved', z.object({}));
const TaskRestored = defineEvent('TaskRestored', z.object({}));
/** Erased together with whoever it is about. */
const TaskErased = defineErasure('TaskErased', z.object({}));

export const taskEvents = [
  TaskCreated,
  TaskRevised,
  TaskDone,
  TaskReopened,
  TaskRemoved,
  TaskRestored,
  TaskErased,
] as const;

export type TaskEvent = BodyOf<(typeof taskEvents)[number]>;
export type TaskDetails = z.output<typeof taskDetails>;
