import type { EventBody } from '../../../domain/kit/event.ts';
import { eventId, uuidv5 } from '../../../platform/runtime/ids.ts';
import type { EventToAppend } from '../../../store/event-store.ts';

const COMMAND_HASH = '0123456789abcdef';

/**
 * The events of one act in a stream, with ids that are always the same.
 * @param options.recordedAt ISO UTC
 * @param options.subject whose key seals their personal text
 * @param options.after the stream's revision before them; -1 starts it
 */
export function benchEvents(
  stream: string,
  bodies: readonly EventBody[],
  { recordedAt, subject, after = -1n }: { recordedAt: string; subject?: string | undefined; after?: bigint },
): EventToAppend[] {
  const commandId = uuidv5('bench', `${stream} ${after}`);
  const command = { actor: 'owner', correlationId: commandId, causationId: null, commandId, commandHash: COMMAND_HASH };
  const metadata = { ...command, recordedAt, ...(subject !== undefined && { subject }) };
  return bodies.map((body, index) => ({
    ...body,
    id: eventId(commandId, COMMAND_HASH, stream, after + 1n + BigInt(index)),
    metadata,
  }));
}
