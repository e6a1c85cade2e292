const CHECK_MS = 500;

/**
 * Sends this process SIGTERM once the process that started it is gone. npm passes a signal to the shell between them,
 * and a shell that does not pass it on (dash) would leave this process running on its own, with the data folder held.
 * Does nothing where no npm script started it.
 */
export function endWithParent(): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, CHECK_MS);
  timer.unref();
}
