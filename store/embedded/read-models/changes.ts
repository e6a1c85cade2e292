import type { Position } from '../../event-store.ts';
import type { ChangeNotice } from '../../read-models.ts';
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
  let position = after;
  while (!until.aborted) {
    const seen = signal.current();
    const notice = changesAfter(connection(), position);
    if (notice) {
      position = notice.position;
      yield notice;
    } else await signal.changed(seen, until);
  }
}

/** What the commits after a position changed; null where there is none, `reset` where one of them is not held any more. */
function changesAfter(connection: Connection, after: Position): ChangeNotice | null {
  const { position: head } = readCheckpoint(connection);
  if (head <= after) return null;
  const select = 'SELECT position, previous, changes FROM commits WHERE position > ? ORDER BY position';
  const commits = connection.statement(select).all(after);
  const [first] = commits;
  if (!first || String(first['previous']) > after) return { position: head, reset: true };
  return {
    position: String(commits.at(-1)?.['position']),
    changes: commits.flatMap(({ changes }) => JSON.parse(String(changes))),
  };
}
