import { setTimeout as delay } from 'node:timers/promises';
import { deciders } from '../../domain/index.ts';
import type { CollectionName, Condition, Document, ReadModels } from '../../store/read-models.ts';
import type { Clock } from '../runtime/clock.ts';
import { canonicalJson, uuidv5 } from '../runtime/ids.ts';
import type { LiveReadModels } from '../runtime/live-read-models.ts';
import type { Loop } from '../runtime/supervisor.ts';
import type { CommandHandler } from './command-handler.ts';

/**
 * Something to do at a time recorded in a read model. It is a query, repeated again and again, so that a restart loses
 * nothing (docs/design/commands.md#timers). Doing it must take the document out of the query and be safe to repeat, since the
 * read models lag behind and another process may ask at the same time.
 */
export interface Timer<Doc extends Document = Document> {
  name: string;
  collection: CollectionName<Doc>;
  /** Which documents wait for it, by equality. An index must hold these fields, then `dueAt`. */
  where?: Readonly<Record<string, Condition>>;
  /** The field with the time, as an ISO UTC instant; null if nothing is due. */
  dueAt: string;
  /** How long it is asked for after that instant, in milliseconds; by default until it is done. */
  forMs?: number;
  /** How late it may run after that instant, in milliseconds; a minute by default. */
  everyMs?: number;
  due(document: Doc, signal: AbortSignal): Promise<void>;
}

/** A command that is due. */
export interface DueCommand {
  /** The category of the stream. */
  category: string;
  id: string;
  /** The same each time, whoever sends it; see `body`. */
  command: object;
  /** The event that makes it due, and its role: another event or role means another command. */
  eventId: string;
  role: string;
  /** The part of the command that is the same each time, if some of it depends on the moment; by default all of it. */
  body?: object;
}

const EVERY_MS = 60_000;
/** While the read models are not there yet, as after a start: what came due must not wait another minute. */
const NOT_READY_MS = 50;
const PAGE = 100;

/**
 * Asks for what is due until the signal is aborted. The interval is measured by a clock that nobody sets; what is due,
 * by the office's: if that jumps ahead, all comes at once, and if it goes back, nothing comes twice.
 */
export function timerLoop(
  timer: Timer,
  { readModels, clock }: { readModels: Pick<LiveReadModels, 'peek' | 'isAsDeclared'>; clock: Clock },
): Loop {
  return async (signal, progress) => {
    while (!signal.aborted) {
      const models = readModels.peek();
      // What is due waits while read models are being built: only finished ones are sure to know the query.
      const isReady = models !== null && readModels.isAsDeclared();
      if (isReady) await doDue(timer, models, clock, signal);
      progress();
      const everyMs = timer.everyMs ?? EVERY_MS;
      await delay(isReady ? everyMs : Math.min(NOT_READY_MS, everyMs), undefined, { signal }).catch(() => undefined);
    }
  };
}

/**
 * One that fails does not hold up the others.
 * @throws the first failure, so that health shows it; it is retried
 */
async function doDue(timer: Timer, models: ReadModels, clock: Clock, signal: AbortSignal): Promise<void> {
  const { collection, dueAt, forMs } = timer;
  const now = clock();
  const range = {
    lte: new Date(now).toISOString(),
    ...(forMs !== undefined && { gte: new Date(now - forMs).toISOString() }),
  };
  const query = { where: { ...timer.where, [dueAt]: range }, limit: PAGE } as const;
  const failures: unknown[] = [];
  for (let after: string | null | undefined; after !== null && !signal.aborted; ) {
    const order = { field: dueAt, direction: 'asc' } as const;
    const page = await models.find(collection, { ...query, order, ...(after !== undefined && { after }) });
    for (const document of page.documents) {
      if (signal.aborted) return;
      await timer.due(document, signal).catch((cause) => failures.push(cause));
    }
    after = page.cursor;
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * Sends a command when it is due. Its id is derived from the event that made it due, so it is carried out once, however
 * many processes send it and however often. It is an act of its own: undoing it leaves what made it due.
 */
export function commandTimer<Doc extends Document>(
  timer: Omit<Timer<Doc>, 'due'> & { command(document: Doc): DueCommand | null | Promise<DueCommand | null> },
  commands: CommandHandler,
): Timer {
  return {
    ...timer,
    async due(document: Doc) {
      const due = await timer.command(document);
      if (!due) return;
      const decider = deciders.get(due.category);
      if (!decider) throw new Error(`The timer ${timer.name} names the unknown category ${due.category}.`);
      const commandId = uuidv5(due.eventId, due.role);
      await commands.handle(decider, due.id, [due.command], {
        actor: timer.name,
        commandId,
        correlationId: commandId,
        causationId: null,
        body: canonicalJson(due.body ?? due.command),
      });
    },
  };
}
