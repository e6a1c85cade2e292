import { createLog, type Log } from '../../../platform/runtime/log.ts';

/** The product's own log, at every level, kept in memory. */
export interface CapturedLog {
  log: Log;
  /** The lines as they would be printed. */
  text(): string;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts on what was logged, whatever its shape
  lines(): any[];
  clear(): void;
}

export function captureLog(): CapturedLog {
  const written: string[] = [];
  return {
    log: createLog('trace', { write: (line: string) => void written.push(line) }),
    text: () => written.join(''),
    lines: () => written.map((line) => JSON.parse(line)),
    clear: () => void written.splice(0),
  };
}
