import type { Recorded } from '../kit/event.ts';
import type { Process, Step } from '../kit/process.ts';
import type { LeadCommand } from '../lead/lead.ts';
import type { QuoteEvent } from '../quote/events.ts';

/** A quote moves its lead to Quoting, unless the lead has come that far already. The step is never refused. */
export const beginQuote: Process = {
  name: 'begin-quote',
  types: ['QuoteCreated'],
  steps(event): Step<LeadCommand>[] {
    const fact = event as Recorded<QuoteEvent>;
    if (fact.type !== 'QuoteCreated' || fact.data.leadId === null) return [];
    return [{ role: 'lead', category: 'lead', id: fact.data.leadId, command: { type: 'BeginQuoting' } }];
  },
};
