/**
 * How far the log is known to have come: the highest position that any answer or notice told. Every list asks for at
 * least this, so that a person reads their own writes (docs/design.md#replies).
 */
let latest = '';

/** By query hash: the position that the query's data holds, or that the fetch under way has asked for. */
const covered = new Map<string, string>();

/** How far the server's stream has told what changed: no notice of anything up to there comes again. */
let told = '';

export function toldUpTo(position: string): void {
  if (position > told) told = position;
}

/** Whether what an answer lacks of what it was asked for has been told by the stream meanwhile. */
export function isToldOf(wanted: string, answered: string): boolean {
  return answered < wanted && wanted <= told;
}

export function latestPosition(): string {
  return latest;
}

export function sawPosition(position: string | null): void {
  if (position !== null && position > latest) latest = position;
}

/** After a reset positions count from there: earlier ones may be of another history, which this one never reaches. */
export function startPositionsAt(position: string): void {
  latest = position;
  told = position;
  covered.clear();
}

export function coversPosition(queryHash: string, position: string): void {
  covered.set(queryHash, position);
}

/** Whether a query's data, present or on its way, is older than a position. */
export function isOlder(queryHash: string, position: string): boolean {
  return (covered.get(queryHash) ?? '') < position;
}

/** For a failed fetch: nothing is known of what its data holds. */
export function forgetPosition(queryHash: string): void {
  covered.delete(queryHash);
}
