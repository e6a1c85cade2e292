import type { FastifyInstance } from 'fastify';
import type { BriefingWriter } from '../../ai/briefing-writer.ts';
import type { ContentWriter } from '../../ai/content-writer.ts';
import type { ImageAnalysis } from '../../ai/image-analysis.ts';
import type { Insights } from '../../ai/insights/insights.ts';
import type { QuestionReader } from '../../ai/question-reader.ts';
import type { Decider } from '../../domain/kit/decider.ts';
import type { EventBody, RecordedEvent } from '../../domain/kit/event.ts';
import type { Area, Need } from '../../domain/user/terms.ts';
import type { DeviceTokens } from '../../platform/accounts/device-tokens.ts';
import type { ExternalSignIn } from '../../platform/accounts/external-sign-in.ts';
import type { PasswordLinks } from '../../platform/accounts/password-links.ts';
import type { SecondFactor } from '../../platform/accounts/second-factor.ts';
import type { SecurityEvents } from '../../platform/accounts/security-events.ts';
import type { Sessions } from '../../platform/accounts/sessions.ts';
import type { SignIn } from '../../platform/accounts/sign-in.ts';
import type { Tries } from '../../platform/accounts/tries.ts';
import type { BackupHealth } from '../../platform/backup/schedule.ts';
import type { Batches } from '../../platform/commands/batches.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import type { Erasure } from '../../platform/commands/erasure.ts';
import type { LinkTokens } from '../../platform/commands/link-tokens.ts';
import type { ProcessRunner } from '../../platform/commands/processes.ts';
import type { Streams } from '../../platform/commands/streams.ts';
import type { Config } from '../../platform/configuration/config.ts';
import type { Documents } from '../../platform/documents/documents.ts';
import type { CurrentUser } from '../../platform/http/access.ts';
import type { VisitorFiles } from '../../platform/http/visitors/visitor-files.ts';
import type { HeldFiles } from '../../platform/images/held-files.ts';
import type { Images } from '../../platform/images/images.ts';
import type { IncomingFiles } from '../../platform/images/incoming-files.ts';
import type { FunnelCounts } from '../../platform/intake/funnel-counts.ts';
import type { MailServers } from '../../platform/mail/mail-servers.ts';
import type { TransportHealth } from '../../platform/mail/transport.ts';
import type { StalePlans } from '../../platform/plans/stale-plans.ts';
import type { Proofs } from '../../platform/proof/proofs.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { FoundDamage } from '../../platform/runtime/damage-watch.ts';
import type { LiveReadModels } from '../../platform/runtime/live-read-models.ts';
import type { Log } from '../../platform/runtime/log.ts';
import type { Queues } from '../../platform/runtime/queues.ts';
import type { LoopHealth } from '../../platform/runtime/supervisor.ts';
import type { Projection } from '../../projections/engine/projection.ts';
import type { PastViews } from '../../projections/past/views.ts';
import type { EventStore } from '../../store/event-store.ts';
import type { FileStore } from '../../store/files.ts';
import type { CollectionDefinition, Document } from '../../store/read-models.ts';
import type { StateStore } from '../../store/state.ts';
import type { StoreHealth } from '../../store/store-health.ts';
import type { HistoryStep } from './changes/history.schema.ts';
import type { Conditions } from './lists/lists.schema.ts';

export type App = FastifyInstance;

/** Which photos lack their files; health uses it to report lost pictures. */
export interface PhotoCheck {
  /** How many attached photos have a picture or thumbnail that is missing, empty, or was found damaged. */
  missing(): number;
  /** Notes that a photo's file could not be sent. */
  report(photoId: string): void;
  /**
   * Checks all files after the start and every ten minutes until the signal is aborted.
   * @param progress called on each check
   */
  run(signal: AbortSignal, progress: () => void): Promise<void>;
}

/** Everything that routes work with, made once per process. */
export interface ApiContext {
  config: Pick<
    Config,
    | 'publicUrl'
    | 'trustProxy'
    | 'allowedHosts'
    | 'travelUrl'
    | 'visitorLimits'
    | 'socialWebhook'
    | 'mailRate'
    | 'bounceAddress'
  >;
  log: Log;
  clock: Clock;
  /** Every kind of record in every area. */
  kinds: RecordKinds;
  store: EventStore;
  streams: Streams;
  commands: CommandHandler;
  processes: ProcessRunner;
  /** Changes many records as one act. */
  batches: Batches;
  /** Marks pending plans as out of date. */
  stalePlans: Pick<StalePlans, 'bringUpToDate'>;
  erasure: Erasure;
  /**
   * What goes one at a time in this process: for each customer, or quote of nobody else, by its id, erasing them and
   * acts of theirs of which something follows; taking a place in the quarantine; pages of files of the whole history; looking at
   * the steps of an act to undo; and comparing two moments.
   */
  turns: Queues;
  readModels: LiveReadModels;
  files: FileStore;
  /** Uploaded files that no record names yet. */
  heldFiles: HeldFiles;
  /** State that is neither history nor derivable from it. */
  state: StateStore;
  /** The name under which this process takes leases. */
  holder: string;
  images: Images;
  /** Draws invoices and quotes, on its own thread. */
  documents: Documents;
  imageAnalysis: ImageAnalysis;
  /** Writes posts in words of its own; null: the rules alone write. */
  contentWriter: ContentWriter | null;
  /** Chooses the query that a question means where the rules cannot; null: the rules alone do. */
  questionReader: QuestionReader | null;
  /** Words the open insights; null: they stand in their own words alone. */
  briefingWriter: BriefingWriter | null;
  photoCheck: PhotoCheck;
  /** Looks for insights, and ahead. */
  insights: Pick<Insights, 'generate' | 'predict' | 'earned'>;
  /** The company at earlier moments. */
  past: Pick<PastViews, 'open'>;
  /** What strangers can check the history by. */
  proofs: Proofs;
  /** How far visitors get in the public forms. */
  funnel: FunnelCounts;
  /** Where uploads wait their turn. */
  incoming: IncomingFiles;
  /** Where strangers' uploads wait, so that they never take up the staff's room. */
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
  /** The connection to each store: the event log; and state, read models and photos. */
  storeHealth(): { log: StoreHealth; documents: StoreHealth };
  /** What was found damaged in the log, and when all of it was last found to be whole. */
  logHealth(): FoundDamage & { checkedAt: string | null };
  /** How the backups are that are made automatically; null where none are. */
  backupHealth(): BackupHealth | null;
  /** The folder of the built console; null if this process does not serve it. */
  consoleFolder: string | null;
  /** Health of the outgoing mail. */
  mailHealth(): Promise<TransportHealth>;
  /** Through what mail leaves. */
  mailServers: MailServers;
  /** The health of this process's loops. */
  loops(): LoopHealth[];
  /** Aborted when the process begins to stop; event streams then end first. */
  stopping: AbortSignal;
}

/** Names one record. */
export interface RecordRef {
  category: string;
  id: string;
}

/**
 * A kind of record: its commands, its documents, and what it looks like on the wire. Replies, conflicts, lists,
 * spreadsheet files, history, timeline, undo and the activity feed all go through it.
 */
export interface RecordKind<Command extends object, Doc extends Document, Shown extends object> {
  /** Its name in paths, and the category of its streams unless its records share one stream. */
  category: string;
  /** What messages call one of its records: `person`. */
  noun: string;
  decider: Decider<unknown, Command, EventBody>;
  /** Its `ids` say which records an event of the stream names. */
  projection: Projection<Doc>;
  /** The one stream that all its records share, by the part after the dash; without it each record has its own. */
  sharedStream?: string;
  /** What people call the record; null if it has no name. */
  title(document: Doc): string | null;
  /** The titles of records whose title names other records; a page at a time. */
  titles?(context: Pick<ApiContext, 'readModels' | 'kinds'>, documents: readonly Doc[]): Promise<(string | null)[]>;
  /** The record as its own events describe it, which its history compares. */
  present(document: Doc): object;
  /** The steps of a history with the titles of other records that they name. */
  told?(context: Pick<ApiContext, 'readModels' | 'kinds'>, steps: readonly HistoryStep[]): Promise<HistoryStep[]>;
  /** The records as lists and answers show them, with everything joined to them; a page at a time. */
  show(context: ApiContext, documents: readonly Doc[]): Promise<Shown[]>;
  /** What a record shows before its first event, if anything. */
  initial?(id: string): Shown;
  /** The record that this one is part of: the activity feed names and opens that one instead. */
  partOf?(document: Doc): RecordRef;
  /** Other records whose steps its timeline includes. */
  toldWith?(document: Doc): RecordRef[];
  /** The category that these records follow; their steps appear in its timelines. */
  hangsOn?: string;
  /** How the search over all kinds finds these records; a kind without it is not searched. */
  found?: Found<Doc>;
  /** Where rights to it are given: to read one and its history, to change one, and so to undo a change. */
  area: Area;
  /** The areas of acts that take a right of another one, by their events: their undo takes it too. */
  actsOf?: Readonly<Record<string, Area>>;
  /** Where its records are of different areas. */
  areaOf?(document: Doc): Area;
  /** Which are whose, for those with only the right `own` in its area; without it none are. */
  own?: OwnRecords<Doc>;
  /**
   * What of a record somebody sees who lacks rights in other areas.
   * @param has whether they have a right
   * @param viewerId who they are
   */
  limited?(shown: Shown, has: Rights, viewerId: string): Shown;
  /** Makes the command that undoes a step come from this person, where a rule depends on who sends it. */
  sentBy?(command: Command, person: CurrentUser): Command;
  /** What its own stream cannot hold. */
  across?: RuleAcross<Doc>;
}

/** Whether somebody has a right. */
export type Rights = (need: Need) => boolean;

/** Which records are a person's own (docs/design/calls.md#access). */
export interface OwnRecords<Doc extends Document> {
  /** What lists and the search are narrowed to; without it both are closed to them. */
  where?(context: ApiContext, person: CurrentUser): Promise<Conditions>;
  includes(context: ApiContext, person: CurrentUser, document: Doc): Promise<boolean>;
  /** Of which they read the history too; by default of each. */
  tellsHistory?(person: CurrentUser, document: Doc): boolean;
  /** The events of their own that they take back; without it none, also not what they did in another role. */
  takesBack?: readonly string[];
  /** Whether the search over all kinds finds them for that person. */
  isSearched?: true;
}

/**
 * A rule about several records, which the stream of none of them can hold: that nobody is away twice on one day. It is
 * asked about every change, whatever makes it (docs/design/commands.md#rules-across-records).
 */
export interface RuleAcross<Doc extends Document> {
  /** Whether a change needs the other records looked up. @param was the record before; null for a new one */
  asksAbout(after: Doc, was: Doc | null): boolean;
  /**
   * Looks up the other records, which the read models show with all changes before this one.
   * @throws Rejection
   */
  require(context: Pick<ApiContext, 'readModels' | 'streams'>, after: Doc, was: Doc | null): Promise<void>;
}

/** How the search over all kinds finds records of one kind, and what it shows besides their title. */
export interface Found<Doc extends Document> {
  /** What is searched, if not the kind's own collection. */
  collection?: CollectionDefinition;
  /** Which of its documents count; by default those not removed. */
  where?: Conditions;
  /** The kind's own document, where the collection holds another. */
  own?(document: Document): Doc;
  /**
   * What else people know the record by; nulls are left out.
   * @param text what was searched for
   * @param today the company's day
   */
  detail(document: Doc, text: string, today: string): readonly (string | null)[];
}

/** A kind whose types its callers need not know. */
export type AnyRecordKind = RecordKind<object, Document, object>;

/** Every kind of record in the product. */
export interface RecordKinds {
  all: readonly AnyRecordKind[];
  /** @throws HttpError 404 for a category that is not a kind of record */
  of(category: string): AnyRecordKind;
  /** The first record that an event of a record's stream is about; null if there is none. */
  namedBy(event: RecordedEvent): { kind: AnyRecordKind; id: string } | null;
}
