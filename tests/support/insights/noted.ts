import { randomUUID } from 'node:crypto';
import { insightId } from '../../../ai/insights/insight-id.ts';
import type { Evidence, FindingDetails } from '../../../domain/insight/finding.ts';
import { type InsightCommand, insight } from '../../../domain/insight/insight.ts';
import type { DetectorName } from '../../../domain/insight/terms.ts';
import type { RecordedEvent } from '../../../domain/kit/event.ts';
import type { CommandHandler } from '../../../platform/commands/command-handler.ts';

export const asCustomer = (id: string): Evidence => ({ kind: 'customer', id, why: 'Was here two years ago.' });

/** What a detector tells of, by default of customers who are due. */
export function noteOf(detector: DetectorName, subject: string, more: Partial<FindingDetails> = {}) {
  const finding: FindingDetails = {
    insightType: 'recommendation',
    category: 'customer',
    severity: 'warning',
    title: 'Customers who are due',
    description: '{0} is the latest.',
    actionItems: ['Call them'],
    basis: 'Their usual interval.',
    evidence: [],
    opens: 'message',
    measure: 3,
    worth: null,
    ...more,
  };
  return { type: 'NoteFinding', detector, subject, finding, confidence: '0.7', track: null } as const;
}

/**
 * Raises an insight, as the reactor that looks for them does.
 * @param next what becomes of it at once
 * @returns its id, and the last event
 */
export async function raiseOn(
  commands: CommandHandler,
  note: ReturnType<typeof noteOf>,
  next: readonly InsightCommand[] = [],
): Promise<{ id: string; event: RecordedEvent | undefined }> {
  const id = insightId(note.detector, note.subject);
  let event: RecordedEvent | undefined;
  for (const command of [{ ...note, now: new Date().toISOString() }, ...next]) {
    const commandId = randomUUID();
    const by = { actor: 'insights', commandId, body: commandId, correlationId: commandId, causationId: null };
    event = (await commands.handle(insight, id, [command], by)).appended.at(-1);
  }
  return { id, event };
}
