import { type EventLog, START } from '../../../store/event-store.ts';
import { Findings, shown } from './findings.ts';
import { TileReader } from './tiles.ts';
import type { WholeLog } from './whole-log.ts';

const PAGE = 2_000;

/** A log on a server, which looks after its own files: what can be missing there is a whole event. */
export function servedLog(log: Pick<EventLog, 'head' | 'readStored'>): WholeLog {
  return {
    async read(asked) {
      const findings = new Findings();
      const tiles = new TileReader(asked);
      const revisions = new Map<string, bigint>();
      const head = await log.head();
      let events = 0;
      for (let after = START; after < head; ) {
        const page = await log.readStored(after, PAGE);
        for (const event of page.filter(({ position }) => position <= head)) {
          const { stream, revision, position } = event;
          const expected = (revisions.get(stream) ?? -1n) + 1n;
          if (revision !== expected)
            findings.add(
              position,
              `Revision ${expected} of ${shown(stream)} is missing: revision ${revision} is the next, at position ${position}.`,
            );
          revisions.set(stream, revision);
          tiles.add(events, event);
          events += 1;
        }
        if (page.length < PAGE) break;
        after = page.at(-1)?.position ?? head;
      }
      tiles.end();
      return { events, tiles: tiles.read, findings, isRead: true };
    },

    async inTile(tile, { ends }) {
      const [after = START, until = START] = [ends[tile - 1], ends[tile]];
      const events = await log.readStored(after, 2 * PAGE);
      return events.filter(({ position }) => position <= until);
    },
  };
}
