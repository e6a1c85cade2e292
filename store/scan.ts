import { type Codec, type EncodedRecord, headOf } from './codec.ts';
import type { EventHead, Scanned } from './event-store.ts';

/**
 * Makes a page of a scan from the records that were looked at.
 * @param limit how many were asked for
 * @throws SubjectKeyMissing
 */
export async function scanned(
  codec: Codec,
  records: readonly EncodedRecord[],
  { limit, isWanted }: { limit: number; isWanted(head: EventHead): boolean },
): Promise<Scanned> {
  const wanted = records.flatMap((record) => {
    const head = headOf(record);
    return isWanted(head) ? [{ head, record }] : [];
  });
  // What was parsed once need not be parsed again.
  const entries = await codec.decode(
    wanted.map(({ head, record }) => (head.metadata ? { ...record, metadata: head.metadata } : record)),
  );
  const last = records.at(-1);
  return {
    found: entries.map((entry, at) => ({ head: (wanted[at] as { head: EventHead }).head, entry })),
    last: last ? { position: last.position, revision: last.revision } : null,
    isEnd: records.length < limit,
  };
}
