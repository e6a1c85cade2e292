import { requestCommandId, uuidv5 } from '../../platform/runtime/ids.ts';
import { createCodec } from '../../store/codec.ts';
import { openEmbeddedStores } from '../../store/embedded/stores.ts';
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
  if (unreadable !== null) await appendTo(log, `customer-${unreadable}`, blessed);
  const reverted = { type: 'LeadConversionReverted', data: { customerId: GHOST_ID, status: 'New' } };
  await appendTo(log, 'lead-a', captured('Ada King'), reverted, reverted);
  await stores.close();
}
