import type { AddressInfo } from 'node:net';
import { openImageAnalysis } from '../ai/open-image-analysis.ts';
import { followers, kinds, recordFolds, registerAreas, timers } from '../api/areas.ts';
import { healthRoutes } from '../api/health/routes.ts';
import { quarantineLoop } from '../api/intake/quarantine.ts';
import { guardOf } from '../api/kit/changes/rules-across.ts';
import { dayOf } from '../api/kit/company-time.ts';
import type { ApiContext, App } from '../api/kit/context.ts';
import { mailAttachments } from '../api/mail/attachments.ts';
import { createInvoiceMails } from '../api/mail/invoice-mails.ts';
import { createInvoiceReminders } from '../api/mail/invoice-reminders.ts';
import { mailLinks } from '../api/mail/links.ts';
import { createMailing } from '../api/mail/mailing.ts';
import { createQuoteMails } from '../api/mail/quote-mails.ts';
import type { OnRefused } from '../api/mail/reactor.ts';
import { createRequestMails } from '../api/mail/request-mails.ts';
import { createVisitMails } from '../api/mail/visit-mails.ts';
import { createPhotoCheck } from '../api/photos/check.ts';
import { leftFilesLoop } from '../api/photos/left-files.ts';
import { keptAnalysesLoop } from '../api/public-analysis/kept-analyses.ts';
import { clashesOf, jobsOfBatch } from '../api/schedule/conflicts.ts';
import { calendar } from '../domain/calendar/calendar.ts';
import { CALENDARS_ID } from '../domain/calendar/terms.ts';
import { company } from '../domain/company/company.ts';
import { COMPANY_DEFAULTS, COMPANY_ID } from '../domain/company/terms.ts';
import { deciders, processes } from '../domain/index.ts';
import { Rejection } from '../domain/kit/decider.ts';
import { planAhead } from '../optimizer/service/plan-ahead.ts';
import { optimizerRoutes } from '../optimizer/service/routes.ts';
import { createRuns } from '../optimizer/service/runs.ts';
import { handleAccounts } from '../platform/accounts/accounts.ts';
import { createDeviceTokens } from '../platform/accounts/device-tokens.ts';
import { createExternalSignIn } from '../platform/accounts/external-sign-in.ts';
import { ensureOwner, type OwnerOutcome } from '../platform/accounts/first-owner.ts';
import { createIdentityProvider } from '../platform/accounts/identity-provider.ts';
import { createLoginNames } from '../platform/accounts/login-names.ts';
import { createPasswordLinks } from '../platform/accounts/password-links.ts';
import { createPasswords, type Passwords } from '../platform/accounts/passwords.ts';
import { createSecondFactor } from '../platform/accounts/second-factor.ts';
import { createSecurityEvents } from '../platform/accounts/security-events.ts';
import { createSessions } from '../platform/accounts/sessions.ts';
import { createSignIn } from '../platform/accounts/sign-in.ts';
import { createTries } from '../platform/accounts/tries.ts';
import { BATCHES, createBatches } from '../platform/commands/batches.ts';
import { createCommandHandler } from '../platform/commands/command-handler.ts';
import { readCompany } from '../platform/commands/company-settings.ts';
import { createErasure, ERASURE } from '../platform/commands/erasure.ts';
import { createLinkTokens } from '../platform/commands/link-tokens.ts';
import { createProcessRunner, PROCESSES, type Reaction } from '../platform/commands/processes.ts';
import { runReactor } from '../platform/commands/reactor.ts';
import { rebookRefunds } from '../platform/commands/rebook-refunds.ts';
import { createStalePlans, STALE_PLANS } from '../platform/commands/stale-plans.ts';
import { createStreams } from '../platform/commands/streams.ts';
import { timerLoop } from '../platform/commands/timers.ts';
import { createDocuments, type DocumentsOptions } from '../platform/documents/documents.ts';
import { type VisitorFileLimits, visitorFilesIn } from '../platform/http/visitors/visitor-files.ts';
import { createHeldFiles } from '../platform/images/held-files.ts';
import { createImages } from '../platform/images/images.ts';
import { openIncomingFiles } from '../platform/images/incoming-files.ts';
import { createFunnelCounts } from '../platform/intake/funnel-counts.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Config } from '../platform/runtime/config.ts';
import { watchDamage } from '../platform/runtime/damage-watch.ts';
import { createLiveReadModels, type LiveReadModels } from '../platform/runtime/live-read-models.ts';
import type { Log } from '../platform/runtime/log.ts';
import { startLogCheck } from '../platform/runtime/log-check.ts';
import { createQueues } from '../platform/runtime/queues.ts';
import { watchReturn } from '../platform/runtime/return-watch.ts';
import { checkStoresBelongTogether } from '../platform/runtime/start-checks.ts';
import { openStores, type Stores } from '../platform/runtime/stores.ts';
import { createSupervisor, type Supervisor } from '../platform/runtime/supervisor.ts';
import { createFeed } from '../projections/engine/feed.ts';
import { fingerprint } from '../projections/engine/fingerprint.ts';
import { readLive, standsOn } from '../projections/engine/generations.ts';
import { projections } from '../projections/index.ts';
import type { ReadModels } from '../store/read-models.ts';
import { type AppOptions, buildApp, type Mount } from './app.ts';
import { forwardOptimizer } from './forward-optimizer.ts';

/** A stalled read model holds up an erasure no longer than this: then it begins again, and shows in health. */
const ERASED_WITHIN_MS = 60_000;

/** In what time a request does what follows from it; after that, its process may have died (docs/design.md#processes). */
const LEFT_FOR_MS = 2_000;

/** The reactors that send mail because of events, by the names of their loops. */
const MAIL_REACTORS = [
  ['quote mails', createQuoteMails],
  ['invoice mails', createInvoiceMails],
  ['visit mails', createVisitMails],
  ['request mails', createRequestMails],
  ['invoice reminders', createInvoiceReminders],
] as const;

/** A standalone optimizer creates no accounts. */
const NO_OWNER: OwnerOutcome = { kind: 'existing', passwordIgnored: false };

/** Plans the next workday. */
const PLAN_AHEAD = 'plan-ahead';

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
  /** How documents are drawn. */
  documents?: DocumentsOptions;
  /** How often to check whether the next day should be planned, in milliseconds. */
  planAheadEveryMs?: number;
  /** How often to look for mails that are due, in milliseconds. */
  mailsEveryMs?: number;
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
  /** Ends event streams first, finishes what is running, then closes the stores (docs/design.md#supervision). */
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
  const { clock, log, passwords = createPasswords() } = options;
  const { log: store, state, keys, readModels: readModelStore } = stores;
  const mayBeOlder = config.eventStoreUrl !== null || options.acceptLostHistory === true;
  const reached = await checkStoresBelongTogether(PROCESSES, store, state, log, { mayBeOlder });

  const hasLost = stores.hasAcceptedLoss || reached.isForeign;

  const sessions = createSessions(state, clock);
  const passwordLinks = createPasswordLinks(state, clock);
  const security = createSecurityEvents(state, clock, log);
  if (options.acceptLostHistory && hasLost) {
    const byCommandLine = { actor: null, subject: null, address: null, browser: null, detail: null };
    security.record({ ...byCommandLine, type: 'history_loss_accepted' });
  }
  const readsGoOnForMs = config.readsWithoutLogMinutes * 60_000;
  const streams = createStreams({ store, keys, records: recordFolds, followedFrom: reached.position, readsGoOnForMs });
  // What the first requests ask for, even if the log is away by then.
  await Promise.all([streams.load(company, COMPANY_ID), streams.load(calendar, CALENDARS_ID)]);
  const links = createLinkTokens(state);
  /** Our own address where there is no request to take it from. */
  let ownUrl = () => config.publicUrl ?? '';
  const guard = guardOf(kinds, () => ({ streams, readModels }));
  const mailing = createMailing({
    config,
    stores,
    streams,
    clock,
    log,
    commands: createCommandHandler({ store, streams, keys, clock, guard }),
    links: mailLinks({ streams, store, links }, () => ownUrl()),
    everyMs: options.mailsEveryMs,
    attachments: mailAttachments(() => ({ streams, readModels, files: stores.files, documents, clock })),
  });
  const names = createLoginNames(state, clock);
  await names.refold();
  const commands = handleAccounts({
    commands: mailing.commands,
    streams,
    state,
    names,
    sessions,
    passwordLinks,
  });
  const processRunner = createProcessRunner({
    processes,
    deciders,
    commands,
    store,
    state,
    clock,
    onDead: ({ process, stream, position }, err) =>
      log.error({ err, process, stream, position }, 'a step was not done: it is kept as a dead step'),
  });
  const batches = createBatches({ commands, processes: processRunner, store, streams, records: recordFolds, clock });
  const signIn = createSignIn(state, passwords, clock);
  const isWhole = options.only === undefined;
  const owner = isWhole
    ? await ensureOwner({ commands, signIn, clock }, config.ownerUsername, config.ownerPassword)
    : NO_OWNER;
  const feed = createFeed(stores, () => readModels, options.projectionThread);
  const readModels: LiveReadModels = createLiveReadModels({
    store: readModelStore,
    collections: projections,
    state,
    live: readLive,
    fingerprint: fingerprint(projections),
    belongs: (models) => standsOn(store, models),
    onDamage(cause, generation) {
      log.error({ err: cause, generation }, 'the read models are damaged: they are set aside and rebuilt');
      feed.damageFound(cause, generation);
    },
  });

  const heldFiles = createHeldFiles(state);
  const erasure = createErasure({
    followers: mailing.withFiles(followers),
    keys,
    streams,
    commands,
    readModels,
    files: stores.files,
    heldFiles,
    log: store,
  });
  const images = createImages();
  const documents = createDocuments(options.documents);
  const imageAnalysis = await openImageAnalysis({
    openAi: config.openAi,
    state,
    clock,
    log,
    // From the log itself, because the read models may not be there yet.
    today: async () => dayOf(clock(), (await readCompany(streams)).timeZone ?? COMPANY_DEFAULTS.timeZone),
  });
  const funnel = createFunnelCounts(state, (err) => log.error({ err }, 'how far visitors came could not be counted'));
  const photoCheck = createPhotoCheck({ readModels, files: stores.files });
  const supervisor = createSupervisor(log);
  const startOfWhole: Supervisor['start'] = (name, loop) => {
    if (isWhole) supervisor.start(name, loop);
  };
  const stopping = new AbortController();
  startOfWhole('projections', feed.run);
  supervisor.start('streams', streams.follow);
  supervisor.start('read models', (signal, progress) => readModels.run(signal, progress));
  startOfWhole('photo files', photoCheck.run);
  startOfWhole('kept analyses', keptAnalysesLoop({ state, heldFiles, erasure, readModels, clock }));
  const { oldFiles, checkableLog } = stores;
  if (oldFiles) startOfWhole('left files', leftFilesLoop({ oldFiles, store, heldFiles, state, clock, log, hasLost }));
  const logCheckedAt = startLogCheck(startOfWhole, { log: checkableLog, state, clock });
  startOfWhole('quarantine', quarantineLoop({ state, heldFiles, erasure, readModels, clock }));
  // On an embedded log there is no other process, and this one knows what its requests are doing.
  const leftForMs = config.eventStoreUrl === null ? 0 : LEFT_FOR_MS;
  supervisor.start(PROCESSES, (signal, progress) => {
    const { types, react } = processRunner;
    return runReactor({ name: PROCESSES, log: store, state, types, react, leftForMs, progress, signal });
  });

  /** Starts a reactor whose refused steps are kept. */
  function startKept(start: Supervisor['start'], reaction: Reaction): void {
    const { name, types } = reaction;
    start(name, (signal, progress) => {
      const carryOut: Reaction['carryOut'] = (event, ...ends) => reaction.carryOut(event, signal, ...ends);
      const react = processRunner.keep({ ...reaction, carryOut });
      return runReactor({ name, log: store, state, types, react, leftForMs, progress, signal });
    });
  }
  startKept(supervisor.start, { name: BATCHES, types: batches.types, inOrder: true, carryOut: batches.react });
  const stalePlans = createStalePlans({ commands, streams, store, readModels });
  startKept(supervisor.start, {
    name: STALE_PLANS,
    types: stalePlans.types,
    inOrder: false,
    carryOut: (event, ...ends) => stalePlans.react(event, AbortSignal.any(ends)),
  });
  startKept(startOfWhole, rebookRefunds({ commands }));
  startKept(startOfWhole, {
    name: ERASURE,
    types: erasure.types,
    inOrder: false,
    carryOut: (event, ...ends) =>
      erasure.finish([event], AbortSignal.any([...ends, AbortSignal.timeout(ERASED_WITHIN_MS)])),
  });

  for (const timer of timers.map((make) => make(commands, { streams, clock }))) {
    startOfWhole(timer.name, timerLoop(timer, { readModels, clock }));
  }

  startOfWhole('mails', mailing.loop(readModels));
  // A refusal by a rule, for instance of an address that takes no mail, is not a fault of ours.
  const onRefused: OnRefused = (err, { stream, type }) =>
    log[err instanceof Rejection ? 'warn' : 'error']({ err, stream, type }, 'nothing was mailed about a change');
  for (const [name, create] of MAIL_REACTORS) {
    const reactor = create({ commands, streams, store, state, onRefused, isEmailSetUp: mailing.servers.isSetUp });
    startOfWhole(name, (signal, progress) => runReactor({ ...reactor, name, log: store, state, progress, signal }));
  }

  const damageWatch = watchDamage(store, log, clock);
  const endReturnWatch = watchReturn(() => Object.values(stores.health()), supervisor.wake);
  const context: ApiContext = {
    config,
    log,
    clock,
    kinds,
    store,
    streams,
    commands,
    processes: processRunner,
    batches,
    stalePlans,
    holder: stores.holder,
    erasure,
    readModels,
    files: stores.files,
    heldFiles,
    state,
    images,
    documents,
    imageAnalysis,
    photoCheck,
    funnel,
    incoming: openIncomingFiles(stores.incomingFolder),
    turns: createQueues(),
    visitorFiles: visitorFilesIn(openIncomingFiles(stores.incomingFolder), options.visitorFiles),
    sessions,
    signIn,
    tries: createTries(state, clock),
    devices: createDeviceTokens(state),
    secondFactor: createSecondFactor(state, passwords, clock, sessions.forget),
    passwordLinks,
    links,
    consoleFolder: options.consoleFolder ?? null,
    mailHealth: mailing.health,
    mailServers: mailing.servers,
    security,
    externalSignIn:
      config.identityProvider && createExternalSignIn(createIdentityProvider(config.identityProvider), state),
    storeHealth() {
      const { log: logHealth, documents } = stores.health();
      const resubscriptions = logHealth.resubscriptions + feed.resubscriptions();
      return { log: { ...logHealth, resubscriptions }, documents };
    },
    logHealth: () => ({ ...damageWatch.found(), checkedAt: logCheckedAt() }),
    loops: supervisor.health,
    stopping: stopping.signal,
  };

  const runs = createRuns();
  const { optimizerUrl, optimizerCron: expression } = config;
  const calls: Mount = (mounted) =>
    optimizerRoutes(mounted, context, runs, (applied) => clashesOf(context, jobsOfBatch(applied)));
  const optimizer = optimizerUrl === null ? calls : forwardOptimizer(optimizerUrl, calls);
  /** Ends what goes on beside the calls. */
  async function endWork(): Promise<void> {
    damageWatch.end();
    endReturnWatch();
    images.close();
    await documents.close();
    await supervisor.stop();
    await mailing.close();
    await security.settled();
    await funnel.settled();
  }
  const mounts = [isWhole ? registerAreas : healthRoutes, optimizer];
  const app = await buildApp(context, mounts, options).catch(async (cause: unknown) => {
    // The stores are closed next: what goes on without them fails, and would bury the reason in the log.
    await endWork();
    throw cause;
  });
  if (expression !== null && optimizerUrl === null) {
    const everyMs = options.planAheadEveryMs;
    supervisor.start(PLAN_AHEAD, planAhead({ ...context, expression, runs, everyMs }));
  }

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
