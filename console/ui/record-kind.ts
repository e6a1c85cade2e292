import type { AnyRecord, Field } from './fields.ts';

/** What the kit needs to know of a kind of record to show, edit and explain it. */
export interface RecordKind<Shown extends AnyRecord = AnyRecord> {
  /** As history and undo name it. */
  category: string;
  /** What a change of it touches: these lists are read anew. */
  collections: readonly string[];
  /** `lead`, in a sentence. */
  noun: string;
  fields: readonly Field[];
  /** What goes with a change of its fields. */
  alsoSend?(changes: Readonly<Record<string, unknown>>): object;
  /** The call that changes its fields. */
  path(id: string): string;
  /** What an event is called in the history, by type. */
  steps: Readonly<Record<string, string>>;
  /** The record's name. */
  titleOf(record: Shown): string;
}
