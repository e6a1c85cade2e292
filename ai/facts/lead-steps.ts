import { partsOfStream, type Recorded } from '../../domain/kit/event.ts';
import type { LeadEvent } from '../../domain/lead/events.ts';
import { ACTIVE_LEAD_STATUSES, type LeadStatus } from '../../domain/lead/terms.ts';
import type { Projection, RecordDocument } from '../../projections/engine/projection.ts';

/** When a lead was answered and decided, which its own document does not keep. */
export interface LeadSteps extends RecordDocument {
  status: string;
  /** When it first was no longer new, ISO UTC; null if it is new, or came as something else. */
  answeredAt: string | null;
  /** When it was won or lost, ISO UTC; null while it is open. */
  decidedAt: string | null;
}

type Fact = Recorded<LeadEvent>;

/** A read model of findings alone: it is only ever folded in memory. */
export const leadSteps: Projection<LeadSteps> = {
  name: 'lead_steps',
  version: 1,
  collection: 'lead_steps',
  indexes: [],
  search: [],
  of: ['lead'],
  ids: ({ stream, type }) => (STEPS.has(type) ? [partsOfStream(stream).id] : []),
  evolve(before, event) {
    const { type, data, metadata } = event as Fact;
    switch (type) {
      case 'LeadCaptured':
        return { status: data.status, answeredAt: null, decidedAt: isOpen(data.status) ? null : data.capturedAt };
      case 'LeadStatusChanged':
      case 'LeadConversionReverted':
        return before && step(before, data.status, metadata.recordedAt);
      case 'LeadConverted':
        return before && step(before, 'Won' satisfies LeadStatus, metadata.recordedAt);
      default:
        return before;
    }
  },
};

const STEPS: ReadonlySet<string> = new Set<Fact['type']>([
  'LeadCaptured',
  'LeadStatusChanged',
  'LeadConverted',
  'LeadConversionReverted',
]);

function step(before: LeadSteps, status: string, at: string): Omit<LeadSteps, 'id' | 'revision'> {
  const isNew = status === ('New' satisfies LeadStatus);
  const wasDecided = before.decidedAt !== null && status === before.status;
  return {
    status,
    answeredAt: isNew ? null : (before.answeredAt ?? (before.status === 'New' ? at : null)),
    decidedAt: isOpen(status) ? null : wasDecided ? before.decidedAt : at,
  };
}

function isOpen(status: string): boolean {
  return (ACTIVE_LEAD_STATUSES as readonly string[]).includes(status);
}
