import { REBOOK_REFUNDS } from '../../../api/invoices/rebook-refunds.ts';
import { BATCHES } from '../../../platform/commands/batches.ts';
import { ERASURE } from '../../../platform/commands/erasure.ts';
import { PROCESSES } from '../../../platform/commands/processes.ts';
import { reactorKey } from '../../../platform/commands/reactor.ts';
import { parseConfig } from '../../../platform/configuration/config.ts';
import { STALE_PLANS } from '../../../platform/plans/stale-plans.ts';
import { systemClock } from '../../../platform/runtime/clock.ts';
import { openStores, type Stores } from '../../../platform/runtime/stores.ts';
import { MAIL_REACTORS } from '../../../server/mail.ts';
import { isDecoded } from '../../../store/event-store.ts';
import { writeCompanyLog } from './company-log.ts';

/** Fills an empty data folder with the history of a company of this many events; makes no read models. */
export async function makeCompany(folder: string, events: number): Promise<void> {
  await withStores(folder, async (stores) => {
    await writeCompanyLog(stores.log, events, (written) =>
      process.stderr.write(`\rwriting ${written} of ${events} events`),
    );
    process.stderr.write('\n');
    await markSeen(stores);
  });
}

/** Opens the stores of a folder for some work. */
export async function withStores<Result>(folder: string, work: (stores: Stores) => Promise<Result>): Promise<Result> {
  const stores = await openStores(parseConfig({ DATA_DIR: folder }), systemClock);
  try {
    return await work(stores);
  } finally {
    await stores.close();
  }
}

/** The reactors that read the log on from where they were. */
const REACTORS = [PROCESSES, BATCHES, STALE_PLANS, REBOOK_REFUNDS, ERASURE, ...MAIL_REACTORS.map(([name]) => name)];

/** Moves the checkpoints of the reactors to the head, where a server that handled these events would have them. */
export async function markSeen({ log, state }: Stores): Promise<void> {
  const head = await log.head();
  const before = String(Number(head) - 1).padStart(head.length, '0');
  const [last] = await log.readAll(before, 1);
  if (!last || !isDecoded(last)) throw new Error('The log has no last event.');
  for (const name of REACTORS) {
    const key = reactorKey(name);
    const record = await state.get(key);
    await state.put(key, { position: last.position, eventId: last.id }, { expected: record?.version ?? 'none' });
  }
}
