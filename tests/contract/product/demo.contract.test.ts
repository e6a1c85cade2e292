import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseConfig } from '../../../platform/configuration/config.ts';
import { systemClock } from '../../../platform/runtime/clock.ts';
import { openStores, type Stores } from '../../../platform/runtime/stores.ts';
import { fillDemo, NotTheDemo } from '../../../scripts/demo/fill.ts';
import { isDecoded, type LogEntry, START, StoreUnavailable } from '../../../store/event-store.ts';
import { isDeep } from '../../support/depth.ts';
import { appendTo, captured } from '../../support/samples/lead-events.ts';
import { logWith } from '../../support/stores/log-wrapper.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

const TODAY = { now: Date.UTC(2026, 10, 20, 20), zone: 'America/New_York' };
const CHEAP = { memory: 64, passes: 1 };
/** The years before and the first four months, or everything. */
const ACTS = isDeep ? undefined : 750;

let opened: { stores: Stores; folder: TempFolder }[] = [];
beforeEach(() => {
  opened = [];
});
afterEach(async () => {
  for (const { stores, folder } of opened) {
    await stores.close();
    await folder.remove();
  }
});

async function emptyStores(): Promise<Stores> {
  const folder = await tempFolder();
  const stores = await openStores(parseConfig({ DATA_DIR: folder.path }), systemClock);
  opened.push({ stores, folder });
  return stores;
}

const fill = (stores: Stores, today = TODAY) => fillDemo(stores, today, CHEAP, ACTS);
const history = (stores: Stores): Promise<LogEntry[]> => stores.log.readAll(START, 10_000);

/**
 * The same stores, with a log that fails some appends. @param isLost gets the stream and how many appends came before
 */
function failing(stores: Stores, isLost: (stream: string, before: number) => boolean): Stores {
  let before = 0;
  const append: Stores['log']['append'] = async (stream, ...rest) => {
    if (isLost(stream, before++)) throw new StoreUnavailable('The disk is full.');
    return stores.log.append(stream, ...rest);
  };
  const { log } = stores;
  return { ...stores, log: { ...logWith(log, {}), append, appendInOrder: (appends) => log.appendInOrder(appends) } };
}

describe('filling the demo', { tags: ['more'] }, () => {
  test('Filling the demo gives equal histories on one day, in the order in which things happened', {
    tags: ['deep'],
  }, async () => {
    const [first, second] = [await emptyStores(), await emptyStores()];
    expect(await fill(first)).toBe(true);
    expect(await fill(second, { ...TODAY, now: TODAY.now + 3_600_000 })).toBe(true);
    const events = await history(first);
    expect(await history(second)).toEqual(events);
    const times = events.map((event) => (isDecoded(event) ? event.metadata.recordedAt : event.error));
    expect(times).toEqual(times.toSorted());
  });

  test('Filling the demo a second time appends nothing, on whatever day', async () => {
    const stores = await emptyStores();
    await fill(stores);
    const head = await stores.log.head();
    expect(await fill(stores, { ...TODAY, now: TODAY.now + 86_400_000 * 40 })).toBe(false);
    expect(await stores.log.head()).toBe(head);
  });

  test('A filling of the demo that was interrupted is finished as it began, also on a later day', async () => {
    const [whole, broken] = [await emptyStores(), await emptyStores()];
    await fill(whole);
    const broke = (isLost: Parameters<typeof failing>[1]) =>
      expect(fill(failing(broken, isLost))).rejects.toThrow('The disk is full.');
    await broke(() => true);
    // Right after taking a number it would leave a gap (docs/design/commands.md#numbers).
    await broke((stream, before) => before >= 500 && stream.startsWith('numbering-'));
    await broke((stream) => stream.startsWith('customer-')); // a conversion without its customer
    await fill(broken, { ...TODAY, now: TODAY.now + 86_400_000 * 3 });
    expect(await history(broken)).toEqual(await history(whole));
  });

  test('Filling the demo leaves another company as it is, and says where that is', async () => {
    const stores = await emptyStores();
    await appendTo(stores.log, 'lead-a', captured('Ada King'));
    const head = await stores.log.head();
    await expect(fill(stores)).rejects.toThrow(NotTheDemo);
    await expect(fill(stores)).rejects.toThrow(/log\.db, and it is not the demo's.*Set DATA_DIR/);
    expect(await stores.log.head()).toBe(head);
  });
});
