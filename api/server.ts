import type { AddressInfo } from 'node:net';
import { deciders, processes } from '../domain/index.ts';
import type { RecordedEvent } from '../domain/kit/event.ts';
import { handleAccounts } from '../platform/accounts.ts';
import type { Clock } from '../platform/clock.ts';
import { createCommandHandler } from '../platform/command-handler.ts';
import type { Config } from '../platform/config.ts';
import { watchDamage } from '../platform/damage-watch.ts';
import { createDeviceTokens } from '../platform/device-tokens.ts';
import { createExternalSignIn } from '../platform/external-sign-in.ts';
import { ensureOwner, type OwnerOutcome } from '../platform/first-owner.ts';
import { createIdentityProvider } from '../platform/identity-provider.ts';
import { createImages } from '../platform/images/images.ts';
import { openIncomingFiles } from '../platform/incoming-files.ts';
import { createLiveReadModels, type LiveReadModels } from '../platform/live-read-models.ts';
import type { Log } from '../platform/log.ts';
import { createLoginNames } from '../platform/login-names.ts';
import { createPasswordLinks } from '../platform/password-links.ts';
import { createPasswords, type PasswordCost } from '../platform/passwords.ts';
import { createProcessRunner } from '../platform/processes.ts';
import { runReactor } from '../platform/reactor.ts';
import { createSecondFactor } from '../platform/second-factor.ts';
import { createSecurityEvents } from '../platform/security-events.ts';
import { createSessions } from '../platform/sessions.ts';
import { createSignIn } from '../platform/sign-in.ts';
import { checkStoresBelongTogether } from '../platform/start-checks.ts';
import { openStores, type Stores } from '../platform/stores.ts';
import { createStreams } from '../platform/streams.ts';
import { createSupervisor } from '../platform/supervisor.ts';
import { createTries } from '../platform/tries.ts';
import { createFeed } from '../projections/feed.ts';
import { readLive, standsOn } from '../projections/generations.ts';
import { projections } from '../projections/index.ts';
import type { ReadModels } from '../store/read-models.ts';
import { type AppOptions, buildApp } from './app.ts';
import type { App } from './context.ts';
import { createPhotoCheck } from './photo-check.ts';
import { recordFolds } from './records.ts';

/** The reactor that finishes processes; its checkpoint also tells how far log and state were seen together. */
const PROCESSES = 'processes';

const READY_WITHIN_MS = 1_500;

export interface ServerOptions extends AppOptions {
  clock: Clock;
  log: Log;
  passwordCost?: PasswordCost;
  /** Goes on where the log has lost events, on a person's word. */
  acceptLostHistory?: boolean;
}

export interface Server {
  app: App;
  /** Where it listens; '' before `listen`. */
  url(): string;
  /** What was found or made of the first account. */
  owner: OwnerOutcome;
  /** The live generation. @throws Rebuilding before there is one */
  readModels(): ReadModels;
  /** Where what is stored, for a person to read. */
  storage: readonly string[];
  listen(): Promise<void>;
  /** Ends event streams first, finishes what runs, then closes the stores (design §6). */
  close(): Promise<void>;
}

/**
 * Wires a whole Heartwood in this process: the stores, the projection runner in its thread, the processes, the api.
 * @throws where a store cannot be opened or does not belong to the others; nothing is left open then
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
  const { log: store, state, keys, readModels: readModelStore } = stores;
  const mayBeOlder = config.eventStoreUrl !== null || options.acceptLostHistory === true;
  const isOlder = await checkStoresBelongTogether(PROCESSES, store, state, log, { mayBeOlder });

  const sessions = createSessions(state, clock);
  const passwordLinks = createPasswordLinks(state, clock);
  const security = createSecurityEvents(state, clock, log);
  if (options.acceptLostHistory && (stores.hasAcceptedLoss || isOlder)) {
    const byCommandLine = { actor: null, subject: null, address: null, browser: null, detail: null };
    security.record({ ...byCommandLine, type: 'history_loss_accepted' });
  }
  const streams = createStreams({ store, keys, records: recordFolds });
  const commands = handleAccounts({
    commands: createCommandHandler({ store, streams, keys, clock }),
    streams,
    state,
    names: createLoginNames(state, clock),
    sessions,
    passwordLinks,
  });
  const processRunner = createProcessRunner(processes, deciders, commands);
  const passwords = createPasswords(options.passwordCost);
  const signIn = createSignIn(state, passwords, clock);
  const owner = await ensureOwner({ commands, signIn, clock }, config.ownerUsername, config.ownerPassword);
  const feed = createFeed(stores, () => readModels);
  const readModels: LiveReadModels = createLiveReadModels({
    store: readModelStore,
    collections: projections,
    state,
    liveName: async () => (await readLive(state))?.generation ?? null,
    belongs: (models) => standsOn(store, models),
    onDamage(cause, generation) {
      log.error({ err: cause, generation }, 'the read models are damaged: they are put aside and built anew');
      feed.damageFound(cause, generation);
    },
  });

  const images = createImages();
  const photoCheck = createPhotoCheck({ readModels, files: stores.files });
  const supervisor = createSupervisor(log);
  const stopping = new AbortController();
  supervisor.start('projections', feed.run);
  supervisor.start('read models', (signal, progress) => readModels.run(signal, progress));
  supervisor.start('photo files', photoCheck.run);
  supervisor.start(PROCESSES, (signal, progress) => {
    const react = async (event: RecordedEvent) => void (await processRunner.follow([event]));
    return runReactor({ name: PROCESSES, log: store, state, types: processRunner.types, react, progress, signal });
  });

  const endDamageWatch = watchDamage(store, log);
  const app = await buildApp(
    {
      config,
      log,
      clock,
      store,
      streams,
      commands,
      processes: processRunner,
      readModels,
      files: stores.files,
      images,
      photoCheck,
      incoming: openIncomingFiles(stores.incomingFolder),
      sessions,
      signIn,
      tries: createTries(state, clock),
      devices: createDeviceTokens(state),
      secondFactor: createSecondFactor(state, passwords, clock),
      passwordLinks,
      security,
      externalSignIn:
        config.identityProvider && createExternalSignIn(createIdentityProvider(config.identityProvider), state),
      storeHealth() {
        const { log: logHealth, documents } = stores.health();
        const resubscriptions = logHealth.resubscriptions + feed.resubscriptions();
        return { log: { ...logHealth, resubscriptions }, documents };
      },
      loops: supervisor.health,
      stopping: stopping.signal,
    },
    options,
  );

  return {
    app,
    owner,
    readModels: readModels.current,
    storage: stores.storage,
    url: () => urlOf(app, config.host),
    async listen() {
      // A small history is at hand in a moment; a long rebuild is answered with "rebuilding" meanwhile.
      await readModels.opened(READY_WITHIN_MS);
      // For the name the framework would open a second server, on ::1, that nothing guards.
      await app.listen({ port: config.port, host: config.host === 'localhost' ? '127.0.0.1' : config.host });
    },
    async close() {
      stopping.abort();
      endDamageWatch();
      await app.close();
      images.close();
      await supervisor.stop();
      await security.settled();
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
