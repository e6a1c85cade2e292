import type { Decider } from '../kit/decider.ts';
import type { BriefingDetails, BriefingEvent } from './events.ts';

export interface BriefingState {
  /** What was written last; null before there is one. */
  last: (BriefingDetails & { writtenAt: string }) | null;
  /** Why nothing was written since; null if nothing failed. */
  failure: string | null;
}

function evolve(state: BriefingState, event: BriefingEvent): BriefingState {
  return event.type === 'BriefingWritten'
    ? { last: event.data, failure: null }
    : { ...state, failure: event.data.reason };
}

/**
 * It decides nothing if what was asked at that time is written already, nor if a try failed like the one before.
 * @param now ISO UTC
 */
export type BriefingCommand =
  | { type: 'WriteBriefing'; briefing: BriefingDetails; now: string }
  | { type: 'NoteFailure'; reason: string; askedAt: string };

function decide(command: BriefingCommand, { last, failure }: BriefingState): BriefingEvent[] {
  if (command.type === 'NoteFailure') {
    const { reason, askedAt } = command;
    return reason === failure ? [] : [{ type: 'BriefingFailed', data: { reason, askedAt } }];
  }
  const { briefing: written, now } = command;
  if (last?.askedAt === written.askedAt) return [];
  return [{ type: 'BriefingWritten', data: { ...written, writtenAt: now } }];
}

/** The open insights in the words of a model (docs/design/insights.md#the-briefing). */
export const briefing: Decider<BriefingState, BriefingCommand, BriefingEvent> = {
  category: 'briefing',
  whose: 'nobody',
  initial: { last: null, failure: null },
  evolve,
  decide,
  // The next one replaces it.
  inverse: () => null,
};
