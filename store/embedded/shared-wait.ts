/** The longest delay that a timer accepts, in milliseconds. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Waits for an `Atomics.waitAsync` to end. The wait alone would not keep Node running; its timer does.
 * @param wake notifies the slot waited on: called when the signal is aborted, and after the longest time
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
