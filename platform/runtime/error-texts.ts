/** For the log and the terminal of whoever runs the server: an error's message followed by those of its causes. */
export function withCauses(error: unknown): string {
  const texts: string[] = [];
  for (let each = error; each instanceof Error; each = each.cause) {
    if (!texts.some((text) => text.includes((each as Error).message))) texts.push(each.message);
  }
  return texts.join(' ');
}

const NO_RIGHT =
  'The user that runs this may not do that: run it as the user that runs Heartwood, give this user access, or name another place.';
const NO_ROOM = 'The disk is full: make room, or name another place.';
const SQLITE_FULL = 13;
/** What to do where the system refused, by its code. */
const WAYS_OUT: Readonly<Record<string, string>> = {
  EACCES: NO_RIGHT,
  EPERM: NO_RIGHT,
  EROFS: 'That disk is read-only: name another place.',
  ENOSPC: NO_ROOM,
  EDQUOT: NO_ROOM,
};

/** For the terminal of whoever ran a command: what the system says of itself is followed by what to do. */
export function withWayOut(error: unknown): string {
  const { code = '', errcode } = error as { code?: string; errcode?: number };
  const wayOut = errcode === SQLITE_FULL ? NO_ROOM : WAYS_OUT[code];
  return [withCauses(error), ...(wayOut ? [wayOut] : [])].join('. ');
}

/**
 * For a signed-in person: the message of an error of our own. Errors of the operating system, of databases and of their
 * clients carry a code, and may name paths, hosts and statements, so they go only to the log.
 */
export function shownMessage(error: Error): string {
  return isForeign(error) ? "A file, a database or the network failed. The server's log says which." : error.message;
}

/**
 * Whether an error comes from the operating system, a database or its client. Our own errors with a code are recognized
 * by class.
 */
export function isForeign(error: Error): boolean {
  return ['code', 'errcode', 'syscall'].some((field) => field in error);
}
