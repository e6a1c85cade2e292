import { useEffect, useRef, useState } from 'react';
import {
  clearDraft,
  type DraftForm,
  dropDraft,
  formOf,
  noteChange,
  readDraft,
  type SentTyping,
  type Typing,
  takeDraft,
  writeDraft,
} from '../../data/drafts.ts';
import { bodyOf, type Field, isShownAs, sameValue, textOf, type Values, valuesOf } from '../../ui/inputs/fields.ts';
import { useIsOpen } from '../../ui/use-is-open.ts';
import type { AnyRecord } from '../record-kind.ts';
import { tellNotSaved } from './not-saved.ts';

/** A field that somebody else changed during an edit. */
export interface Difference {
  field: Field;
  /** The value when editing began, now, and as typed. */
  before: string;
  theirs: string;
  mine: string;
  /** Both changed it, differently: the person decides. */
  isConflict: boolean;
  /** The person's decision; null while undecided, and again after they retype it. */
  chosen: 'mine' | 'theirs' | null;
}

interface EditState {
  /** The fields when editing began, or when a difference was last settled. */
  base: Values;
  revision: number;
  values: Values;
  /** By field: the two values the person chose between. `values` holds the chosen one. */
  choices: Readonly<Record<string, { mine: string; theirs: string }>>;
  /** What was sent and got no answer, in its order: only the fields that were sent. */
  sent?: readonly SentTyping['body'][];
}

export interface Edit {
  values: Values;
  /** @param next how the values follow from the newest ones, which may not be shown yet */
  change(next: (newest: Values) => Values): void;
  /** Until told otherwise, these fields stay in the draft as they were: a part of a date would be found there as none. */
  holdHalfTyped(names: readonly string[]): void;
  isDirty: boolean;
  /** The restored draft, until it is discarded; null if editing started fresh. */
  draft: { typedAt: string; unsaved: readonly Field[] } | null;
  /** Only the changed fields, and the revision they are based on. */
  changes(): Record<string, unknown>;
  /** What others changed meanwhile, by field; nothing typed is lost. */
  differences: readonly Difference[];
  /** Decides a conflict; the other value can still be chosen later. */
  take(field: Field, whose: 'mine' | 'theirs'): void;
  /** Settles a difference that is not a conflict. */
  accept(field: Field): void;
  /** Begins anew. */
  discard(): void;
  /** Drops the draft along with the form: it was saved, or is not wanted. */
  drop(): void;
}

/**
 * An edit of a record that may change meanwhile. Others' changes to fields the person left alone are taken over and
 * pointed out; if both changed the same field, the person decides. The draft outlives the page.
 */
export function useEdit(fields: readonly Field[], record: AnyRecord, draftKey: string): Edit {
  const [draft, setDraft] = useState(() => readDraft<EditState>(draftKey));
  const [held, setEdit] = useState<EditState>(() => draft?.held ?? begun(fields, record));
  const editable = fields.filter((field) => !field.readOnly);
  const edit = settled(held, editable, record);
  if (edit !== held) setEdit(edit);
  const { base, revision, values } = edit;
  const unsaved = editable.filter((field) => !same(field, values, base));
  const isDirty = unsaved.length > 0;

  const halfTyped = useRef<readonly string[]>([]);
  const full = useRef(values);
  const left = useRef(edit);
  useEffect(() => {
    const held = Object.fromEntries(halfTyped.current.map((name) => [name, full.current[name] ?? '']));
    full.current = { ...edit.values, ...held };
    left.current = { ...edit, values: full.current };
    if (!isDirty) clearDraft(draftKey);
    else if (edit !== draft?.held) writeDraft(draftKey, left.current); // already stored, with its time
  }, [draftKey, edit, isDirty, draft]);

  const isOpen = useIsOpen();
  const [form] = useState<DraftForm>(() => ({
    change,
    // It is stored with each change.
    keepWhole() {},
    isOpen: () => isOpen.current,
    noteSent({ body }) {
      setEdit((now) => ({ ...now, sent: [...(now.sent ?? []), body] }));
    },
    noteFailed(error) {
      if (!isOpen.current) tellNotSaved(error, readDraft(draftKey) !== null);
    },
    noteAnswered(sent, saved) {
      const own = fields.filter(({ name }) => name in sent.body);
      // What was typed since over what was sent stays, also where it is what was there before. In an edit that was begun
      // anew, an untouched field follows.
      const following = (now: EditState) =>
        sent.typing === typing.current ? [] : own.filter((field) => same(field, now.values, now.base));
      const next = (now: EditState): EditState => {
        if (saved === null) return { ...now, sent: now.sent?.slice(0, -1) ?? [] };
        const base = { ...now.base, ...textsOf(own, saved) };
        return { ...now, base, values: { ...now.values, ...textsOf(following(now), saved) }, sent: [] };
      };
      setEdit(next);
      if (isOpen.current || readDraft(draftKey) === null) return;
      left.current = next(left.current);
      writeDraft(draftKey, left.current);
    },
  }));
  const typing = useRef<Typing>(null);
  useEffect(() => {
    typing.current = takeDraft(draftKey, form);
  }, [draftKey, form]);

  function change(next: (newest: Values) => Values): void {
    // A closed form may hear of something late, such as what was found on a photo: that belongs to what was left typed, in
    // whatever form that is by now, but brings back no edit that was saved or discarded.
    const holder = isOpen.current ? form : formOf(draftKey, typing.current);
    if (holder !== form) {
      holder?.change(next);
      return;
    }
    setEdit((now) => ({ ...now, values: next(now.values) }));
    if (!isOpen.current) {
      left.current = { ...left.current, values: next(left.current.values) };
      writeDraft(draftKey, left.current);
    }
    noteTyped();
  }

  /** The answer to an earlier save may have dropped what it was typed under. */
  function noteTyped(): void {
    if (isOpen.current) typing.current = takeDraft(draftKey, form);
    noteChange(draftKey);
  }

  const differences = record.revision > revision ? editable.flatMap((field) => difference(field, edit, record)) : [];

  // An untouched field follows the record; the difference stays visible until it is settled or saved.
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
    holdHalfTyped(names) {
      halfTyped.current = names;
    },
    change,
    changes() {
      const mayBeSaved = ({ name }: Field) => edit.sent?.some((body) => name in body);
      // What was sent and got no answer may be in the record, unknown to this page: so typed back it is a change, too.
      const changed = editable.filter((field) => mayBeSaved(field) || !same(field, values, textsOf([field], record)));
      return { ...bodyOf(changed, values), expectedRevision: record.revision };
    },
    take(field, whose) {
      const [found] = difference(field, edit, record);
      if (!found) return;
      const { mine, theirs } = found;
      noteTyped();
      setEdit((now) => ({
        ...now,
        values: { ...now.values, [field.name]: whose === 'mine' ? mine : theirs },
        choices: { ...now.choices, [field.name]: { mine, theirs } },
      }));
    },
    accept(field) {
      const theirs = textOf(record, field);
      noteTyped();
      setEdit((now) => ({
        ...now,
        base: { ...now.base, [field.name]: theirs },
        values: { ...now.values, [field.name]: theirs },
      }));
    },
    discard() {
      dropDraft(draftKey);
      typing.current = takeDraft(draftKey, form);
      setDraft(null);
      setEdit(begun(fields, record));
    },
    drop() {
      isOpen.current = false;
      dropDraft(draftKey);
    },
  };
}

/** An edit with nothing typed yet. */
function begun(fields: readonly Field[], record: AnyRecord): EditState {
  const values = valuesOf(fields, record);
  return { base: values, revision: record.revision, values, choices: {} };
}

/** What was sent and is in the record by now was saved, though its answer was lost: it is nobody else's change. */
function settled(edit: EditState, fields: readonly Field[], record: AnyRecord): EditState {
  const { base, revision, sent = [] } = edit;
  if (record.revision <= revision || sent.length === 0) return edit;
  const now = textsOf(fields, record);
  const changed = fields.filter((field) => !same(field, now, base));
  const isIn = (body: object, field: Field) =>
    field.name in body && isShownAs(valueIn(body, field), valueIn(record, field));
  const saved = changed.filter((field) => sent.some((body) => isIn(body, field)));
  if (saved.length === 0) return edit;
  const last = sent.findLastIndex((body) => saved.some((field) => isIn(body, field)));
  // What was not typed on is as the record shows it.
  const asSent = saved.filter((field) => isIn(bodyOf([field], edit.values), field));
  const values = { ...edit.values, ...textsOf(asSent, record) };
  return { ...edit, base: { ...base, ...textsOf(saved, record) }, values, sent: sent.slice(last + 1) };
}

function valueIn(record: object, { name }: Field): unknown {
  return (record as Record<string, unknown>)[name];
}

function textsOf(fields: readonly Field[], record: object): Values {
  return Object.fromEntries(fields.map((field) => [field.name, textOf(record, field)]));
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
  // Where theirs was chosen, the person's own value can still be chosen again.
  const mine = choice && sameValue(field, typed, choice.theirs) ? choice.mine : typed;
  const isConflict = !sameValue(field, mine, before) && !sameValue(field, mine, theirs);
  const isDecided = choice !== undefined && sameValue(field, choice.theirs, theirs);
  const chosen = isDecided ? (sameValue(field, typed, theirs) ? 'theirs' : 'mine') : null;
  return [{ field, before, theirs, mine, isConflict, chosen }];
}
