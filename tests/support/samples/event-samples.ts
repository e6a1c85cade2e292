import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { defineEvent, type EventMetadata, eventRegistry, personal } from '../../../domain/kit/event.ts';
import { createCodec } from '../../../store/codec.ts';
import type { EventToAppend, LogEntry } from '../../../store/event-store.ts';
import { subjectKeys } from '../../../store/subject-keys.ts';
import { memoryState } from '../stores/memory-state.ts';

const NoteTaken = defineEvent('NoteTaken', z.object({ text: z.string() }));
const GuestNamed = defineEvent('GuestNamed', z.object({ name: personal(), seats: z.number() }));
const TreeMeasured = defineEvent('TreeMeasured', z.object({ feet: z.number() }));
const TreeMeasuredInMetres = TreeMeasured.next(z.object({ metres: z.number() }), ({ feet }) => ({
  metres: feet * 0.3048,
}));

/** The registry of a product that is one version behind `registry`. */
export const olderRegistry = eventRegistry([NoteTaken, GuestNamed, TreeMeasured]);
export const registry = eventRegistry([NoteTaken, GuestNamed, TreeMeasuredInMetres]);

/** A codec with its own keys, and the stores it uses. */
export function sampleCodec(known = registry) {
  const state = memoryState();
  const keys = subjectKeys(state);
  return { state, keys, codec: createCodec(known, keys) };
}

export function note(text: string, id: string = randomUUID()): EventToAppend {
  return { type: 'NoteTaken', data: { text }, id, metadata: metadata() };
}

/** An event whose name is sealed under the subject's key. */
export function guest(name: string, subject: string): EventToAppend {
  return { type: 'GuestNamed', data: { name, seats: 2 }, id: randomUUID(), metadata: { ...metadata(), subject } };
}

/** As the older registry defines it: in feet. */
export function measured(feet: number): EventToAppend {
  return { type: 'TreeMeasured', data: { feet }, id: randomUUID(), metadata: metadata() };
}

export function notes(count: number, prefix = 'note'): EventToAppend[] {
  return Array.from({ length: count }, (_, index) => note(`${prefix} ${index}`));
}

/** For tests in which only the place in the log matters. */
export function idsOf(entries: readonly (LogEntry | EventToAppend)[]): string[] {
  return entries.map((entry) => entry.id);
}

export function metadata(): EventMetadata {
  return {
    actor: 'user-1',
    correlationId: randomUUID(),
    causationId: null,
    commandId: randomUUID(),
    commandHash: '0123456789abcdef',
    recordedAt: '2026-11-21T10:00:00.000Z',
  };
}
