import { useEffect, useState } from 'react';
import { dropDraft, readDraft, writeDraft } from '../data/drafts.ts';
import { bodyOf, type Field, sameValue, textOf, type Values, valuesOf } from '../ui/fields.ts';
import type { AnyRecord } from './record-kind.ts';

/** A field that somebody else changed while a person was typing into the same form. */
export interface Difference {
  field: Field;
  /** When editing began, now, and as typed. */
  before: string;
  theirs: string;
  mine: string;
  /** Both changed it, each differently: the person decides. */
  isConflict: boolean;
  /** What the person decided; null while it is open, and again when they change it once more. */
  chosen: 'mine' | 'theirs' | null;
}

interface EditState {
  /** The fields as they were when editing began, or when a difference was last settled. */
  base: Values;
  revision: number;
  values: Values;
  /** By field: the two that a person chose between. Which one it was, the value says. */
  choices: Readonly<Record<string, { mine: string; theirs: string }>>;
}

export interface Edit {
  values: Values;
  setValues(values: Values): void;
  /** Fills in what comes later, over what was typed by then. */
  fill(next: (values: Values) => Values): void;
  isDirty: boolean;
  /** What was typed before and is there again, until it is discarded; null where editing began anew. */
  draft: { typedAt: string; unsaved: readonly Field[] } | null;
  /** Only the fields that were changed, and the revision that they were changed on. */
  changes(): Record<string, unknown>;
  /** What others changed meanwhile, by field; nothing typed is lost by it. */
  differences: readonly Difference[];
  /** Decides a conflict; the other value can still be chosen. */
  take(field: Field, whose: 'mine' | 'theirs'): void;
  /** Settles a difference that is no conflict. */
  accept(field: Field): void;
  discard(): void;
}

/**
 * An edit of a record that may change meanwhile. What others change in a field that the person left alone is taken
 * over, and shown; where both changed the same field, the person decides. The draft outlives the page.
 */
export function useEdit(fields: readonly Field[], record: AnyRecord, draftKey: string): Edit {
  const [draft, setDraft] = useState(() => readDraft<EditState>(draftKey));
  const [edit, setEdit] = useState<EditState>(() => draft?.held ?? begun(fields, record));
  const { base, revision, values } = edit;
  const editable = fields.filter((field) => !field.readOnly);
  const unsaved = editable.filter((field) => !same(field, values, base));
  const isDirty = unsaved.length > 0;

  useEffect(() => {
    if (!isDirty) dropDraft(draftKey);
    else if (edit !== draft?.held) writeDraft(draftKey, edit); // else it is kept already, with its time
  }, [draftKey, edit, isDirty, draft]);

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
    draft: draft && isDirty ? { typedAt: draft.typedAt, unsaved } : null,
    differences,
    setValues: (next) => setEdit((now) => ({ ...now, values: next })),
    fill: (next) => setEdit((now) => ({ ...now, values: next(now.values) })),
    changes() {
      const changed = editable.filter((field) => !sameValue(field, values[field.name] ?? '', textOf(record, field)));
      return { ...bodyOf(changed, values), expectedRevision: record.revision };
    },
    take(field, whose) {
      const [found] = difference(field, edit, record);
      if (!found) return;
      const { mine, theirs } = found;
      setEdit((now) => ({
        ...now,
        values: { ...now.values, [field.name]: whose === 'mine' ? mine : theirs },
        choices: { ...now.choices, [field.name]: { mine, theirs } },
      }));
    },
    accept(field) {
      const theirs = textOf(record, field);
      setEdit((now) => ({
        ...now,
        base: { ...now.base, [field.name]: theirs },
        values: { ...now.values, [field.name]: theirs },
      }));
    },
    discard() {
      dropDraft(draftKey);
      setDraft(null);
      setEdit(begun(fields, record));
    },
  };
}

/** An edit in which nothing was typed. */
function begun(fields: readonly Field[], record: AnyRecord): EditState {
  const values = valuesOf(fields, record);
  return { base: values, revision: record.revision, values, choices: {} };
}

function same(field: Field, a: Values, b: Values): boolean {
  return sameValue(field, a[field.name] ?? '', b[field.name] ?? '');
}

function difference(field: Field, { base, values, choices }: EditState, record: AnyRecord): Difference[] {
  const before = base[field.name] ?? '';
  const typed = values[field.name] ?? '';
  const theirs = textOf(record, field);
  if (sameValue(field, before, theirs)) return [];
  const choice = choices[field.name];
  // Where theirs was taken, what was typed before can still be taken back.
  const mine = choice && sameValue(field, typed, choice.theirs) ? choice.mine : typed;
  const isConflict = !sameValue(field, mine, before) && !sameValue(field, mine, theirs);
  const isDecided = choice !== undefined && sameValue(field, choice.theirs, theirs);
  const chosen = isDecided ? (sameValue(field, typed, theirs) ? 'theirs' : 'mine') : null;
  return [{ field, before, theirs, mine, isConflict, chosen }];
}
