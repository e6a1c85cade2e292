/** A timer far away: it only keeps the event loop alive, which a wait on shared memory does not. */
const FAR_MS = 2 ** 30;

/**
 * Waits until a shared counter is no longer what was seen, or the signal is aborted. Whoever changes the counter, in
 * whatever thread, wakes it with `Atomics.notify`.
 * @param timeoutMs ends the wait as well; without it there is no limit
 */
export async function changeOf(
  counters: BigInt64Array,
  index: number,
  seen: bigint,
  signal: AbortSignal,
  timeoutMs = Number.POSITIVE_INFINITY,
): Promise<void> {
  if (signal.aborted) return;
  const wait = Atomics.waitAsync(counters, index, seen, timeoutMs);
  if (!wait.async) return;
  const alive = setInterval(() => {}, FAR_MS);
  let wake = () => {};
  const aborted = new Promise<void>((resolve) => {
    wake = resolve;
  });
  signal.addEventListener('abort', wake, { once: true });
  await Promise.race([wait.value, aborted]);
  signal.removeEventListener('abort', wake);
  clearInterval(alive);
}
