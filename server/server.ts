import type { AddressInfo } from 'node:net';
import { kinds, recordFolds, registerAreas } from '../api/areas.ts';
import { asOfAnyMoment } from '../api/as-of/context.ts';
import { audienceOf } from '../api/audience/audience.ts';
import { READ_SENTIMENTS, sentimentLoop } from '../api/customer-reviews/read-sentiments.ts';
import { sendingLoop } from '../api/email-campaigns/sending/sending.ts';
import { healthRoutes } from '../api/health/routes.ts';
import { BRIEFING, briefingLoop } from '../api/insights/briefing-writing.ts';
import { guardOf } from '../api/kit/changes/rules-across.ts';
import type { App } from '../api/kit/context.ts';
import { ensureMailboxKey } from '../api/suppressions/mailbox-key.ts';
import type { Segment } from '../domain/audience/segment.ts';
import { calendar } from '../domain/calendar/calendar.ts';
import { CALENDARS_ID } from '../domain/calendar/terms.ts';
import { company } from '../domain/company/company.ts';
import { COMPANY_ID } from '../domain/company/terms.ts';
import { ensureOwner, type OwnerOutcome } from '../platform/accounts/first-owner.ts';
import type { Passwords } from '../platform/accounts/passwords.ts';
import { createSecurityEvents } from '../platform/accounts/security-events.ts';
import { createCommandHandler } from '../platform/commands/command-handler.ts';
import { createLinkTokens } from '../platform/commands/link-tokens.ts';
import { PROCESSES } from '../platform/commands/processes.ts';
import { checkStoresBelongTogether } from '../platform/commands/start-checks.ts';
import { createStreams } from '../platform/commands/streams.ts';
import type { Config } from '../platform/configuration/config.ts';
import type { DocumentsOptions } from '../platform/documents/documents.ts';
import type { VisitorFileLimits } from '../platform/http/visitors/visitor-files.ts';
import { createFunnelCounts } from '../platform/intake/funnel-counts.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Log } from '../platform/runtime/log.ts';
import { createQueues } from '../platform/runtime/queues.ts';
import { watchReturn } from '../platform/runtime/return-watch.ts';
import { openStores, type Stores } from '../platform/runtime/stores.ts';
import { createSupervisor } from '../platform/runtime/supervisor.ts';
import type { ReadModels } from '../store/read-models.ts';
import { openAccounts } from './accounts.ts';
import { type AppOptions, buildApp } from './app.ts';
import { openAutomation } from './automation.ts';
import { openBackups } from './backups.ts';
import { openEvents } from './events.ts';
import { FOLLOWED } from './followed.ts';
import { openInsights } from './insights.ts';
import { openLogHealth } from './log-health.ts';
import { openMail } from './mail.ts';
import { openMedia } from './media.ts';
import { openModels } from './models.ts';
import { openOptimizer } from './optimizer.ts';
import { openProof } from './proof.ts';
import { openSocial } from './social.ts';
import type { NamedLoop } from './subsystem.ts';

/** A standalone optimizer creates no accounts. */
const NO_OWNER: OwnerOutcome = { kind: 'existing', passwordIgnored: false };

const READY_WITHIN_MS = 1_500;

export interface ServerOptions extends AppOptions {
  clock: Clock;
  log: Log;
  /** How passwords are hashed. */
  passwords?: Passwords;
  /** Runs only the optimizer and what its plans need; another process does all the rest. */
  only?: 'optimizer';
  /** Whether the projections have a thread of their own, as they do by default; loading it is half the work of a start. */
  projectionThread?: boolean;
  /** From how many events on all versions of what the read models held are kept. */
  versionsFrom?: number;
  /** Whether what looks for insights has a thread of its own, as it has by default. */
  insightsThread?: boolean;
  /** How documents are drawn. */
  documents?: DocumentsOptions;
  /** How often to check whether the next day should be planned, in milliseconds. */
  planAheadEveryMs?: number;
  /** How often to look for mails that are due, in milliseconds. */
  mailsEveryMs?: number;
  /** How often to look whether a checkpoint, or its mail, is due. */
  checkpointsEveryMs?: number;
  /** How often to look whether a backup is due, in milliseconds. */
  backupsEveryMs?: number;
  /** How often to look for social posts that are due, in milliseconds. */
  postsEveryMs?: number;
  /** How often to look for campaigns by email that are to be sent, in milliseconds. */
  campaignsEveryMs?: number;
  /** How often to look for what may make an insight, in milliseconds. */
  insightsEveryMs?: number;
  /** How often to look whether a briefing is to be written, in milliseconds. */
  briefingEveryMs?: number;
  /** How long a model that gave no answer is left alone before it is asked again, in milliseconds; the next time twice as long. */
  modelBackOffMs?: number;
  /** How long a call of EventStoreDB may take, in milliseconds. */
  eventStoreDeadlineMs?: number;
  /** Overrides of the usual limits of strangers' files. */
  visitorFiles?: Partial<VisitorFileLimits>;
  /** Continues even though the log has lost events, because a person said so. */
  acceptLostHistory?: boolean;
}

export interface Server {
  app: App;
  /** The address it listens at; '' before `listen`. */
  url(): string;
  /** The first account, found or made. */
  owner: OwnerOutcome;
  /** The live generation. @throws Rebuilding before there is one */
  readModels(): ReadModels;
  /** Where each thing is stored, in words for a person. */
  storage: readonly string[];
  listen(): Promise<void>;
  /** Ends event streams first, finishes what is running, then closes the stores (docs/design/runtime.md#supervision). */
  close(): Promise<void>;
}

/**
 * Wires a whole Heartwood in this process: the stores, the projection runner in its thread, the processes, the api.
 * @throws if a store cannot be opened or does not belong with the others; nothing is left open then
 */
export async function startServer(config: Config, options: ServerOptions): Promise<Server> {
  const { clock, log } = options;
  const stores = await openStores(config, clock, options);
  for (const warning of stores.warnings) log.warn(warning);
  try {
    return await wire(config, stores, options);
  } catch (cause) {
    await stores.close();
    throw cause;
  } finally {
    log.flush();
  }
}

async function wire(config: Config, stores: Stores, options: ServerOptions): Promise<Server> {
  const { clock, log } = options;
  const { log: store, state, keys } = stores;
  const mayBeOlder = config.eventStoreUrl !== null || options.acceptLostHistory === true;
  const reached = await checkStoresBelongTogether(PROCESSES, store, state, log, { mayBeOlder });
  const hasLost = stores.hasAcceptedLoss || reached.isForeign;
  // Before anything else can fail: the next start will not know of it.
  const security = createSecurityEvents(state, clock, log);
  if (options.acceptLostHistory && hasLost) {
    const byCommandLine = { actor: null, subject: null, address: null, browser: null, detail: null };
    security.record({ ...byCommandLine, type: 'history_loss_accepted' });
  }

  const readsGoOnForMs = config.readsWithoutLogMinutes * 60_000;
  const streams = createStreams({
    store,
    keys,
    records: recordFolds,
    followed: FOLLOWED,
    followedFrom: reached.position,
    readsGoOnForMs,
  });
  // What the first requests ask for, even if the log is away by then.
  await Promise.all([streams.load(company, COMPANY_ID), streams.load(calendar, CALENDARS_ID)]);
  const links = createLinkTokens(state);
  /** Our own address where there is no request to take it from. */
  let ownUrl = () => config.publicUrl ?? '';

  const accounts = await openAccounts({ config, state, clock, security, passwords: options.passwords });
  const models = openModels(stores, log, { hasThread: options.projectionThread, longFrom: options.versionsFrom });
  const { readModels } = models;
  const media = await openMedia({ ...options, config, stores, streams, readModels });
  const guard = guardOf(kinds, () => ({ streams, readModels }));
  const shared = { config, stores, streams, readModels, clock, log, ownUrl: () => ownUrl() };
  const proof = await openProof(stores, clock, options.acceptLostHistory === true && hasLost);
  const social = openSocial({
    ...shared,
    commands: createCommandHandler({ store, streams, keys, clock, guard }),
    everyMs: options.postsEveryMs,
  });
  const mail = openMail({
    ...shared,
    links,
    documents: media.documents,
    proofs: proof.proofs,
    commands: social.commands,
    everyMs: options.mailsEveryMs,
  });
  const isAlone = config.eventStoreUrl === null;
  const { heldFiles } = media;
  const hasPublicUrl = config.publicUrl !== null;
  const events = openEvents({
    stores,
    streams,
    accounts,
    mail,
    readModels,
    past: models.past,
    heldFiles,
    isAlone,
    hasPublicUrl,
    clock,
    log,
  });
  const isWhole = options.only === undefined;
  if (isWhole) await ensureMailboxKey(state);
  const { commands } = events;
  const owner = isWhole
    ? await ensureOwner({ ...accounts, commands, clock }, config.ownerUsername, config.ownerPassword)
    : NO_OWNER;
  const looking = openInsights({
    ...shared,
    commands,
    hasThread: options.insightsThread,
    everyMs: options.insightsEveryMs,
  });
  const funnel = createFunnelCounts(state, (err) => log.error({ err }, 'how far visitors came could not be counted'));
  const logHealth = openLogHealth(stores, clock, log);
  const backups = openBackups(config, { streams, state, clock, log, everyMs: options.backupsEveryMs });
  const supervisor = createSupervisor(log);
  const endReturnWatch = watchReturn(() => Object.values(stores.health()), supervisor.wake);
  const stopping = new AbortController();
  const context = asOfAnyMoment({
    ...accounts,
    ...media,
    ...events,
    insights: looking.insights,
    proofs: proof.proofs,
    config,
    log,
    clock,
    kinds,
    store,
    streams,
    readModels,
    state,
    links,
    funnel,
    holder: stores.holder,
    files: stores.files,
    turns: createQueues(),
    consoleFolder: options.consoleFolder ?? null,
    mailHealth: mail.health,
    mailServers: mail.servers,
    storeHealth() {
      const { log: ofLog, documents } = stores.health();
      return { log: { ...ofLog, resubscriptions: ofLog.resubscriptions + models.resubscriptions() }, documents };
    },
    logHealth: logHealth.health,
    backupHealth: backups.health,
    loops: supervisor.health,
    stopping: stopping.signal,
    past: models.past,
  });
  const optimizer = openOptimizer(config, context, options.planAheadEveryMs);

  const sending = {
    ...context,
    config,
    audience: (segment: Segment | null) => audienceOf(context, segment),
  };
  const loops: readonly NamedLoop[] = [
    ...models.loops,
    ...media.loops(events.erasure, hasLost),
    ...logHealth.loops,
    ...backups.loops,
    ...proof.loops({ commands, streams, mailServers: mail.servers, everyMs: options.checkpointsEveryMs }),
    ...events.loops,
    ...mail.loops(commands),
    ...social.loops,
    { name: 'email campaigns', run: sendingLoop(sending, options.campaignsEveryMs) },
    ...looking.loops,
    ...openAutomation(context).loops,
    ...(media.briefingWriter
      ? [{ name: BRIEFING, run: briefingLoop(context, media.briefingWriter, options.briefingEveryMs) }]
      : []),
    ...(media.sentimentReader ? [{ name: READ_SENTIMENTS, run: sentimentLoop(context, media.sentimentReader) }] : []),
  ];
  for (const { name, run } of loops.filter(({ isForPlans }) => isWhole || isForPlans)) supervisor.start(name, run);

  /** Ends what goes on beside the calls. */
  async function endWork(): Promise<void> {
    logHealth.close();
    endReturnWatch();
    await media.close();
    await supervisor.stop();
    await models.past.close();
    await looking.insights.close();
    await mail.close();
    await social.close();
    await security.settled();
    await funnel.settled();
  }
  const mounts = [isWhole ? registerAreas : healthRoutes, optimizer.mount];
  const app = await buildApp(context, mounts, options).catch(async (cause: unknown) => {
    // The stores are closed next: what goes on without them fails, and would bury the reason in the log.
    await endWork();
    throw cause;
  });
  for (const { name, run } of optimizer.loops) supervisor.start(name, run);

  ownUrl = () => config.publicUrl ?? urlOf(app, config.host);
  return {
    app,
    owner,
    readModels: readModels.current,
    storage: stores.storage,
    url: () => urlOf(app, config.host),
    async listen() {
      // A small history is ready in a moment; during a long rebuild calls are answered with "rebuilding".
      await readModels.opened(READY_WITHIN_MS);
      // Given the name `localhost`, the framework would open a second server on ::1 that nothing guards.
      await app.listen({ port: config.port, host: config.host === 'localhost' ? '127.0.0.1' : config.host });
    },
    async close() {
      stopping.abort();
      await app.close();
      await endWork();
      await stores.close();
    },
  };
}

function urlOf(app: App, host: string): string {
  const address = app.server.address() as AddressInfo | null;
  if (!address) return '';
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${address.port}`;
}
