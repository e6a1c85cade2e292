const CHECK_MS = 500;

/**
 * Sends this process SIGTERM once the process that started it is gone. npm signals the shell between them, and a shell
 * that does not pass the signal on (dash) would leave this process running alone, holding the data folder. Does nothing
 * unless an npm script started it.
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
