import { useRef, useState } from 'react';
import { type Draft, dropDraft, readDraft, writeDraft } from '../data/drafts.ts';
import { type Field, sameValue, type Values } from '../ui/fields.ts';

export interface NewDraft {
  values: Values;
  /** @param next the values, or how they follow from the newest ones, which may not be shown yet */
  change(next: Values | ((newest: Values) => Values)): void;
  /** The input differs from what the form started with. */
  isBegun: boolean;
  /** The draft the form was filled from; null if it started blank. */
  found: Draft<Values> | null;
  /** Starts over. */
  discard(): void;
  /** Drops the draft along with the form: it was saved, or is not wanted. */
  drop(): void;
}

/**
 * The input of a form for something new: it outlives the form and the page until it is saved or discarded.
 * @param key names all that the form is opened for, such as the property of a new job: a draft is restored only there
 */
export function useDraft(key: string, fields: readonly Field[], begin: () => Values): NewDraft {
  const [initial] = useState(begin);
  const [found, setFound] = useState(() => readDraft<Values>(key));
  const [values, setValues] = useState(found?.held ?? initial);
  // Of several changes that come before the form is drawn again, each builds on the one before.
  const newest = useRef(values);
  const put = (next: Values) => {
    newest.current = next;
    setValues(next);
  };
  const drop = () => dropDraft(key);
  const isSame = (next: Values) =>
    fields.every((field) => sameValue(field, next[field.name] ?? '', initial[field.name] ?? ''));
  return {
    values,
    isBegun: !isSame(values),
    found,
    drop,
    change(asked) {
      const next = typeof asked === 'function' ? asked(newest.current) : asked;
      put(next);
      if (isSame(next)) drop();
      else writeDraft(key, next);
    },
    discard() {
      drop();
      setFound(null);
      put(initial);
    },
  };
}
