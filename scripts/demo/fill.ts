import { recordFolds } from '../../api/areas.ts';
import { keepMailboxKey } from '../../api/suppressions/mailbox-key.ts';
import { deciders, processes } from '../../domain/index.ts';
import { createPasswords, type PasswordCost } from '../../platform/accounts/passwords.ts';
import { createSignIn } from '../../platform/accounts/sign-in.ts';
import { type CommandHandler, createCommandHandler } from '../../platform/commands/command-handler.ts';
import { createProcessRunner } from '../../platform/commands/processes.ts';
import { createStreams } from '../../platform/commands/streams.ts';
import { canonicalJson, uuidv5 } from '../../platform/runtime/ids.ts';
import type { Stores } from '../../platform/runtime/stores.ts';
import { START } from '../../store/event-store.ts';
import { openSignIns } from './accounts.ts';
import type { Act, Desk } from './act.ts';
import { DEMO_MAILBOX_KEY, demoKeys } from './keys.ts';
import { demoLooks } from './looks.ts';
import { demoMails } from './mails.ts';
import { demoRules } from './rules.ts';
import { timeline } from './timeline.ts';
import { lastWorkingDay, workingYear } from './working-time.ts';

/** Kept in state, so that an interrupted first run is finished the way it began, whatever the day. */
interface Progress {
  /** The last day of the history, `YYYY-MM-DD`. */
  lastDay: string;
  zone: string;
  isComplete: boolean;
  [key: string]: string | boolean;
}

const PROGRESS = 'demo/progress';

/** The stores hold a company that is not the demo. */
export class NotTheDemo extends Error {
  constructor(where = 'There is a history') {
    const otherwise = where.includes('EventStoreDB')
      ? 'Set EVENTSTORE_NAMESPACE to a name that is not in use there'
      : 'Set DATA_DIR to an empty folder, or leave it out';
    super(`${where}, and it is not the demo's. Nothing was written. ${otherwise}.`);
    this.name = 'NotTheDemo';
  }
}

/**
 * Writes the demo's history to empty stores, or the rest of it after an interruption; nothing if it is complete.
 * @param today the time of the first fill: milliseconds since the epoch, and the IANA name of the company's time zone
 * @param passwordCost the product's by default
 * @param acts only this many first acts; all by default
 * @returns whether anything was left to do
 * @throws NotTheDemo
 */
export async function fillDemo(
  stores: Stores,
  today: { now: number; zone: string },
  passwordCost?: PasswordCost,
  acts = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const { state } = stores;
  const { progress, version } = await begin(stores, today);
  if (progress.isComplete) return false;
  const time = workingYear(Temporal.PlainDate.from(progress.lastDay), progress.zone);
  await keepMailboxKey(state, DEMO_MAILBOX_KEY.key);
  await carryOut(stores, timeline(time).slice(0, acts));
  await openSignIns(createSignIn(state, createPasswords(passwordCost), Date.now));
  await state.put(PROGRESS, { ...progress, isComplete: true }, { expected: version });
  return true;
}

async function begin(
  { log, state, storage }: Stores,
  { now, zone }: { now: number; zone: string },
): Promise<{ progress: Progress; version: string }> {
  const begun = await state.get(PROGRESS);
  if (begun) return { progress: begun.value as Progress, version: begun.version };
  if ((await log.head()) !== START) throw new NotTheDemo(storage[0]);
  const progress: Progress = { lastDay: lastWorkingDay(now, zone).toString(), zone, isComplete: false };
  const version = await state.put(PROGRESS, progress, { expected: 'none' });
  if (version === null) throw new Error('another process is filling it. Wait until that is done, then start again.');
  return { progress, version };
}

/** One act after another, because people read what happened in the log's order. */
async function carryOut(stores: Stores, acts: readonly Act[]): Promise<void> {
  let now = 0;
  const keys = demoKeys(stores);
  const streams = createStreams({ store: stores.log, keys, records: recordFolds });
  const handler = createCommandHandler({ store: stores.log, streams, keys, clock: () => now });
  // A person first entered by a process step also gets the same subject each time.
  const commands: CommandHandler = {
    ...handler,
    handle: (decider, id, sent, context) =>
      handler.handle(decider, id, sent, { newSubject: uuidv5(context.commandId, 'subject'), ...context }),
  };
  const { log: store, state } = stores;
  const runner = createProcessRunner({ processes, deciders, commands, store, state, clock: () => now });

  const mails = demoMails({ commands, streams, store, state });
  const clock = () => now;
  const rules = demoRules({ stores, commands, streams, processes: runner, clock });
  const look = demoLooks({ commands, store, rules });

  function deskOf({ actor }: Act): Desk {
    return {
      async send(decider, id, command, { commandId, undoes }) {
        const outcome = await commands.handle(decider, id, [command], {
          actor,
          commandId,
          body: canonicalJson(command),
          correlationId: commandId,
          causationId: null,
          undoes,
        });
        const { left } = await runner.follow(outcome.appended);
        await mails.follow(outcome.appended);
        const [first] = left;
        if (first) throw new Error(`A step that follows from ${first.type} in ${first.stream} was refused.`);
      },
      load: async (decider, id) => (await streams.load(decider, id)).state,
      look: () => look(now),
      keep: (bytes) => stores.files.put(bytes),
    };
  }

  for (const act of acts) {
    now = act.at;
    await act.run(deskOf(act));
  }
  await mails.end();
}
