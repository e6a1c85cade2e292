import pino, { type Logger } from 'pino';

export type Log = Logger;

/** Fields that may hold a person's data or a secret: never in a line of the log. */
const REDACTED = ['*.password', '*.cookie', '*.authorization', '*.email', '*.phone', '*.name'];

/** The process's log: one JSON object per line on standard output. @param level pino's, or `silent` */
export function createLog(level = 'info'): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: REDACTED, remove: true },
  });
}
