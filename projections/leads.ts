import type { Recorded } from '../domain/kit/event.ts';
import type { LeadEvent } from '../domain/lead/events.ts';
import { type Fields, idsOfStream, type Projection, type RecordDocument } from './engine/projection.ts';

/** A lead as the pipeline shows it. */
export interface LeadDocument extends RecordDocument {
  name: string | null;
  email: string | null;
  phone: string | null;
  address: string | null;
  leadSource: string | null;
  /** Integer cents. */
  estimatedValue: number | null;
  description: string | null;
  notes: string | null;
  status: string;
  /** The customer that the lead was converted to. */
  customerId: string | null;
  /** ISO UTC. */
  createdAt: string;
}

type Lead = Fields<LeadDocument>;

function evolve(lead: Lead | null, event: Recorded<LeadEvent>): Lead | null {
  if (event.type === 'LeadCaptured') {
    const { capturedAt, ...fields } = event.data;
    return { ...fields, customerId: null, createdAt: capturedAt };
  }
  if (lead === null) return null;
  switch (event.type) {
    case 'LeadDetailsRevised':
    case 'LeadStatusChanged':
      return { ...lead, ...event.data } as Lead;
    case 'LeadConverted':
      return { ...lead, status: 'Won', customerId: event.data.customerId };
    case 'LeadConversionReverted':
      return { ...lead, status: event.data.status, customerId: null };
    case 'LeadRemoved':
      return { ...lead, removed: true };
    case 'LeadRestored': {
      const { removed: _, ...restored } = lead;
      return restored as Lead;
    }
    default:
      return lead;
  }
}

export const leads: Projection = {
  name: 'leads',
  version: 1,
  collection: 'leads',
  indexes: [
    ['removed', 'createdAt'],
    ['removed', 'status', 'createdAt'],
  ],
  search: ['name', 'email', 'phone', 'address'],
  ids: (event) => idsOfStream(event, 'lead'),
  evolve: (document, event) => evolve(document as Lead | null, event as Recorded<LeadEvent>),
};
