import { parseConfig } from '../../../platform/configuration/config.ts';
import { systemClock } from '../../../platform/runtime/clock.ts';
import { openStores, type Stores } from '../../../platform/runtime/stores.ts';
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

/** Moves the process checkpoint to the head, where a server that handled these events would have it. */
export async function markSeen({ log, state }: Stores): Promise<void> {
  const head = await log.head();
  const before = String(Number(head) - 1).padStart(head.length, '0');
  const [last] = await log.readAll(before, 1);
  if (!last || !isDecoded(last)) throw new Error('The log has no last event.');
  const record = await state.get('reactor/processes');
  await state.put(
    'reactor/processes',
    { position: last.position, eventId: last.id },
    { expected: record?.version ?? 'none' },
  );
}
