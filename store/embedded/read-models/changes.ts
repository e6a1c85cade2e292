import type { Position } from '../../event-store.ts';
import { type ChangedId, type ChangeNotice, countedChanges } from '../../read-models.ts';
import { readCheckpoint } from './commit.ts';
import type { CommitSignal } from './commit-signal.ts';
import type { Connection } from './connection.ts';

/** Follows the commits of one generation. */
export async function* watchCommits(
  connection: () => Connection,
  signal: CommitSignal,
  after: Position,
  until: AbortSignal,
): AsyncGenerator<ChangeNotice, void, undefined> {
  let told = until.aborted ? null : numberAt(connection(), after);
  while (!until.aborted) {
    const seen = signal.current();
    const commits = told === null ? [] : commitsAfter(connection(), told);
    const [first] = commits;
    const last = commits.at(-1);
    if (told === null || (first && first.number - countedChanges(first.changes.length) > told)) {
      told = lastNumber(connection());
      yield { position: readCheckpoint(connection()).position, reset: true };
    } else if (last) {
      told = last.number;
      yield { position: last.position, changes: commits.flatMap(({ changes }) => changes) };
    } else await signal.changed(seen, until);
  }
}

interface Commit {
  number: number;
  position: Position;
  previous: Position;
  changes: ChangedId[];
}

function commitsAfter(connection: Connection, number: number): Commit[] {
  return commitsOf(connection, 'WHERE changed > ? ORDER BY changed', number);
}

/** The number of the commit that reached a position; null if some of the commits after it have been dropped. */
function numberAt(connection: Connection, position: Position): number | null {
  const reaching = 'WHERE position < ?1 OR (position = ?1 AND previous < ?1) ORDER BY changed DESC LIMIT 1';
  const [reached] = commitsOf(connection, reaching, position);
  if (reached) return reached.number;
  const [first] = commitsOf(connection, 'ORDER BY changed LIMIT 1');
  if (!first) return readCheckpoint(connection).position <= position ? 0 : null;
  return first.previous <= position ? first.number - countedChanges(first.changes.length) : null;
}

function lastNumber(connection: Connection): number {
  return commitsOf(connection, 'ORDER BY changed DESC LIMIT 1')[0]?.number ?? 0;
}

function commitsOf(connection: Connection, which: string, ...values: (string | number)[]): Commit[] {
  const rows = connection.statement(`SELECT changed, position, previous, changes FROM commits ${which}`).all(...values);
  return rows.map(({ changed, position, previous, changes }) => ({
    number: Number(changed),
    position: String(position),
    previous: String(previous),
    changes: JSON.parse(String(changes)) as ChangedId[],
  }));
}
