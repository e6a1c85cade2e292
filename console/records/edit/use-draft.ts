import { useEffect, useRef, useState } from 'react';
import {
  clearDraft,
  type Draft,
  type DraftForm,
  dropDraft,
  formOf,
  isAsSent,
  readDraft,
  type SentTyping,
  type Typing,
  takeDraft,
  typingAt,
  writeDraft,
} from '../../data/drafts.ts';
import { type Field, sameValue, type Values } from '../../ui/inputs/fields.ts';
import { tellNotSaved } from './not-saved.ts';

export interface NewDraft {
  values: Values;
  /**
   * @param next the values, or how they follow from the newest ones, which may not be shown yet
   * @param isByHand whether a person typed it: what comes by itself, as from an analysis, keeps no form open after its answer
   */
  change(next: Values | ((newest: Values) => Values), isByHand?: boolean): void;
  /** The draft the form was filled from; null if it started blank. */
  found: Draft<Values> | null;
  /** Starts over, with what is known by now. */
  discard(): void;
  /**
   * Whether the form is open, or one that was opened for the same draft since, with what was sent: another one, or what
   * was typed since, is not for its answer.
   */
  isStillOpen(): boolean;
  /** Once it was saved: closes the form, if it is still open. */
  saved(close: () => void): void;
  /** Drops the draft along with the form: it was saved, or is not wanted. */
  drop(): void;
}

/**
 * The input of a form for something new: it outlives the form and the page until it is saved or discarded.
 * @param key names all that the form is opened for, such as the property of a new job: a draft is restored only there
 * @param begin what the form begins with, as known now; a field that nobody changed is not part of the draft
 */
export function useDraft(key: string, fields: readonly Field[], begin: () => Values): NewDraft {
  const [initial, setInitial] = useState(begin);
  const [found, setFound] = useState(() => readDraft<Values>(key));
  const [values, setValues] = useState<Values>({ ...initial, ...found?.held });
  // Of several changes that come before the form is drawn again, each builds on the one before.
  const newest = useRef(values);
  // Until it is closed, or its draft dropped.
  const isOpen = useRef(false);
  const typing = useRef<Typing>(null);
  const sent = useRef<SentTyping>(null);
  const [form] = useState<DraftForm>(() => ({
    change,
    keepWhole: () => writeDraft(key, newest.current),
    isOpen: () => isOpen.current,
    noteSent(now) {
      sent.current = now;
    },
    noteFailed(error) {
      if (isOpen.current) return;
      const isFree = readDraft(key) === null;
      const next = typingAt(key)?.form;
      if (isFree && next?.isOpen()) next.change(() => newest.current);
      else if (isFree) writeDraft(key, newest.current);
      tellNotSaved(error, isFree || (sent.current !== null && isAsSent(key, sent.current)));
    },
  }));
  useEffect(() => {
    isOpen.current = true;
    typing.current = takeDraft(key, form);
    return () => {
      isOpen.current = false;
    };
  }, [key, form]);
  const put = (next: Values) => {
    newest.current = next;
    setValues(next);
  };
  const isLeft = (field: Field, next: Values) => sameValue(field, next[field.name] ?? '', initial[field.name] ?? '');
  const isSame = (next: Values) => fields.every((field) => isLeft(field, next));
  /** Without the fields that were left as they began: they follow what is known the next time, unless they are of now. */
  function typedIn(next: Values): Values {
    const left = new Set(fields.filter((field) => !field.isOfNow && isLeft(field, next)).map(({ name }) => name));
    return Object.fromEntries(Object.entries(next).filter(([name]) => !left.has(name)));
  }
  function change(asked: Values | ((newest: Values) => Values), isByHand = true): void {
    // A closed form may hear of something late, such as what was found on a photo: that belongs to what was left typed,
    // in whatever form that is by now, but brings back no draft that was saved or discarded.
    const holder = isOpen.current ? form : formOf(key, typing.current);
    if (holder && holder !== form) {
      if (typeof asked === 'function') holder.change(asked, isByHand);
      return;
    }
    const next = typeof asked === 'function' ? asked(newest.current) : asked;
    const isChanged = isByHand && differ(next, newest.current);
    put(next);
    if (holder) keep(next, isChanged);
  }
  function keep(next: Values, isChanged: boolean): void {
    if (isSame(next)) clearDraft(key);
    else writeDraft(key, typedIn(next));
    typing.current = takeDraft(key, form);
    if (isChanged) typing.current.changes += 1;
  }
  function isStillOpen(): boolean {
    if (sent.current === null) return isOpen.current;
    return isAsSent(key, sent.current) && sent.current.typing.form.isOpen();
  }
  return {
    values,
    found,
    isStillOpen,
    saved(close) {
      if (isStillOpen()) close();
    },
    drop() {
      isOpen.current = false;
      dropDraft(key);
    },
    change,
    discard() {
      dropDraft(key);
      if (isOpen.current) typing.current = takeDraft(key, form);
      setFound(null);
      const anew = begin();
      setInitial(anew);
      put(anew);
    },
  };
}

function differ(next: Values, before: Values): boolean {
  return Object.keys(next).some((name) => (next[name] ?? '') !== (before[name] ?? ''));
}
