import { setTimeout as delay } from 'node:timers/promises';
import { deciders } from '../../domain/index.ts';
import type { Condition, Document, ReadModels } from '../../store/read-models.ts';
import { type Clock, isoNow } from '../runtime/clock.ts';
import { canonicalJson, uuidv5 } from '../runtime/ids.ts';
import type { LiveReadModels } from '../runtime/live-read-models.ts';
import type { Loop } from '../runtime/supervisor.ts';
import type { CommandHandler } from './command-handler.ts';

/**
 * What is to be done at a time that is written in a read model: a query, asked again and again, so that nothing is lost by
 * a restart (docs/design.md#timers). What is done must take the document out of the query, and be safe to repeat: the read
 * models come after, and another process may ask at the same time.
 */
export interface Timer {
  name: string;
  collection: string;
  /** Which documents wait for it; by equality. An index holds these fields, then `dueAt`. */
  where?: Readonly<Record<string, Condition>>;
  /** The field that says when, as an ISO UTC instant; null where nothing is due. */
  dueAt: string;
  /** How long after the instant it may come, in milliseconds; a minute where nothing is said. */
  everyMs?: number;
  due(document: Document, signal: AbortSignal): Promise<void>;
}

/** A command that is due. */
export interface DueCommand {
  /** Of the stream. */
  category: string;
  id: string;
  /** The same each time, whoever sends it; see `body`. */
  command: object;
  /** The id of the event that it is due by, and what it is of all that is: another event, another command. */
  eventId: string;
  role: string;
  /** What of the command is the same each time, where something in it is of the moment; the whole of it without this. */
  body?: object;
}

const EVERY_MS = 60_000;
/** While the read models are not there yet, as after a start: what came due meanwhile does not wait a minute more. */
const NOT_READY_MS = 500;
const PAGE = 100;

/**
 * Asks for what is due, until the signal is aborted. The time between is measured by a clock that nobody sets, and what is
 * due is told by the office's: where that one jumps ahead, all comes at once, and nothing comes twice where it goes back.
 */
export function timerLoop(
  timer: Timer,
  { readModels, clock }: { readModels: Pick<LiveReadModels, 'peek' | 'isAsDeclared'>; clock: Clock },
): Loop {
  return async (signal, progress) => {
    while (!signal.aborted) {
      const models = readModels.peek();
      // What is due waits for read models that are being built, which alone are sure to know the query.
      const isReady = models !== null && readModels.isAsDeclared();
      if (isReady) await doDue(timer, models, isoNow(clock), signal);
      progress();
      const everyMs = timer.everyMs ?? EVERY_MS;
      await delay(isReady ? everyMs : Math.min(NOT_READY_MS, everyMs), undefined, { signal }).catch(() => undefined);
    }
  };
}

/**
 * One that fails does not hold up the others.
 * @throws the first failure, so that health shows it; it is tried again
 */
async function doDue(timer: Timer, models: ReadModels, now: string, signal: AbortSignal): Promise<void> {
  const { collection, dueAt } = timer;
  const query = { where: { ...timer.where, [dueAt]: { lte: now } }, limit: PAGE } as const;
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
 * Sends a command when it is due. Its id is derived from the event that it is due by, so that it is carried out once, by
 * however many processes and however often. It is an act of its own: its undo undoes nothing of the person who made it due.
 */
export function commandTimer<Doc extends Document>(
  timer: Omit<Timer, 'due'> & { command(document: Doc): DueCommand | null | Promise<DueCommand | null> },
  commands: CommandHandler,
): Timer {
  return {
    ...timer,
    async due(document) {
      const due = await timer.command(document as Doc);
      if (!due) return;
      const decider = deciders.get(due.category);
      if (!decider) throw new Error(`The timer ${timer.name} names the unknown category ${due.category}.`);
      const commandId = uuidv5(due.eventId, due.role);
      await commands.handle(decider, due.id, [due.command], {
        ...{ actor: timer.name, commandId, correlationId: commandId, causationId: null },
        body: canonicalJson(due.body ?? due.command),
      });
    },
  };
}
