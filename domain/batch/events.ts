import { z } from 'zod';
import { type BodyOf, defineEvent } from '../kit/event.ts';

/** What is done with one record. Nothing in it is about a person: of people it holds ids only. */
export const batchItem = z.object({
  /** That of the record: `job-<id>`, `roster-main`. */
  stream: z.string(),
  /** Where several records share the stream, which of them; else what the stream's name says. */
  recordId: z.string(),
  /** Of the record when this was planned; null where none is expected. */
  expectedRevision: z.int().nullable(),
  /** Decided one after the other, and appended at once. */
  commands: z.array(z.looseObject({ type: z.string() })),
});

const refused = z.array(z.object({ stream: z.string(), recordId: z.string(), reason: z.string() }));

/** A part of the items, from the place `first` on; with 0 the planning begins anew. */
const BatchItemsPlanned = defineEvent('BatchItemsPlanned', z.object({ first: z.int(), items: z.array(batchItem) }));

/** From here on the batch exists: all of its items are carried out, whatever happens. It is its act 0. */
const BatchStarted = defineEvent(
  'BatchStarted',
  z.object({
    /** One of BATCH_KINDS. */
    kind: z.string(),
    count: z.int(),
    /** The proposal that it carries out. */
    planId: z.string().nullable(),
    startedAt: z.string(),
  }),
);

/** What an act came to. */
const BatchFinished = defineEvent('BatchFinished', z.object({ act: z.int(), done: z.int(), refused }));

/** An act of its own: what an earlier one did is taken back, as far as the records have not changed since. */
const BatchReverted = defineEvent(
  'BatchReverted',
  z.object({
    act: z.int(),
    reverts: z.int(),
    /** Whether the records are then as the batch wants them: an undo was undone. */
    isApplied: z.boolean(),
    planId: z.string().nullable(),
  }),
);

export const batchEvents = [BatchItemsPlanned, BatchStarted, BatchFinished, BatchReverted] as const;

export type BatchEvent = BodyOf<(typeof batchEvents)[number]>;
/** As who plans it says it: the commands are those of the record's aggregate. */
export type BatchItem = Omit<z.output<typeof batchItem>, 'commands'> & { commands: readonly { type: string }[] };
export type StoredItem = z.output<typeof batchItem>;
/** A record that was left as it is, and why. */
export type RefusedItem = z.output<typeof refused>[number];
