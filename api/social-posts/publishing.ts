import { Rejection } from '../../domain/kit/decider.ts';
import type { SocialPostEvent } from '../../domain/social-post/events.ts';
import {
  postAttemptDue,
  type SocialPostCommand,
  type SocialPostState,
  socialPost,
} from '../../domain/social-post/social-post.ts';
import { postText } from '../../domain/social-post/terms.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import type { Streams } from '../../platform/commands/streams.ts';
import { type Timer, timerLoop } from '../../platform/commands/timers.ts';
import { createEffects, type EffectKind, type Effects } from '../../platform/effects/effects.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { LiveReadModels } from '../../platform/runtime/live-read-models.ts';
import type { Log } from '../../platform/runtime/log.ts';
import type { Stores } from '../../platform/runtime/stores.ts';
import type { Loop } from '../../platform/runtime/supervisor.ts';
import type { Publisher } from '../../platform/social/publisher.ts';
import { beforePicturePath, NO_PICTURES, type Pictures, picturePath, picturesOf } from './pictures.ts';

/** What a process does about posts that a publisher takes. */
export interface Publishing {
  /** The command handler with the rules for posts: what is being published right now is not changed. */
  commands: CommandHandler;
  /** Publishes what is due, until its signal is aborted. */
  loop: Loop;
  /** Waits for the posts being published. */
  close(): Promise<void>;
}

/** A post may be a little late, but not the minute of other timers: somebody may be waiting for it. */
const EVERY_MS = 5_000;
/** What was due while Heartwood was not running is still news an hour later. */
const OVERDUE_MS = 60 * 60_000;

/** @param options.commands without the rules for posts */
export function createPublishing(options: {
  publisher: Publisher;
  stores: Pick<Stores, 'log' | 'state' | 'holder'>;
  streams: Streams;
  readModels: LiveReadModels;
  commands: CommandHandler;
  /** Our own address. */
  ownUrl(): string;
  clock: Clock;
  log: Log;
  /** How often to look for posts that are due. */
  everyMs?: number | undefined;
}): Publishing {
  const { publisher, stores, streams, readModels, ownUrl, clock, log, everyMs = EVERY_MS } = options;
  const effects = createEffects({
    kind: postEffect({ publisher, readModels, ownUrl }),
    commands: options.commands,
    streams,
    clock,
    store: stores.log,
    state: stores.state,
    holder: stores.holder,
    limits: { overdueMs: OVERDUE_MS },
    onError: (err, id) =>
      log.error({ err, post: id }, 'a post could not be published or recorded: it is looked at again'),
  });
  const timer: Timer = {
    name: 'social posts',
    collection: 'social_posts',
    where: { removed: null, status: 'scheduled' },
    dueAt: 'waitsUntil',
    everyMs,
    due: async ({ id }) => effects.due(id),
  };
  return {
    commands: handlePosts(options.commands, effects),
    loop: timerLoop(timer, { readModels, clock }),
    close: effects.close,
  };
}

const TOO_LATE =
  'Its time had passed when it was put back, so it was not published. Publish it now, or choose another time.';

/** Posts as effects outside (docs/design/outside.md#effects-outside). */
function postEffect({
  publisher,
  readModels,
  ownUrl,
}: {
  publisher: Publisher;
  readModels: LiveReadModels;
  ownUrl(): string;
}): EffectKind<SocialPostState, SocialPostCommand, SocialPostEvent> {
  const pictures = async (post: SocialPostState): Promise<Pictures> =>
    post.presence === 'absent'
      ? NO_PICTURES
      : picturesOf(readModels.current(), { ...post.details, ideaPhotoIds: post.ideaPhotoIds });
  return {
    decider: socialPost,
    due: postAttemptDue,
    withdrawal: (now, attempt) => ({ type: 'PostponeAttempt', attempt, now }),
    tooLate: TOO_LATE,
    async prepare(id, before) {
      const { picture, before: earlier, withheld } = await pictures(before);
      const urlOf = (photo: object | null, path: string) => (photo === null ? null : new URL(path, ownUrl()).href);
      const pictureUrl = urlOf(picture, picturePath(id));
      const beforePictureUrl = urlOf(earlier, beforePicturePath(id));
      return async (state, signal) => {
        if (state.presence === 'absent') return { did: 'refused', reason: 'There is no such post.' };
        // What was written for a picture is looked at by a person before it goes out without one.
        if (withheld !== null) return { did: 'refused', reason: withheld };
        const { platform, content, hashtags, scheduledDate } = state.details;
        const text = postText(state.details);
        return publisher.publish(
          { id, platform, content, hashtags, text, scheduledDate, pictureUrl, beforePictureUrl },
          signal,
        );
      };
    },
  };
}

/** What changes a post that may just be on its way. */
const TAKES_ATTEMPT: ReadonlySet<string> = new Set<SocialPostCommand['type']>([
  'RevisePost',
  'CancelPost',
  'MarkPosted',
  'RemovePost',
]);

/** @throws Rejection for a change of a post that is being published right now */
function handlePosts(commands: CommandHandler, effects: Pick<Effects, 'withdraw' | 'canWithdraw'>): CommandHandler {
  const takesAttempt = ({ category }: { category: string }, given: readonly unknown[]) =>
    category === socialPost.category &&
    (given as readonly { type: string }[]).some(({ type }) => TAKES_ATTEMPT.has(type));
  const onItsWay = () => new Rejection('conflict', 'This post is being published right now. Try again in a moment.');
  return {
    async handle(decider, id, given, context) {
      if (takesAttempt(decider, given) && !(await effects.withdraw(id))) throw onItsWay();
      return commands.handle(decider, id, given, context);
    },
    async ask(decider, id, given, asked) {
      if (takesAttempt(decider, given) && !(await effects.canWithdraw(id))) throw onItsWay();
      return commands.ask(decider, id, given, asked);
    },
  };
}
