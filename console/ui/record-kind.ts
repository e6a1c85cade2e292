import type { AnyRecord, Field } from './fields.ts';
import type { Removal } from './removal.ts';

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
  /** Where its removed records can be listed and restored. */
  removal?: Removal;
  /** The record's name. */
  titleOf(record: Shown): string;
}

/** A kind whose removed records stay in a list of their own. */
export type RemovableKind<Shown extends AnyRecord> = RecordKind<Shown> & { removal: Removal };

export function isRemovable<Shown extends AnyRecord>(kind: RecordKind<Shown>): kind is RemovableKind<Shown> {
  return kind.removal !== undefined;
}
