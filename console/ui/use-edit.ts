import { useEffect, useState } from 'react';
import { dropDraft, readDraft, writeDraft } from '../data/drafts.ts';
import { type AnyRecord, bodyOf, type Field, sameValue, textOf, type Values, valuesOf } from './fields.ts';

/** A field that somebody else changed while a person was typing into the same form. */
export interface Difference {
  field: Field;
  /** When editing began, now, and as typed. */
  before: string;
  theirs: string;
  mine: string;
  /** Both changed it, each differently: the person decides. */
  isConflict: boolean;
}

interface EditState {
  /** The fields as they were when editing began, or when a difference was last settled. */
  base: Values;
  revision: number;
  values: Values;
}

export interface Edit {
  values: Values;
  setValues(values: Values): void;
  isDirty: boolean;
  /** Only the fields that were changed, and the revision that they were changed on. */
  changes(): Record<string, unknown>;
  /** What others changed meanwhile, by field; nothing typed is lost by it. */
  differences: readonly Difference[];
  /** Settles one of them. */
  take(field: Field, whose: 'mine' | 'theirs'): void;
  discard(): void;
}

/**
 * An edit of a record that may change meanwhile. What others change in a field that the person left alone is taken
 * over, and shown; where both changed the same field, the person decides. The draft outlives the page.
 */
export function useEdit(fields: readonly Field[], record: AnyRecord, draftKey: string): Edit {
  const [edit, setEdit] = useState<EditState>(
    () =>
      readDraft<EditState>(draftKey) ?? {
        base: valuesOf(fields, record),
        revision: record.revision,
        values: valuesOf(fields, record),
      },
  );
  const { base, revision, values } = edit;
  const editable = fields.filter((field) => !field.readOnly);
  const isDirty = editable.some((field) => !same(field, values, base));

  useEffect(() => {
    if (isDirty) writeDraft(draftKey, edit);
    else dropDraft(draftKey);
  }, [draftKey, edit, isDirty]);

  const differences = record.revision > revision ? editable.flatMap((field) => difference(field, edit, record)) : [];

  // A field that nobody typed into follows the record; the difference stays visible until it is settled or saved.
  useEffect(() => {
    const untouched = differences.filter(
      ({ isConflict, mine, theirs, field }) => !isConflict && !sameValue(field, mine, theirs),
    );
    if (untouched.length === 0) return;
    setEdit((now) => {
      const next = { ...now.values };
      for (const { field, theirs } of untouched) next[field.name] = theirs;
      return { ...now, values: next };
    });
  });

  return {
    values,
    isDirty,
    differences,
    setValues: (next) => setEdit((now) => ({ ...now, values: next })),
    changes() {
      const changed = editable.filter(
        (field) => !sameValue(field, values[field.name] ?? '', textOf(record, field.name)),
      );
      return { ...bodyOf(changed, values), expectedRevision: record.revision };
    },
    take(field, whose) {
      const theirs = textOf(record, field.name);
      setEdit((now) => ({
        ...now,
        base: { ...now.base, [field.name]: theirs },
        values: whose === 'theirs' ? { ...now.values, [field.name]: theirs } : now.values,
      }));
    },
    discard() {
      dropDraft(draftKey);
      setEdit({ base: valuesOf(fields, record), revision: record.revision, values: valuesOf(fields, record) });
    },
  };
}

function same(field: Field, a: Values, b: Values): boolean {
  return sameValue(field, a[field.name] ?? '', b[field.name] ?? '');
}

function difference(field: Field, { base, values }: EditState, record: AnyRecord): Difference[] {
  const before = base[field.name] ?? '';
  const mine = values[field.name] ?? '';
  const theirs = textOf(record, field.name);
  if (sameValue(field, before, theirs)) return [];
  const isConflict = !sameValue(field, mine, before) && !sameValue(field, mine, theirs);
  return [{ field, before, theirs, mine, isConflict }];
}
