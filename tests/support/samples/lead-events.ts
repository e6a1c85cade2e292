import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { registry } from '../../../domain/index.ts';
import { defineEvent, type EventBody, eventRegistry } from '../../../domain/kit/event.ts';
import { type LeadEvent, NO_LEAD_DETAILS } from '../../../domain/lead/events.ts';
import type { EventStore, Position } from '../../../store/event-store.ts';
import { metadata } from './event-samples.ts';

const LeadBlessed = defineEvent('LeadBlessed', z.object({}));

/** The registry of a newer product: one more event type than this one. */
export const newerRegistry = eventRegistry([...registry.values(), LeadBlessed]);

/** An event of a type that this product does not know. */
export const blessed: EventBody = { type: 'LeadBlessed', data: {} };

export function captured(name: string, estimatedValue: number | null = null): LeadEvent {
  const capturedAt = '2026-11-21T10:00:00.000Z';
  return { type: 'LeadCaptured', data: { ...NO_LEAD_DETAILS, name, estimatedValue, status: 'New', capturedAt } };
}

/** Appends events at the end of a stream, each about the one person of that stream. */
export async function appendTo(log: EventStore, stream: string, ...bodies: EventBody[]): Promise<Position> {
  const [last] = await log.readStream(stream, { backwards: true, limit: 1 });
  const subject = `subject-of-${stream}`;
  const events = bodies.map((body) => ({ ...body, id: randomUUID(), metadata: { ...metadata(), subject } }));
  return (await log.append(stream, events, last?.revision ?? 'none')).position;
}
