import { changedFields } from './changes.ts';
import { erasedRejection, Rejection } from './decider.ts';

// What most records have in common: they are created once, can be removed and restored unchanged, and their details are
// revised field by field.

/** A record's state: not there yet, there, or removed with its content kept. */
export type Presence<Told extends object> = { presence: 'absent' } | There<Told>;

/** A record that is there or has been removed. */
export type There<Told extends object> = { presence: 'present' | 'removed' } & Told;

/** The messages that refuse a command on one kind of record. */
export interface PresenceWords {
  /** What it is called: `lead`. */
  noun: string;
  /** If there is none: `There is no such lead.` */
  absent: string;
  /** If there is one already. */
  taken: string;
  /** If it was removed, since a removed record cannot be changed. */
  removed: string;
}

/** The words that fit most kinds. */
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

/** @throws Rejection if there is one already. @param field the one that gave the id, if any */
export function requireNew(state: Presence<object>, words: PresenceWords, field?: string): void {
  if (state.presence !== 'absent') throw new Rejection('conflict', words.taken, field);
}

/** @throws Rejection if there is none; a removed one still counts */
export function existing<Told extends object>(state: Presence<Told>, words: PresenceWords): There<Told> {
  if (state.presence === 'absent') throw new Rejection('not_found', words.absent);
  return state;
}

/** @throws Rejection if there is none, or if it was removed or erased and so cannot be changed */
export function present<Told extends object & Erasable>(state: Presence<Told>, words: PresenceWords): Told {
  const found = existing(state, words);
  if (found.isErased) throw erasedRejection(words.noun);
  if (found.presence === 'removed') throw new Rejection('removed', words.removed);
  return found;
}

/** No event if it is removed already. @throws Rejection if there is none */
export function removal<Event>(state: Presence<object>, words: PresenceWords, removed: Event): Event[] {
  return existing(state, words).presence === 'removed' ? [] : [removed];
}

/** No event if it is not removed. @throws Rejection if there is none, or if it was erased */
export function restoral<Event>(state: Presence<Erasable>, words: PresenceWords, restored: Event): Event[] {
  const found = existing(state, words);
  if (found.isErased) throw erasedRejection(words.noun);
  return found.presence === 'present' ? [] : [restored];
}

/**
 * Revises a record's details; no event if nothing changes.
 * @param given a missing field is unchanged
 * @param revised makes the event from the changed fields
 * @param check validates the details as they would become
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
