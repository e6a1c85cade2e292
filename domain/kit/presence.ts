import { changedFields } from './changes.ts';
import { erasedRejection, Rejection } from './decider.ts';

// What most records have in common: they come into being once, may be removed and come back with all that they were, and
// their details are revised field by field.

/** A record as its stream tells it: not there yet, there, or removed with all that it was. */
export type Presence<Told extends object> = { presence: 'absent' } | There<Told>;

/** A record that is there or was removed. */
export type There<Told extends object> = { presence: 'present' | 'removed' } & Told;

/** The messages with which a kind of record refuses a command. */
export interface PresenceWords {
  /** What it is called: `lead`. */
  noun: string;
  /** There is none: `There is no such lead.` */
  absent: string;
  /** There is one already. */
  taken: string;
  /** It was removed, and nothing is changed of it then. */
  removed: string;
}

/** The words of most kinds. */
export function presenceWords(noun: string): PresenceWords {
  return {
    noun,
    absent: `There is no such ${noun}.`,
    taken: `This ${noun} already exists.`,
    removed: `This ${noun} was removed. Restore it to change it.`,
  };
}

interface Erasable {
  isErased?: boolean;
}

/** @throws Rejection where there is one already. @param field that brought its id, where one did */
export function requireNew(state: Presence<object>, words: PresenceWords, field?: string): void {
  if (state.presence !== 'absent') throw new Rejection('conflict', words.taken, field);
}

/** @throws Rejection where there is none; one that was removed is there */
export function existing<Told extends object>(state: Presence<Told>, words: PresenceWords): There<Told> {
  if (state.presence === 'absent') throw new Rejection('not_found', words.absent);
  return state;
}

/** @throws Rejection where there is none, and where it was removed or erased: that is not changed */
export function present<Told extends object & Erasable>(state: Presence<Told>, words: PresenceWords): Told {
  const found = existing(state, words);
  if (found.isErased) throw erasedRejection(words.noun);
  if (found.presence === 'removed') throw new Rejection('removed', words.removed);
  return found;
}

/** Nothing where it was removed before. @throws Rejection where there is none */
export function removal<Event>(state: Presence<object>, words: PresenceWords, removed: Event): Event[] {
  return existing(state, words).presence === 'removed' ? [] : [removed];
}

/** Nothing where it was not removed. @throws Rejection where there is none, and where nothing is left to bring back */
export function restoral<Event>(state: Presence<Erasable>, words: PresenceWords, restored: Event): Event[] {
  const found = existing(state, words);
  if (found.isErased) throw erasedRejection(words.noun);
  return found.presence === 'present' ? [] : [restored];
}

/**
 * The revision of a record's details; nothing where all is as it was.
 * @param given a missing field is unchanged
 * @param revised makes the event of the fields that change
 * @param check of the details as they would be then
 */
export function revision<Details extends object, Event>(
  given: Partial<Details>,
  before: Details,
  revised: (changes: Partial<Details>) => Event,
  check: (details: Details) => void = () => {},
): Event[] {
  const changes = changedFields(given, before);
  if (Object.keys(changes).length === 0) return [];
  check({ ...before, ...changes });
  return [revised(changes)];
}
