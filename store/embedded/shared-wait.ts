/** The longest delay that a timer takes, in milliseconds. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Waits for the end of an `Atomics.waitAsync`, which is no reason for Node to stay: a timer is.
 * @param wake notifies the place that is waited on: when the signal is aborted, and after the longest time
 */
export async function woken(
  wait: ReturnType<typeof Atomics.waitAsync>,
  wake: () => void,
  signal: AbortSignal,
  longestMs = LONGEST_MS,
): Promise<void> {
  if (!wait.async) return;
  const timer = setTimeout(wake, longestMs);
  signal.addEventListener('abort', wake, { once: true });
  try {
    await wait.value;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', wake);
  }
}
