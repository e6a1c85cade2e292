import type { ReactNode } from 'react';
import type { Field, Values } from '../ui/fields.ts';
import type { Toast } from '../ui/toaster.tsx';

/** A record as far as all kinds are alike. */
export interface AnyRecord {
  id: string;
  revision: number;
  removed?: boolean;
  erased?: boolean;
}

/** What has to be known of a kind of record to show, edit and explain it. */
export interface RecordKind<Shown extends AnyRecord = AnyRecord> {
  /** As history and undo name it. */
  category: string;
  /** What a change of it touches: these lists are read anew. */
  collections: readonly string[];
  /** `lead`, in a sentence. */
  noun: string;
  fields: readonly Field[];
  /** Below the fields of its form: what follows from what was typed. */
  below?(values: Values): ReactNode;
  /** On the form's button, where it does more than save. */
  submitText?: string;
  /** What goes with a change of its fields. */
  alsoSend?(changes: Readonly<Record<string, unknown>>): object;
  /** The call that changes its fields. */
  path(id: string): string;
  /** How it is called, where that is another way than most kinds have. */
  method?: 'PUT';
  /** What an event is called in the history, by type; the first one is that the record was made. */
  steps: Readonly<Record<string, string>>;
  /** Where its removed records can be listed and restored. */
  removal?: Removal;
  /** The record's name. */
  titleOf(record: Shown): string;
  /** Where one drives to it. */
  placeOf?(record: Shown): string | null;
}

/** A kind whose removed records stay in a list of their own. */
export type RemovableKind<Shown extends AnyRecord> = RecordKind<Shown> & { removal: Removal };

export function isRemovable<Shown extends AnyRecord>(kind: RecordKind<Shown>): kind is RemovableKind<Shown> {
  return kind.removal !== undefined;
}

/** How the removed records of a kind are spoken of: they stay, can be listed, and come back. */
export interface Removal {
  /** How a person removes one: `Remove`. Without it the kind has a way of its own. */
  act?: string;
  /** What became of them: `Archived`. */
  word: string;
  /** Said when one is back. */
  restored: Toast;
}

/** Under which what is typed into a record's form is kept. */
export function draftKeyOf({ category }: Pick<RecordKind<never>, 'category'>, { id }: { id: string }): string {
  return `${category}/${id}`;
}
