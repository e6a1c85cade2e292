import pino, { type DestinationStream, type LogFn, type Logger } from 'pino';
import { describeError } from './log-errors.ts';

export type Log = Logger;

/** Fields that may hold a person's data or a secret: never in a log line. */
const REDACTED = ['*.password', '*.cookie', '*.authorization', '*.email', '*.phone', '*.name'];

/**
 * The process's log: one JSON object per line on standard output. A line's text is fixed; what varies is in its fields.
 * Errors are logged only as far as they cannot hold a person's data (see `describeError`).
 * @param level pino's, or `silent`
 * @param destination instead of standard output
 */
export function createLog(level = 'info', destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: REDACTED, remove: true },
    serializers: { err: describeError },
    hooks: { logMethod: withOwnText },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** pino would use an error's message as the line's text if the line has none of its own. */
function withOwnText(this: Logger, given: Parameters<LogFn>, write: LogFn): void {
  const [first, text, ...rest] = given as [unknown, string?, ...unknown[]];
  const fields = first instanceof Error ? { err: first } : first;
  if (typeof fields === 'object' && text === undefined) write.call(this, fields, 'failed');
  else write.apply(this, [fields, text, ...rest] as Parameters<LogFn>);
}
