import { PROCESSES } from '../../platform/commands/processes.ts';
import { reactorKey } from '../../platform/commands/reactor.ts';
import { requestCommandId, uuidv5 } from '../../platform/runtime/ids.ts';
import { createCodec } from '../../store/codec.ts';
import { openEmbeddedStores } from '../../store/embedded/stores.ts';
import { type EventLog, START } from '../../store/event-store.ts';
import type { StateStore } from '../../store/state.ts';
import { subjectKeys } from '../../store/subject-keys.ts';
import { appendTo, blessed, captured, newerRegistry } from './lead-events.ts';

// What a newer product, or a damaged disk, has left behind in the log of a folder that nobody serves.

/** The Idempotency-Key with which the owner adds the customer whom the refused steps ask for. */
export const GHOST_KEY = 'the ghost';
export const GHOST_ID = uuidv5(requestCommandId('owner', 'POST', '/api/customers', GHOST_KEY), 'customer');

/** Of the lead `a` two steps to a customer who is not there; and, where one is named, a customer who cannot be read. */
export async function leaveRefusedSteps(folder: string, unreadable: string | null = null): Promise<void> {
  const stores = await openEmbeddedStores({ folder, now: Date.now, durable: false });
  const log = stores.eventStore(createCodec(newerRegistry, subjectKeys(stores.state)));
  if (unreadable !== null) {
    await skipToHead(log, stores.state);
    await appendTo(log, `customer-${unreadable}`, blessed);
  }
  const reverted = { type: 'LeadConversionReverted', data: { customerId: GHOST_ID, status: 'New' } };
  await appendTo(log, 'lead-a', captured('Ada King'), reverted, reverted);
  await stores.close();
}

/** Marks all that the log holds as dealt with: a server that was closed at once may not have stored that yet. */
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
