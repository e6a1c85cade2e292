import type { FastifyInstance } from 'fastify';
import type { ImageAnalysis } from '../../ai/image-analysis.ts';
import type { Decider } from '../../domain/kit/decider.ts';
import type { EventBody, RecordedEvent } from '../../domain/kit/event.ts';
import type { Role } from '../../domain/user/terms.ts';
import type { DeviceTokens } from '../../platform/accounts/device-tokens.ts';
import type { ExternalSignIn } from '../../platform/accounts/external-sign-in.ts';
import type { PasswordLinks } from '../../platform/accounts/password-links.ts';
import type { SecondFactor } from '../../platform/accounts/second-factor.ts';
import type { SecurityEvents } from '../../platform/accounts/security-events.ts';
import type { Sessions } from '../../platform/accounts/sessions.ts';
import type { SignIn } from '../../platform/accounts/sign-in.ts';
import type { Tries } from '../../platform/accounts/tries.ts';
import type { Batches } from '../../platform/commands/batches.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import type { Erasure } from '../../platform/commands/erasure.ts';
import type { LinkTokens } from '../../platform/commands/link-tokens.ts';
import type { ProcessRunner } from '../../platform/commands/processes.ts';
import type { StalePlans } from '../../platform/commands/stale-plans.ts';
import type { Streams } from '../../platform/commands/streams.ts';
import type { Documents } from '../../platform/documents/documents.ts';
import type { CurrentUser } from '../../platform/http/access.ts';
import type { VisitorFiles } from '../../platform/http/visitor-files.ts';
import type { HeldFiles } from '../../platform/images/held-files.ts';
import type { Images } from '../../platform/images/images.ts';
import type { IncomingFiles } from '../../platform/images/incoming-files.ts';
import type { FunnelCounts } from '../../platform/intake/funnel-counts.ts';
import type { TransportHealth } from '../../platform/mail/transport.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Config } from '../../platform/runtime/config.ts';
import type { LiveReadModels } from '../../platform/runtime/live-read-models.ts';
import type { Log } from '../../platform/runtime/log.ts';
import type { LoopHealth } from '../../platform/runtime/supervisor.ts';
import type { Projection } from '../../projections/engine/projection.ts';
import type { EventStore } from '../../store/event-store.ts';
import type { FileStore } from '../../store/files.ts';
import type { CollectionDefinition, Document } from '../../store/read-models.ts';
import type { StateStore } from '../../store/state.ts';
import type { StoreHealth } from '../../store/store-health.ts';
import type { Conditions } from './lists.schema.ts';

export type App = FastifyInstance;

/** Which photos lack their files: health shows that pictures were lost. */
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
  config: Pick<Config, 'publicUrl' | 'trustProxy' | 'allowedHosts' | 'travelUrl' | 'visitorLimits'>;
  log: Log;
  clock: Clock;
  /** Every kind of record, whichever area it is of. */
  kinds: RecordKinds;
  store: EventStore;
  streams: Streams;
  commands: CommandHandler;
  processes: ProcessRunner;
  /** Changes many records as one act. */
  batches: Batches;
  /** Marks the plans that wait as out of date. */
  stalePlans: Pick<StalePlans, 'bringUpToDate'>;
  erasure: Erasure;
  readModels: LiveReadModels;
  files: FileStore;
  /** Those that no record names yet. */
  heldFiles: HeldFiles;
  /** What is neither history nor derivable. */
  state: StateStore;
  /** Under which name this process takes leases. */
  holder: string;
  images: Images;
  /** Draws invoices and quotes, on a thread of their own. */
  documents: Documents;
  imageAnalysis: ImageAnalysis;
  photoCheck: PhotoCheck;
  /** How far visitors come in the public forms. */
  funnel: FunnelCounts;
  /** Where uploads wait for their turn. */
  incoming: IncomingFiles;
  /** Where those of strangers do, so that they never take the room of the staff's. */
  visitorFiles: VisitorFiles;
  sessions: Sessions;
  signIn: SignIn;
  tries: Tries;
  devices: DeviceTokens;
  secondFactor: SecondFactor;
  passwordLinks: PasswordLinks;
  /** Links that open one version of a record without a session. */
  links: LinkTokens;
  security: SecurityEvents;
  /** Null: there is no external identity provider. */
  externalSignIn: ExternalSignIn | null;
  /** How the way to each store is: the log; and state, read models and photos. */
  storeHealth(): { log: StoreHealth; documents: StoreHealth };
  /** Where the built pages are; null: this process serves none. */
  consoleFolder: string | null;
  /** How mails leave the house. */
  mailHealth(): TransportHealth;
  /** Of this process's loops. */
  loops(): LoopHealth[];
  /** Aborted when the process begins to stop: event streams end first. */
  stopping: AbortSignal;
}

/** Names one record. */
export interface RecordRef {
  category: string;
  id: string;
}

/**
 * A kind of record: what its commands, its documents and its records on the wire are. Replies, conflicts, lists, files
 * for a spreadsheet, history, timeline, undo and the feed of what happened all go through it.
 */
export interface RecordKind<Command extends object, Doc extends Document, Shown extends object> {
  /** What it is called in paths; its streams' category, where it does not share one stream with others. */
  category: string;
  /** What messages call one of its records: `person`. */
  noun: string;
  decider: Decider<unknown, Command, EventBody>;
  /** Its `ids` say which events of the stream name a record. */
  projection: Projection;
  /** The one stream of all its records, by the part after the dash; without it each record has its own. */
  sharedStream?: string;
  /** What people call the record; null where it has no name. */
  title(document: Doc): string | null;
  /** What the record's own events say of it: what its history compares. */
  present(document: Doc): object;
  /** The records as lists and answers show them, with all that is joined to them; a page at once. */
  show(context: ApiContext, documents: readonly Doc[]): Promise<Shown[]>;
  /** What a record shows before its first event, where that is not nothing. */
  initial?(id: string): Shown;
  /** The record that this one is a part of: the feed of what happened names and opens that one. */
  partOf?(document: Doc): RecordRef;
  /** The other records whose steps its timeline tells. */
  toldWith?(document: Doc): RecordRef[];
  /** A kind that these records follow, and in whose timelines their steps are told. */
  hangsOn?: string;
  /** How the search over all kinds finds these records; kinds without it are not searched. */
  found?: Found<Doc>;
  /** The roles that read its history. */
  readBy: readonly Role[];
  /** The role that changes, and so the undo of one, need. */
  changedBy: Role;
  /** A command that undoes a step as this person sends it, where a rule asks who does it. */
  sentBy?(command: Command, person: CurrentUser): Command;
}

/** How the one search over all kinds finds the records of one, and what it tells of them beside their title. */
export interface Found<Doc extends Document> {
  /** What is searched, where that is not the kind's own collection. */
  collection?: CollectionDefinition;
  /** Which documents of it count; those that were not removed, where nothing is said. */
  where?: Conditions;
  /** The kind's own document, where the collection's is another. */
  own?(document: Document): Doc;
  /** What else a person knows the record by; what is null is left out. @param text what was searched for */
  detail(document: Doc, text: string): readonly (string | null)[];
}

/** A kind whose types its caller does not need to know. */
export type AnyRecordKind = RecordKind<object, Document, object>;

/** Every kind of record of the product. */
export interface RecordKinds {
  all: readonly AnyRecordKind[];
  /** @throws HttpError 404 for a category that is no kind of record */
  of(category: string): AnyRecordKind;
  /** The first record that an event of a record's stream is about, or null where it is about none. */
  namedBy(event: RecordedEvent): { kind: AnyRecordKind; id: string } | null;
}
