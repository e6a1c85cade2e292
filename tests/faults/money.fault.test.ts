import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { BooksCheck } from '../../domain/audit/books-check.ts';
import { isDecoded, START } from '../../store/event-store.ts';
import { isDeep } from '../support/depth.ts';
import { runScript } from '../support/processes/process.ts';
import { registered } from '../support/samples/customer-events.ts';
import { appendTo } from '../support/samples/lead-events.ts';
import { openProductStores } from '../support/stores/product-stores.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** How many appends each process survives. */
const APPENDS = isDeep ? 1 : 4;
/** More than all the acts append, so that it ends. */
const MOST = 30;

/**
 * What `verify:books` says about the log: checked here, because a process for it at each death would take most of the
 * time.
 */
async function faultsIn(folder: string): Promise<readonly string[]> {
  const stores = await openProductStores({ folder });
  const entries = await stores.log.readAll(START, 1_000);
  await stores.close();
  const check = new BooksCheck();
  for (const entry of entries) {
    if (!isDecoded(entry)) throw new Error(`${entry.type} cannot be read: ${entry.error}`);
    check.take(entry);
  }
  return check.report().faults;
}

test('A death in the midst of what becomes of money loses no cent, and leaves nothing on its way', {
  tags: ['deep'],
  timeout: 300_000,
}, async () => {
  const folder = await tempFolder();
  const env = { DATA_DIR: folder.path };
  const customerId = randomUUID();
  const stores = await openProductStores({ folder: folder.path });
  await appendTo(stores.log, `customer-${customerId}`, registered());
  await stores.close();
  const go = () => runScript('tests/support/processes/money-and-die.ts', [customerId, String(APPENDS)], env);
  let deaths = 0;
  for (let last = await go(); last.signal === 'SIGKILL'; last = await go()) {
    deaths++;
    expect(await faultsIn(folder.path), `after ${deaths * APPENDS} appends`).toEqual([]);
    expect(deaths).toBeLessThan(MOST);
  }
  // At least the two invoices, the payment, the credit use, the void and the cancellation, with what follows from each.
  expect(deaths).toBeGreaterThanOrEqual(Math.floor(10 / APPENDS));
  const { code, output } = await runScript('scripts/verify-books.ts', [], env);
  expect(output).not.toContain('On its way');
  // $108.00 of the first are open again, nothing of the second; the credit that was used is back, and owed.
  expect(output).toMatch(/Accounts receivable .*\$108\.00\n/);
  expect(output).toMatch(/Customer credit .* \$0\.00\n/);
  expect(code).toBe(0);
  await folder.remove();
});
