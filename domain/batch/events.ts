import { z } from 'zod';
import { type BodyOf, defineEvent } from '../kit/event.ts';

/** What is done to one record. Nothing in it is about a person: it refers to people only by id. */
export const batchItem = z.object({
  /** The record's stream: `job-<id>`, `roster-main`. */
  stream: z.string(),
  /** The id of the record: the one in the stream's name, unless several records share the stream. */
  recordId: z.string(),
  /** The revision of the record when this was planned; null if none is expected. */
  expectedRevision: z.int().nullable(),
  /** Decided one after the other, and appended together. */
  commands: z.array(z.looseObject({ type: z.string() })),
});

const refused = z.array(z.object({ stream: z.string(), recordId: z.string(), reason: z.string() }));

/** Some of the items, from position `first` on; 0 starts the planning over. */
const BatchItemsPlanned = defineEvent('BatchItemsPlanned', z.object({ first: z.int(), items: z.array(batchItem) }));

/** From here on the batch exists: all of its items are carried out, whatever happens. This is act 0. */
const BatchStarted = defineEvent(
  'BatchStarted',
  z.object({
    /** One of BATCH_KINDS. */
    kind: z.string(),
    count: z.int(),
    /** The plan it carries out. */
    planId: z.string().nullable(),
    startedAt: z.string(),
  }),
);

/** The result of an act. */
const BatchFinished = defineEvent('BatchFinished', z.object({ act: z.int(), done: z.int(), refused }));

/** A further act: it takes back what an earlier one did, for records that have not changed since. */
const BatchReverted = defineEvent(
  'BatchReverted',
  z.object({
    act: z.int(),
    reverts: z.int(),
    /** Whether it leaves the records as the batch wants them: an undo was undone. */
    isApplied: z.boolean(),
    planId: z.string().nullable(),
  }),
);

export const batchEvents = [BatchItemsPlanned, BatchStarted, BatchFinished, BatchReverted] as const;

export type BatchEvent = BodyOf<(typeof batchEvents)[number]>;
/** An item as its planner writes it: the commands are those of the record's aggregate. */
export type BatchItem = Omit<z.output<typeof batchItem>, 'commands'> & { commands: readonly { type: string }[] };
export type StoredItem = z.output<typeof batchItem>;
/** A record that was left unchanged, and why. */
export type RefusedItem = z.output<typeof refused>[number];
