import { randomKey } from '../use-command.ts';
import { device } from './device-store.ts';
import { isLeaseFree, LEASE_MS } from './queue-rules.ts';

/** How often a tab renews its lease. */
const RENEW_MS = 2_000;

/** This tab's id. */
const HERE = randomKey();

/**
 * Runs something in one tab of this browser at a time; the others wait. Without a secure context there are no Web
 * Locks: then a lease in the device's store decides which tab.
 */
export async function inOneTab(name: string, run: () => Promise<void>): Promise<void> {
  if (navigator.locks) return navigator.locks.request(name, run);
  while (!(await takeLease(name))) await new Promise((resolve) => setTimeout(resolve, RENEW_MS));
  const renewal = setInterval(() => void takeLease(name).catch(() => {}), RENEW_MS);
  try {
    await run();
  } finally {
    clearInterval(renewal);
    await endLease(name);
  }
}

async function takeLease(name: string): Promise<boolean> {
  const { store, done } = (await device()).transaction('leases', 'readwrite');
  const held = await store.get(name);
  const isFree = isLeaseFree(held, HERE, Date.now());
  if (isFree) await store.put({ name, holder: HERE, until: Date.now() + LEASE_MS });
  await done;
  return isFree;
}

async function endLease(name: string): Promise<void> {
  const { store, done } = (await device()).transaction('leases', 'readwrite');
  if ((await store.get(name))?.holder === HERE) await store.delete(name);
  await done;
}
