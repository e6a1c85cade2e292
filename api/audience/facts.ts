import { setImmediate as others } from 'node:timers/promises';
import { type Candidate, type CustomerFacts, placeOf } from '../../domain/audience/rule.ts';
import { tagKey } from '../../domain/customer/terms.ts';
import { mailAddress } from '../../domain/kit/mail-address.ts';
import { type LiveReadModels, Rebuilding } from '../../platform/runtime/live-read-models.ts';
import { type CustomerDocument, customers } from '../../projections/customers.ts';
import { invoices } from '../../projections/invoices.ts';
import { jobs } from '../../projections/jobs.ts';
import { leads } from '../../projections/leads.ts';
import { quotes } from '../../projections/quotes.ts';
import { suppressions } from '../../projections/suppressions.ts';
import type { Position } from '../../store/event-store.ts';
import type { ChangeNotice, CollectionName, Document, Query, ReadModels } from '../../store/read-models.ts';
import { pagesOf } from '../../store/read-pages.ts';
import { currentMailboxKey, type KeyContext, type MailboxKey, mailboxId } from '../suppressions/mailbox-key.ts';

// What segments ask of customers, of one generation of the read models, in memory: reading all of it for each count would
// take seconds. It holds no names and no addresses of mailboxes, and follows every change, an erasure too, at once.

/** The most documents to read at a time without holding up others. */
const PAGE = 500;

/** A customer, or somebody who is none any more but has work. */
export interface KnownCustomer extends CustomerFacts, Candidate {
  /** Null for whoever is no customer: archived, or not registered yet. */
  createdAt: string | null;
}

/** The lists of a customer that documents of other collections add to. */
interface Lists {
  finished: CustomerFacts['finished'][number][];
  invoiced: CustomerFacts['invoiced'][number][];
  leads: CustomerFacts['leads'][number][];
  openQuotes: object[];
}

type Known = KnownCustomer & Lists;

/** What one collection tells of customers. */
interface Source<Doc extends Document = Document, List extends keyof Lists = keyof Lists> {
  collection: CollectionName<Doc>;
  /** The documents that tell something; by default all. */
  query?: Omit<Query, 'limit'>;
  list: List;
  /** Null if it tells nothing of any customer. */
  told(document: Doc): { customerId: string | null; fact: Lists[List][number] } | null;
}

const source = <Doc extends Document, List extends keyof Lists>(told: Source<Doc, List>) => told as unknown as Source;

const SOURCES: readonly Source[] = [
  source({
    collection: jobs.collection,
    query: { where: { removed: null, status: 'completed' }, order: { field: 'completedAt', direction: 'asc' } },
    list: 'finished',
    told: ({ removed, status, completedAt, customerId, serviceType }) =>
      removed || status !== 'completed' || completedAt === null
        ? null
        : { customerId, fact: { service: serviceType, at: completedAt } },
  }),
  source({
    collection: invoices.collection,
    query: { where: { removed: null }, order: { field: 'createdAt', direction: 'asc' } },
    list: 'invoiced',
    told: ({ removed, isCancelled, customerId, revenue }) =>
      removed || isCancelled ? null : { customerId, fact: { cents: revenue } },
  }),
  source({
    collection: leads.collection,
    list: 'leads',
    told: ({ customerId, leadSource }) => ({ customerId, fact: { source: leadSource } }),
  }),
  source({
    collection: quotes.collection,
    query: { where: { removed: null, status: 'sent' }, order: { field: 'createdAt', direction: 'asc' } },
    list: 'openQuotes',
    told: ({ removed, status, customerId }) => (removed || status !== 'sent' ? null : { customerId, fact: {} }),
  }),
];

/** What segments ask of all customers, kept up to date until it is over. */
export class AudienceFacts {
  readonly models: ReadModels;
  readonly key: MailboxKey;
  /** Whether it follows no longer. */
  isOver = false;
  readonly #customers = new Map<string, Known>();
  readonly #suppressed = new Set<string>();
  /** By collection and id of a document, what it added to whose list. */
  readonly #added = new Map(SOURCES.map(({ collection }) => [collection as string, new Map<string, Added>()]));
  /** Null after one came or went. */
  #sorted: readonly KnownCustomer[] | null = null;
  #position: Position;
  #waiting: (() => void)[] = [];

  private constructor(models: ReadModels, key: MailboxKey, position: Position) {
    this.models = models;
    this.key = key;
    this.#position = position;
  }

  /**
   * Reads everything, then follows it until another generation is live. Whoever was given it by then still finds it whole.
   * @param onOver called then
   */
  static async made(
    live: LiveReadModels,
    models: ReadModels,
    key: MailboxKey,
    onOver: () => void,
  ): Promise<AudienceFacts> {
    const switched = live.switched();
    const { position } = await models.checkpoint();
    const facts = new AudienceFacts(models, key, position);
    await facts.#readAll();
    void facts.#follow(position, switched).then(onOver);
    return facts;
  }

  /** All who are customers, erased ones too, the newest first. */
  customers(): readonly KnownCustomer[] {
    this.#sorted ??= [...this.#customers.values()].filter(({ createdAt }) => createdAt !== null).sort(newestFirst);
    return this.#sorted;
  }

  isSuppressed(mailbox: string): boolean {
    return this.#suppressed.has(mailbox);
  }

  /** Waits until it has come to a position of the read models. @returns false if it is over before */
  async reached(position: Position): Promise<boolean> {
    while (!this.isOver && this.#position < position) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    return !this.isOver;
  }

  async #readAll(): Promise<void> {
    const read = async <Doc extends Document>(
      collection: CollectionName<Doc>,
      query: Omit<Query, 'limit'>,
      take: (document: Doc) => void,
    ) => {
      for await (const page of pagesOf<Doc>(this.models, collection, { ...query, limit: PAGE })) {
        for (const document of page) take(document);
        await others();
      }
    };
    await read(customers.collection, {}, (document) => this.#takeCustomer(document));
    await read(suppressions.collection, {}, ({ id, status }) => this.#takeSuppression(id, status));
    for (const from of SOURCES) {
      await read(from.collection, from.query ?? {}, (document) => this.#take(from, document.id, document));
    }
  }

  async #follow(position: Position, switched: AbortSignal): Promise<void> {
    try {
      for await (const notice of this.models.watch(position, switched)) {
        if ('reset' in notice) break;
        await this.#takeChanges(notice.changes);
        this.#moveTo(notice.position);
      }
    } catch {
      // Whatever it was, the next who asks reads everything anew and is told.
    } finally {
      this.isOver = true;
      this.#moveTo(this.#position);
    }
  }

  #moveTo(position: Position): void {
    this.#position = position;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  async #takeChanges(changes: Extract<ChangeNotice, { changes: unknown }>['changes']): Promise<void> {
    const of = (collection: string) =>
      changes.flatMap((change) => (change.collection === collection ? [change.id] : []));
    const get = async <Doc extends Document>(collection: CollectionName<Doc>) => {
      const ids = of(collection);
      return ids.length === 0 ? new Map<string, Doc>() : this.models.get<Doc>(collection, ids);
    };
    for (const document of (await get(customers.collection)).values()) this.#takeCustomer(document);
    for (const { id, status } of (await get(suppressions.collection)).values()) this.#takeSuppression(id, status);
    for (const from of SOURCES) {
      for (const document of (await get(from.collection)).values()) this.#take(from, document.id, document);
    }
  }

  #takeCustomer({ id, email, properties, tags, removed, erased, createdAt }: CustomerDocument): void {
    const address = erased ? null : mailAddress(email?.trim() ?? '');
    const known = this.#known(id);
    const now = removed ? null : createdAt;
    if (known.createdAt !== now) this.#sorted = null;
    Object.assign(known, {
      createdAt: now,
      isErased: erased === true,
      mailboxId: address === null ? null : mailboxId(this.key, address),
      places: erased ? [] : properties.filter((property) => property.removed === undefined).map(placeOf),
      // A document of an older generation has none.
      tags: (tags ?? []).map(tagKey),
    } satisfies Partial<KnownCustomer>);
  }

  #takeSuppression(id: string, status: string): void {
    if (status === 'suppressed') this.#suppressed.add(id);
    else this.#suppressed.delete(id);
  }

  #take({ collection, list, told }: Source, id: string, document: Document): void {
    const all = this.#added.get(collection);
    const before = all?.get(id);
    if (before) before.to.splice(before.to.indexOf(before.fact), 1);
    all?.delete(id);
    const now = told(document);
    if (!now || now.customerId === null) return;
    const to: object[] = this.#known(now.customerId)[list];
    to.push(now.fact);
    all?.set(id, { to, fact: now.fact });
  }

  #known(id: string): Known {
    const none = { createdAt: null, isErased: false, mailboxId: null, places: [], tags: [] };
    const known = this.#customers.get(id) ?? { id, ...none, finished: [], invoiced: [], leads: [], openQuotes: [] };
    this.#customers.set(id, known);
    return known;
  }
}

/** Where a fact is. */
interface Added {
  to: object[];
  fact: object;
}

function newestFirst(one: KnownCustomer, other: KnownCustomer): number {
  const [a, b] = [`${one.createdAt} ${one.id}`, `${other.createdAt} ${other.id}`];
  return a < b ? 1 : -1;
}

/** Those of each process: its read models stand for it. */
const made = new WeakMap<LiveReadModels, Made>();

interface Made {
  models: ReadModels;
  check: string;
  facts: Promise<AudienceFacts>;
}

/** Tries, as a generation may be switched or lost at any moment. */
const MOST_TRIES = 3;

/**
 * What segments ask of all customers, with every change that the read models show now. The first who asks waits until
 * all of it is read; so does the first after a generation was switched or damaged.
 * @throws HttpError 503 `mailbox_key_lost` where nobody can tell who gets no marketing; Rebuilding
 */
export async function currentFacts(context: KeyContext): Promise<AudienceFacts> {
  const { readModels } = context;
  const letGo = (of: Made) => {
    if (made.get(readModels) === of) made.delete(readModels);
  };
  for (let tries = 1; ; tries++) {
    const key = await currentMailboxKey(context);
    const models = readModels.current();
    const position = readModels.position();
    let known = made.get(readModels);
    if (known?.models !== models || known.check !== key.check) {
      const asked: Made = {
        models,
        check: key.check,
        facts: AudienceFacts.made(readModels, models, key, () => letGo(asked)),
      };
      made.set(readModels, asked);
      known = asked;
    }
    try {
      const facts = await known.facts;
      if (await facts.reached(position)) return facts;
    } catch (cause) {
      if (tries === MOST_TRIES) throw cause;
    }
    letGo(known);
    if (tries === MOST_TRIES) throw new Rebuilding();
  }
}
