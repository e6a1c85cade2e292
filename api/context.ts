import type { FastifyInstance } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { CommandHandler } from '../platform/command-handler.ts';
import type { Config } from '../platform/config.ts';
import type { DeviceTokens } from '../platform/device-tokens.ts';
import type { ExternalSignIn } from '../platform/external-sign-in.ts';
import type { Images } from '../platform/images/images.ts';
import type { IncomingFiles } from '../platform/incoming-files.ts';
import type { LiveReadModels } from '../platform/live-read-models.ts';
import type { Log } from '../platform/log.ts';
import type { PasswordLinks } from '../platform/password-links.ts';
import type { ProcessRunner } from '../platform/processes.ts';
import type { SecondFactor } from '../platform/second-factor.ts';
import type { SecurityEvents } from '../platform/security-events.ts';
import type { Sessions } from '../platform/sessions.ts';
import type { SignIn } from '../platform/sign-in.ts';
import type { Streams } from '../platform/streams.ts';
import type { LoopHealth } from '../platform/supervisor.ts';
import type { Tries } from '../platform/tries.ts';
import type { EventStore } from '../store/event-store.ts';
import type { FileStore } from '../store/files.ts';
import type { StoreHealth } from '../store/store-health.ts';
import type { PhotoCheck } from './photo-check.ts';

export type App = FastifyInstance;

/** Everything that routes work with; made once per process. */
export interface ApiContext {
  config: Pick<Config, 'publicUrl' | 'trustProxy' | 'allowedHosts'>;
  log: Log;
  clock: Clock;
  store: EventStore;
  streams: Streams;
  commands: CommandHandler;
  processes: ProcessRunner;
  readModels: LiveReadModels;
  files: FileStore;
  images: Images;
  photoCheck: PhotoCheck;
  /** Where uploads wait for their turn. */
  incoming: IncomingFiles;
  sessions: Sessions;
  signIn: SignIn;
  tries: Tries;
  devices: DeviceTokens;
  secondFactor: SecondFactor;
  passwordLinks: PasswordLinks;
  security: SecurityEvents;
  /** Null: there is no external identity provider. */
  externalSignIn: ExternalSignIn | null;
  /** How the way to each store is: the log; and state, read models and photos. */
  storeHealth(): { log: StoreHealth; documents: StoreHealth };
  /** Of this process's loops. */
  loops(): LoopHealth[];
  /** Aborted when the process begins to stop: event streams end first. */
  stopping: AbortSignal;
}
