import { type KnownMail, mail } from '../../domain/mail/mail.ts';
import { MARKETING_KINDS } from '../../domain/mail/terms.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import type { Follower } from '../../platform/commands/erasure.ts';
import type { Streams } from '../../platform/commands/streams.ts';
import { type Timer, timerLoop } from '../../platform/commands/timers.ts';
import type { Config } from '../../platform/configuration/config.ts';
import { createEffects } from '../../platform/effects/effects.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { createMailServers, type MailServers } from '../../platform/mail/mail-servers.ts';
import { createOutbox, outboxFolder } from '../../platform/mail/outbox.ts';
import type { TransportHealth } from '../../platform/mail/transport.ts';
import { type Clock, isoNow } from '../../platform/runtime/clock.ts';
import type { LiveReadModels } from '../../platform/runtime/live-read-models.ts';
import type { Log } from '../../platform/runtime/log.ts';
import type { Stores } from '../../platform/runtime/stores.ts';
import type { Loop } from '../../platform/runtime/supervisor.ts';
import { whyNotSent } from '../review-requests/askable.ts';
import { handleReviewRequests } from '../review-requests/handle-requests.ts';
import { checkMarketing, type MarketingChecked, NO_PUBLIC_URL } from '../suppressions/marketing-mail.ts';
import { handleMails } from './handle-mails.ts';
import { type MailAttachments, type MailLinks, mailEffect } from './mail-effect.ts';
import { handleSendings } from './sendings.ts';
import { addressNow, whyUntrue } from './still-true.ts';

/** Everything that one process does about mail. */
export interface Mailing {
  /** The command handler with the rules for mail; see `handleMails`. */
  commands: CommandHandler;
  servers: MailServers;
  health(): Promise<TransportHealth>;
  /** Sends what is due, until its signal is aborted. */
  loop: Loop;
  /** The same followers, but mails are erased along with their files. */
  withFiles(followers: readonly Follower[]): Follower[];
  /** Waits for the mails being sent. */
  close(): Promise<void>;
}

/** A mail is held only for seconds, so the minute of other timers is too long. */
const EVERY_MS = 500;

/** Where nobody can tell who unsubscribed, the mail is not sent and says so. @throws what has no words for a person */
function saidWhy(cause: unknown): MarketingChecked {
  if (cause instanceof HttpError) return { parts: null, why: cause.message };
  throw cause;
}

/** @param options.commands without the rules for mail */
export function createMailing(options: {
  config: Pick<Config, 'dataDir' | 'smtp' | 'mailHoldSeconds' | 'publicUrl'>;
  stores: Pick<Stores, 'log' | 'state' | 'keys' | 'holder'>;
  streams: Streams;
  readModels: LiveReadModels;
  /** Our own address, as recipients reach it. */
  ownUrl: () => string;
  commands: CommandHandler;
  links: MailLinks;
  attachments: MailAttachments;
  clock: Clock;
  log: Log;
  /** How often to look for mails that are due. */
  everyMs?: number | undefined;
}): Mailing {
  const { config, stores, streams, readModels, ownUrl, links, attachments, clock, log, everyMs = EVERY_MS } = options;
  const known = { streams, readModels, state: stores.state };
  const now = () => isoNow(clock);
  const outbox = createOutbox(outboxFolder(config.dataDir), now);
  const servers = createMailServers({
    configured: config.smtp,
    outbox,
    streams,
    now,
    state: stores.state,
    keys: stores.keys,
  });

  /** Whether a letter of marketing may go to the address that it has now. */
  async function mayGo(id: string, { kind, recordId, to }: KnownMail): Promise<MarketingChecked> {
    if (config.publicUrl === null) return { parts: null, why: NO_PUBLIC_URL };
    const checked = await checkMarketing(known, ownUrl(), to ?? '');
    if (checked.why !== null || to === null || kind !== 'review_request') return checked;
    const why = await whyNotSent(known, { id, recordId, to }, now());
    return why === null ? checked : { parts: null, why };
  }

  const effects = createEffects({
    kind: mailEffect({
      streams,
      outbox,
      links,
      attachments,
      clock,
      delivery: servers.current,
      untrue: async (id, state) => {
        const letters = await whyUntrue({ streams, readModels, store: stores.log }, id, state);
        return letters && `${letters.changed} before this was sent. ${letters.after}`;
      },
      marketing: async (id, letter) => (MARKETING_KINDS.has(letter.kind) ? mayGo(id, letter).catch(saidWhy) : null),
    }),
    commands: options.commands,
    streams,
    clock,
    store: stores.log,
    state: stores.state,
    holder: stores.holder,
    onError: (err, id) => log.error({ err, mail: id }, 'a mail could not be sent or recorded: it is looked at again'),
  });
  const timer: Timer = {
    name: 'mails',
    collection: 'mails',
    dueAt: 'dueAt',
    everyMs,
    due: async ({ id }) => effects.due(id),
  };
  const commands = handleMails({
    commands: options.commands,
    effects,
    // What goes nowhere is not held: its record says so at once.
    holdMs: async () => ((await servers.isSetUp()) ? config.mailHoldSeconds * 1_000 : 0),
    addressNow: async (id) => addressNow(streams, (await streams.load(mail, id)).state),
  });
  return {
    commands: handleReviewRequests({ commands: handleSendings({ commands, streams, effects }), context: known }),
    servers,
    health: async () => (await servers.current()).transport.health(),
    loop: timerLoop(timer, { readModels, clock }),
    withFiles: (followers) =>
      followers.map((each) => (each.decider.category === mail.category ? { ...each, forget: outbox.forget } : each)),
    close: effects.close,
  };
}
