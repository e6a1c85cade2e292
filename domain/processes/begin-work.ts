import type { CustomerCommand } from '../customer/customer.ts';
import type { JobEvent } from '../job/events.ts';
import type { EventBody, RecordedEvent } from '../kit/event.ts';
import type { Process, Step } from '../kit/process.ts';
import type { PhotoEvent } from '../photo/events.ts';

/** The events that something begins with which may hang on a customer. */
type Beginning = Extract<PhotoEvent | JobEvent, { type: 'PhotoAttached' | 'JobCreated' }>;

/** The customer on whom it hangs, null for none. A new kind of work adds the event that it begins with. */
const CUSTOMER_OF: {
  [Type in Beginning['type']]: (data: Extract<Beginning, { type: Type }>['data']) => string | null;
} = {
  PhotoAttached: ({ category, recordId }) => (category === 'customer' ? recordId : null),
  JobCreated: ({ customerId }) => customerId,
};

/**
 * What hangs on a customer lies in streams of its own, and the undo of their conversion looks at theirs alone: the first
 * such thing is an event there. Whichever of the two comes first on that stream, the customer is there in the end, because
 * something hangs on them. The step is not refused by a rule: whoever made it has seen the customer.
 */
export const beginWork: Process = {
  name: 'begin-work',
  types: Object.keys(CUSTOMER_OF),
  steps(event) {
    const customerId = (CUSTOMER_OF[event.type as Beginning['type']] as (data: object) => string | null)(event.data);
    return customerId === null ? [] : [step(customerId, event)];
  },
};

function step(customerId: string, { stream }: RecordedEvent<EventBody>): Step<CustomerCommand> {
  const dash = stream.indexOf('-');
  const command = { type: 'BeginWork', category: stream.slice(0, dash), recordId: stream.slice(dash + 1) } as const;
  return { role: 'customer', category: 'customer', id: customerId, command };
}
