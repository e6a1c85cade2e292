import type { ReactNode } from 'react';
import type { Field, Values } from '../ui/inputs/fields.ts';
import type { Toast } from '../ui/status/toaster.tsx';

/** What records of all kinds have in common. */
export interface AnyRecord {
  id: string;
  revision: number;
  removed?: boolean;
  erased?: boolean;
}

/** What it takes to show, edit and explain a kind of record. */
export interface RecordKind<Shown extends AnyRecord = AnyRecord> {
  /** As history and undo name it. */
  category: string;
  /** The collections a change affects: refetched afterwards. */
  collections: readonly string[];
  /** For sentences: `lead`. */
  noun: string;
  fields: readonly Field[];
  /** Below the fields of its form: what follows from the input. */
  below?(values: Values): ReactNode;
  /** On the form's button, if it does more than save. */
  submitText?: string;
  /** What is sent along with a change of its fields. */
  alsoSend?(changes: Readonly<Record<string, unknown>>): object;
  /** The path of the call that changes its fields. */
  path(id: string): string;
  /** The method of that call, if not PATCH. */
  method?: 'PUT';
  /** Titles of events in the history, by type; the first one is the record's creation. */
  steps: Readonly<Record<string, string>>;
  /** Whether this person may undo a step that followed from another record, by the process that took it. */
  mayUndo?(actor: string): boolean;
  /** Whether a step cannot be undone, or not by this person. */
  isFinal?(type: string): boolean;
  /** For kinds whose removed records can be listed and restored. */
  removal?: Removal;
  /** The record's title. */
  titleOf(record: Shown): string;
  /** The address to drive to. */
  placeOf?(record: Shown): string | null;
}

/** A kind whose removed records stay, in a list of their own. */
export type RemovableKind<Shown extends AnyRecord> = RecordKind<Shown> & { removal: Removal };

export function isRemovable<Shown extends AnyRecord>(kind: RecordKind<Shown>): kind is RemovableKind<Shown> {
  return kind.removal !== undefined;
}

/** Wording for a kind's removed records, which stay, can be listed and can be restored. */
export interface Removal {
  /** The button that removes one: `Remove`. Without it the kind has its own way. */
  act?: string;
  /** What they are called then: `Archived`. */
  word: string;
  /** The toast after one was restored. */
  restored: Toast;
}

/** The key of the draft of a record's edit. */
export function draftKeyOf({ category }: Pick<RecordKind<never>, 'category'>, { id }: { id: string }): string {
  return `${category}/${id}`;
}
