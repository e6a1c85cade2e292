import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { defineEvent } from '../../../domain/kit/event.ts';
import type { EventToAppend } from '../../../store/event-store.ts';

/** What is appended where only the log is measured: about nobody, so nothing is sealed. */
export const noted = defineEvent('NoteTaken', z.object({ text: z.string() }));

/** As many such events, each as if by a command of its own. */
export function notes(count: number): EventToAppend[] {
  return Array.from({ length: count }, () => ({
    type: 'NoteTaken',
    id: randomUUID(),
    data: { text: 'Live oak over the drive, crown raised to twelve feet on the street side' },
    metadata: {
      actor: 'bench',
      correlationId: randomUUID(),
      causationId: null,
      commandId: randomUUID(),
      commandHash: '8f14e45fceea167a',
      recordedAt: new Date().toISOString(),
    },
  }));
}
