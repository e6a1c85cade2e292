// What an export holds depends only on its days and on the order of the log.

/** What decides which lines an export holds. */
export interface Exported {
  number: number;
  /** `YYYY-MM-DD`. */
  to: string;
  /** The position of the event that recorded the export. */
  position: string;
}

/**
 * The export that holds a journal line: the first one made after the line was recorded that ends on or after its day.
 * Null if none holds it yet.
 * @param exports oldest first, without those taken back
 */
export function exportOf<Of extends Exported>(
  line: { day: string; position: string },
  exports: readonly Of[],
): Of | null {
  return exports.find(({ to, position }) => line.day <= to && line.position < position) ?? null;
}
