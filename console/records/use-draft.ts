import { useState } from 'react';
import { type Draft, dropDraft, readDraft, writeDraft } from '../data/drafts.ts';
import { type Field, sameValue, type Values } from '../ui/fields.ts';

export interface NewDraft {
  values: Values;
  change(next: Values): void;
  /** The input differs from what the form started with. */
  isBegun: boolean;
  /** The draft the form was filled from; null if it started blank. */
  found: Draft<Values> | null;
  /** Starts over. */
  discard(): void;
  /** Drops the draft along with the form: it was saved, or is not wanted. */
  drop(): void;
}

/** The input of a form for something new: it outlives the form and the page until it is saved or discarded. */
export function useDraft(key: string, fields: readonly Field[], begin: () => Values): NewDraft {
  const [initial] = useState(begin);
  const [found, setFound] = useState(() => readDraft<Values>(key));
  const [values, setValues] = useState(found?.held ?? initial);
  const drop = () => dropDraft(key);
  const isSame = (next: Values) =>
    fields.every((field) => sameValue(field, next[field.name] ?? '', initial[field.name] ?? ''));
  return {
    values,
    isBegun: !isSame(values),
    found,
    drop,
    change(next) {
      setValues(next);
      if (isSame(next)) drop();
      else writeDraft(key, next);
    },
    discard() {
      drop();
      setFound(null);
      setValues(initial);
    },
  };
}
