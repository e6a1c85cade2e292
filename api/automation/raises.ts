import type { InsightEvent } from '../../domain/insight/events.ts';
import type { Evidence } from '../../domain/insight/finding.ts';
import type { Recorded } from '../../domain/kit/event.ts';

/** An insight as it was raised. */
export interface Raise {
  /** Of the event. */
  eventId: string;
  insightId: string;
  detector: string;
  /** What the detector looked at. */
  subject: string;
  severity: string;
  /** With places for titles, as it is stored. */
  title: string;
  actionItems: readonly string[];
  evidence: readonly Evidence[];
  raisedAt: string;
}

/** The types of events that raise an insight. */
export const RAISES: ReadonlySet<string> = new Set(['InsightRaised', 'InsightRaisedAgain']);

type Raising = Extract<Recorded<InsightEvent>, { type: 'InsightRaised' | 'InsightRaisedAgain' }>;

/** @param known what found it, and about what: only the first raise says so */
export function raiseOf(
  { id: eventId, data }: Raising,
  insightId: string,
  known: { detector: string | null; subject: string | null },
): Raise | null {
  const { detector, subject } = known;
  if (detector === null || subject === null) return null;
  const { severity, title, actionItems, evidence, raisedAt } = data;
  return { eventId, insightId, detector, subject, severity, title, actionItems, evidence, raisedAt };
}
