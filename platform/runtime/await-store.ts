import { setTimeout as delay } from 'node:timers/promises';
import { StoreRefused, StoreUnavailable } from '../../store/event-store.ts';
import { hostsOf } from '../../store/server-address.ts';

/** How long a start waits for a server that is not there yet, and how often it says that it is waiting. */
const PATIENCE = { waitMs: 60_000, sayEveryMs: 5_000 };
const TRY_EVERY_MS = 500;

export interface AwaitedStore {
  /** The variable that names the server. */
  variable: 'EVENTSTORE_URL' | 'MONGODB_URL';
  /** The server's product name. */
  name: string;
  url: string;
  /** Why it cannot be reached, if that can be found out. */
  why?: () => Promise<string>;
}

/**
 * Repeats a first call to a server until the server is there, since both may be started at the same time.
 * @param say called every five seconds with what it is waiting for
 * @throws an Error that names the variable, the server, what is wrong and what to do: after a minute, or at once if no
 *   wait would help
 */
export async function awaitStore<Result>(
  store: AwaitedStore,
  call: () => Promise<Result>,
  say: (line: string) => void,
  { waitMs, sayEveryMs }: { waitMs: number; sayEveryMs: number } = PATIENCE,
): Promise<Result> {
  const { variable, name, url, why } = store;
  const hosts = hostsOf(url)?.join(', ') ?? 'the address';
  const startedAt = performance.now();
  let saidAt = startedAt;
  for (;;) {
    try {
      return await call();
    } catch (cause) {
      const error = requireUnavailable(cause, `${variable} (${hosts})`);
      const reason = async () => (await why?.()) ?? error.message;
      const now = performance.now();
      if (now - startedAt >= waitMs) {
        const message = `${variable} (${hosts}): ${name} was not there within ${waitMs / 1000} s. ${await reason()}. Start it, or correct the address.`;
        throw new Error(message, { cause });
      }
      if (now - saidAt >= sayEveryMs) {
        saidAt = now;
        say(`Waiting for ${name} at ${hosts}: ${await reason()}`);
      }
      await delay(TRY_EVERY_MS);
    }
  }
}

/** @throws an error that no waiting would fix */
function requireUnavailable(cause: unknown, store: string): StoreUnavailable {
  if (cause instanceof StoreRefused) throw new Error(`${store}: ${cause.remedy}`, { cause });
  if (!(cause instanceof StoreUnavailable)) throw cause;
  return cause;
}
