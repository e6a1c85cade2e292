import type { ReadRevision } from '@eventstore/db-client';
import type { EncodedRecord } from '../codec.ts';
import type { Connection } from './connection.ts';
import { isStreamNotFound } from './errors.ts';
import { toRecord } from './records.ts';
import type { StreamNames } from './stream-names.ts';

/** `after` is exclusive; without it, reading starts at the stream's start, or backwards at its end. */
export type ReadOptions = { after?: bigint | undefined; backwards?: boolean; limit?: number };

/**
 * Events of one stream in reading order; none if there is no such stream.
 * @throws StoreUnavailable, and whatever else the client throws
 */
export async function readRecords(
  connection: Connection,
  names: StreamNames,
  stream: string,
  { after, backwards = false, limit }: ReadOptions,
): Promise<EncodedRecord[]> {
  connection.refuseClosed();
  if (limit === 0 || (backwards && after === 0n)) return [];
  return connection.read(async (client, isAlive) => {
    const records: EncodedRecord[] = [];
    const events = client.readStream(names.toStored(stream), {
      fromRevision: firstRevision(after, backwards),
      direction: backwards ? 'backwards' : 'forwards',
      ...(limit === undefined ? {} : { maxCount: limit }),
    });
    try {
      for await (const resolved of events) {
        isAlive();
        const record = toRecord(resolved, names);
        if (record) records.push(record);
      }
    } catch (cause) {
      if (isStreamNotFound(cause)) return [];
      throw cause;
    }
    return records;
  });
}

function firstRevision(after: bigint | undefined, backwards: boolean): ReadRevision {
  if (after === undefined) return backwards ? 'end' : 'start';
  return backwards ? after - 1n : after + 1n;
}
