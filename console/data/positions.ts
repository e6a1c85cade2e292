/**
 * The highest log position seen in any response or notice. Every list asks for at least this, so that people read their
 * own writes (docs/design/commands.md#replies).
 */
let latest = '';

/** By query hash: the position the query's data covers, or that the fetch under way asked for. */
const covered = new Map<string, string>();

/** The position the server's stream has reached: no more notices come for anything up to here. */
let told = '';

export function toldUpTo(position: string): void {
  if (position > told) told = position;
}

/** Whether the stream has already announced what a response is missing of what was asked for. */
export function isToldOf(wanted: string, answered: string): boolean {
  return answered < wanted && wanted <= told;
}

export function latestPosition(): string {
  return latest;
}

export function sawPosition(position: string | null): void {
  if (position !== null && position > latest) latest = position;
}

/**
 * After a reset positions start over from here: earlier ones may belong to another history, which this one never
 * reaches.
 */
export function startPositionsAt(position: string): void {
  latest = position;
  told = position;
  covered.clear();
}

export function coversPosition(queryHash: string, position: string): void {
  covered.set(queryHash, position);
}

/** Whether a query's data, cached or being fetched, is older than a position. */
export function isOlder(queryHash: string, position: string): boolean {
  return (covered.get(queryHash) ?? '') < position;
}

/** For a failed fetch: how current its data is, is unknown. */
export function forgetPosition(queryHash: string): void {
  covered.delete(queryHash);
}
