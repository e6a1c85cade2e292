import type { FastifyInstance } from 'fastify';
import type { DeviceTokens } from '../../platform/accounts/device-tokens.ts';
import type { ExternalSignIn } from '../../platform/accounts/external-sign-in.ts';
import type { PasswordLinks } from '../../platform/accounts/password-links.ts';
import type { SecondFactor } from '../../platform/accounts/second-factor.ts';
import type { SecurityEvents } from '../../platform/accounts/security-events.ts';
import type { Sessions } from '../../platform/accounts/sessions.ts';
import type { SignIn } from '../../platform/accounts/sign-in.ts';
import type { Tries } from '../../platform/accounts/tries.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import type { Erasure } from '../../platform/commands/erasure.ts';
import type { ProcessRunner } from '../../platform/commands/processes.ts';
import type { Streams } from '../../platform/commands/streams.ts';
import type { Images } from '../../platform/images/images.ts';
import type { IncomingFiles } from '../../platform/images/incoming-files.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Config } from '../../platform/runtime/config.ts';
import type { LiveReadModels } from '../../platform/runtime/live-read-models.ts';
import type { Log } from '../../platform/runtime/log.ts';
import type { LoopHealth } from '../../platform/runtime/supervisor.ts';
import type { EventStore } from '../../store/event-store.ts';
import type { FileStore } from '../../store/files.ts';
import type { StoreHealth } from '../../store/store-health.ts';
import type { RecordKinds } from './records.ts';

export type App = FastifyInstance;

/** Which photos lack their files: a company that has lost pictures is no healthy one. */
export interface PhotoCheck {
  /** How many attached photos have a picture or thumbnail that is missing, empty, or was found damaged. */
  missing(): number;
  /** Takes in that a photo's file could not be sent. */
  report(photoId: string): void;
  /**
   * Looks for all files after the start, and every ten minutes, until the signal is aborted.
   * @param progress is told of each look
   */
  run(signal: AbortSignal, progress: () => void): Promise<void>;
}

/** Everything that routes work with; made once per process. */
export interface ApiContext {
  config: Pick<Config, 'publicUrl' | 'trustProxy' | 'allowedHosts'>;
  log: Log;
  clock: Clock;
  /** Every kind of record, whichever area it is of. */
  kinds: RecordKinds;
  store: EventStore;
  streams: Streams;
  commands: CommandHandler;
  processes: ProcessRunner;
  erasure: Erasure;
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
