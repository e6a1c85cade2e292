// Which export has what: it follows from the days and from the order of the log alone.

/** An export, as far as it says what is in it. */
export interface Exported {
  number: number;
  /** `YYYY-MM-DD`. */
  to: string;
  /** Of the event that says that it was exported. */
  position: string;
}

/**
 * The export that a line of the journal is in: the first one after it was recorded whose days, or days before them, are its
 * own. Null where none has it yet.
 * @param exports the oldest first, without those that were taken back
 */
export function exportOf<Of extends Exported>(
  line: { day: string; position: string },
  exports: readonly Of[],
): Of | null {
  return exports.find(({ to, position }) => line.day <= to && line.position < position) ?? null;
}
