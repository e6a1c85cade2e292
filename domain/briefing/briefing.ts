import type { Decider } from '../kit/decider.ts';
import type { BriefingDetails, BriefingEvent } from './events.ts';

/** What was written last; null before there is one. */
export interface BriefingState {
  last: (BriefingDetails & { writtenAt: string }) | null;
}

function evolve(state: BriefingState, event: BriefingEvent): BriefingState {
  return event.type === 'BriefingWritten' ? { last: event.data } : state;
}

/** It decides nothing if what was asked at that time is written already. @param now ISO UTC */
export type BriefingCommand = { type: 'WriteBriefing'; briefing: BriefingDetails; now: string };

function decide({ briefing: written, now }: BriefingCommand, { last }: BriefingState): BriefingEvent[] {
  if (last?.askedAt === written.askedAt) return [];
  return [{ type: 'BriefingWritten', data: { ...written, writtenAt: now } }];
}

/** The open insights in the words of a model (docs/design/insights.md#the-briefing). */
export const briefing: Decider<BriefingState, BriefingCommand, BriefingEvent> = {
  category: 'briefing',
  whose: 'nobody',
  initial: { last: null },
  evolve,
  decide,
  // The next one replaces it.
  inverse: () => null,
};
