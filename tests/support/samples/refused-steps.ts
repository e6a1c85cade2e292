import { PROCESSES } from '../../../platform/commands/processes.ts';
import { reactorKey } from '../../../platform/commands/reactor.ts';
import { requestCommandId, uuidv5 } from '../../../platform/runtime/ids.ts';
import { createCodec } from '../../../store/codec.ts';
import { openEmbeddedStores } from '../../../store/embedded/stores.ts';
import { type EventLog, START } from '../../../store/event-store.ts';
import type { StateStore } from '../../../store/state.ts';
import { subjectKeys } from '../../../store/subject-keys.ts';
import { appendTo, blessed, captured, newerRegistry } from './lead-events.ts';

// What a newer product, or a damaged disk, has left in the log of a folder that no server is using.

/** The Idempotency-Key with which the owner adds the customer that the refused steps refer to. */
export const GHOST_KEY = 'the ghost';
export const GHOST_ID = uuidv5(requestCommandId('owner', 'POST', '/api/customers', GHOST_KEY), 'customer');

/** Two steps of the lead `a` for a customer who does not exist; and in each of these streams what cannot be read. */
export async function leaveRefusedSteps(folder: string, unreadable: readonly string[] = []): Promise<void> {
  const stores = await openEmbeddedStores({ folder, now: Date.now, durable: false });
  const log = stores.eventStore(createCodec(newerRegistry, subjectKeys(stores.state)));
  if (unreadable.length > 0) await skipToHead(log, stores.state);
  for (const stream of unreadable) await appendTo(log, stream, blessed);
  const reverted = { type: 'LeadConversionReverted', data: { customerId: GHOST_ID, status: 'New' } };
  await appendTo(log, 'lead-a', captured('Ada King'), reverted, reverted);
  await stores.close();
}

/** Marks everything in the log as handled: a server that was closed at once may not have stored that yet. */
async function skipToHead(log: EventLog, state: StateStore): Promise<void> {
  const key = reactorKey(PROCESSES);
  const head = await log.head();
  const abort = new AbortController();
  for await (const { position, eventId } of log.subscribe(START, abort.signal)) {
    if (position < head) continue;
    const before = await state.get(key);
    await state.put(key, { position, eventId }, { expected: before?.version ?? 'none' });
    abort.abort();
  }
}
