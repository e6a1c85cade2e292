import type { EffectOutcome } from '../../domain/kit/effect.ts';

/** A post as it leaves. */
export interface OutgoingPost {
  /** The id of its record, the same at each attempt. */
  id: string;
  platform: string;
  content: string;
  hashtags: readonly string[];
  /** Content and hashtags as one text, ready to be posted. */
  text: string;
  /** ISO UTC. */
  scheduledDate: string;
  /** Where anybody can fetch its picture (WebP); null without one. */
  pictureUrl: string | null;
  /** Likewise the one of before the work, where the other is of after it. */
  beforePictureUrl: string | null;
}

/** What puts posts on social platforms. */
export interface Publisher {
  /** Returns the outcome as far as it knows; never throws. When aborted, it gives up at once. */
  publish(post: OutgoingPost, signal: AbortSignal): Promise<EffectOutcome>;
}
