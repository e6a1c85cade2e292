import type { ExternalLeadEvent } from '../external-lead/events.ts';
import type { ExternalLeadCommand } from '../external-lead/external-lead.ts';
import type { Recorded } from '../kit/event.ts';
import type { Process, Step } from '../kit/process.ts';

/** A professional who is erased is erased in all leads that they were ever assigned to. No step is refused. */
export const erasePro: Process = {
  name: 'erase-pro',
  types: ['LocalProErased'],
  steps(event): Step<ExternalLeadCommand>[] {
    const fact = event as Recorded<ExternalLeadEvent>;
    if (fact.type !== 'LocalProErased') return [];
    return fact.data.alsoIn.map(({ leadId, proId }) => ({
      role: `external_lead/${leadId}`,
      category: 'external_lead',
      id: leadId,
      command: { type: 'EraseLocalPro', proId },
      person: proId,
    }));
  },
};
