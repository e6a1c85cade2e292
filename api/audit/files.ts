import { setImmediate as others } from 'node:timers/promises';
import { restSince } from '../../platform/runtime/rest.ts';
import type { EventLog } from '../../store/event-store.ts';
import type { ApiContext } from '../kit/context.ts';
import { csvLine } from '../kit/lists/csv.ts';
import { BYTE_ORDER_MARK } from '../kit/lists/lists.ts';
import { tell } from './present.ts';
import type { AuditRights } from './rights.ts';
import { type AuditEvent, auditEvent } from './schema.ts';
import { LOOKED_AT_ONCE, stretch, type Way } from './walk.ts';

type Context = Pick<ApiContext, 'kinds' | 'readModels' | 'turns'> & { store: Pick<EventLog, 'scan' | 'head'> };

const COLUMNS = Object.keys(auditEvent.shape) as (keyof AuditEvent)[];

/** How events are written to a file. */
const FORMATS = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: BYTE_ORDER_MARK + csvLine(COLUMNS),
    line: (event: AuditEvent) => csvLine(COLUMNS.map((column) => event[column])),
  },
  jsonl: {
    type: 'application/jsonl; charset=utf-8',
    head: '',
    line: (event: AuditEvent) => `${JSON.stringify(event)}\n`,
  },
};

export type FileFormat = keyof typeof FORMATS;

/** The content type of a file. */
export function typeOf(format: FileFormat): string {
  return FORMATS[format].type;
}

/**
 * The lines of all that is found on a way, read only as far as somebody takes them. What is appended after the file was
 * begun is not in it. The files of a process take turns, and leave it to others for as long as they had it: however many
 * are under way, half of the time is everybody else's.
 * @param options.most events
 * @param options.stop ends it, also while nothing is found
 * @throws what reading the log throws; or once it is stopped
 */
export async function* fileOf(
  context: Context,
  rights: AuditRights,
  way: Way,
  options: { format: FileFormat; most: number; stop: AbortSignal },
): AsyncGenerator<string, void, undefined> {
  const { store, turns } = context;
  const { head, line } = FORMATS[options.format];
  const end = await store.head();
  let place = way.cursor;
  let left = options.most;
  for (let isFirst = true; left > 0; isFirst = false) {
    const part = await turns.run('audit-file', async () => {
      options.stop.throwIfAborted();
      const began = performance.now();
      const { found, next } = await stretch(context, way, place, LOOKED_AT_ONCE);
      await others();
      const own = found.filter((each) => each.head.position <= end).slice(0, left);
      const isPast = !way.backwards && own.length < found.length;
      const told = await tell(context, rights, own);
      const lines = told.map(line).join('');
      await restSince(began);
      return { lines, count: own.length, next: isPast ? null : next };
    });
    if (isFirst) yield head + part.lines;
    else if (part.lines) yield part.lines;
    left -= part.count;
    if (part.next === null) return;
    place = part.next;
  }
}
