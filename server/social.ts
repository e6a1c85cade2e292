import { createPublishing } from '../api/social-posts/publishing.ts';
import type { CommandHandler } from '../platform/commands/command-handler.ts';
import type { Streams } from '../platform/commands/streams.ts';
import type { Config } from '../platform/configuration/config.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { LiveReadModels } from '../platform/runtime/live-read-models.ts';
import type { Log } from '../platform/runtime/log.ts';
import type { Stores } from '../platform/runtime/stores.ts';
import { webhookPublisher } from '../platform/social/webhook.ts';
import type { Subsystem } from './subsystem.ts';

/** What publishes social posts; without a publisher nothing does, and people post by hand. */
export interface Social extends Subsystem {
  /** With the rules for posts. */
  commands: CommandHandler;
  close(): Promise<void>;
}

export function openSocial(options: {
  config: Pick<Config, 'socialWebhook'>;
  stores: Stores;
  streams: Streams;
  readModels: LiveReadModels;
  /** Without the rules for posts. */
  commands: CommandHandler;
  ownUrl: () => string;
  clock: Clock;
  log: Log;
  everyMs?: number | undefined;
}): Social {
  const { config, commands, clock } = options;
  if (config.socialWebhook === null) return { commands, loops: [], close: async () => undefined };
  const publishing = createPublishing({ ...options, publisher: webhookPublisher(config.socialWebhook, clock) });
  return { ...publishing, loops: [{ name: 'social posts', run: publishing.loop }] };
}
