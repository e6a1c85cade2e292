import { useMutationState } from '@tanstack/react-query';
import { useState } from 'react';
import type { BriefingAnswer } from '../../../../api/insights/briefing.schema.ts';

/** A briefing as it was read. */
export interface ReadBriefing {
  said: BriefingAnswer;
  /** When, in milliseconds. */
  readAt: number;
}

interface HeldBriefing {
  shown: BriefingAnswer;
  /** What waits, as the text of the button that shows it; null if nothing does. */
  waiting: string | null;
  /** Shows it now. */
  show(): void;
}

/**
 * The briefing as its reader sees it: what comes meanwhile waits until they ask for it, as it would move all that is below.
 * What follows from their own act comes at once.
 */
export function useHeldBriefing(latest: ReadBriefing): HeldBriefing {
  const acts = useMutationState({ filters: { status: 'success' }, select: ({ state }) => state.submittedAt });
  const [held, setHeld] = useState({ shown: latest.said, readAt: latest.readAt });
  if (held.readAt !== latest.readAt) {
    const isOwn = acts.some((at) => at > held.readAt);
    setHeld({ shown: isOwn ? latest.said : held.shown, readAt: latest.readAt });
  }
  return {
    shown: held.shown,
    waiting: waitingText(held.shown, latest.said),
    show: () => setHeld({ shown: latest.said, readAt: latest.readAt }),
  };
}

function waitingText(shown: BriefingAnswer, latest: BriefingAnswer): string | null {
  if (seenOf(latest) === seenOf(shown)) return null;
  if (latest.briefing && latest.briefing.writtenAt !== shown.briefing?.writtenAt)
    return 'A new briefing is here. Show it';
  if (latest.failure && latest.failure.reason !== shown.failure?.reason) return 'No new briefing was written. Show why';
  return 'The briefing has changed. Show it';
}

/** All that is seen without a click. */
function seenOf({ isModelConfigured, briefing, failure }: BriefingAnswer): string {
  return JSON.stringify({ isModelConfigured, briefing, failure: failure?.reason });
}
