import type { EncodedRecord } from '../../codec.ts';
import { LogDamaged, type StoredEvent } from '../../event-store.ts';
import { isFileDamage } from '../sqlite.ts';
import type { HeadSignal } from './head-signal.ts';
import { toPosition } from './position.ts';
import { isAsWritten, type LogRow } from './schema.ts';

/** Columns of a {@link LogRow}. */
export const COLUMNS = 'position, stream, revision, id, type, data, metadata, checksum';

const ALTERED = 'It was altered after it was written: its checksum does not fit.';

/** Guards reads of log.db: whatever is not as it was written becomes an error, reported to all threads. */
export class LogGuard {
  readonly #signal: HeadSignal;

  constructor(signal: HeadSignal) {
    this.#signal = signal;
  }

  /** Whether an event is as it was written. */
  isSound(row: LogRow): boolean {
    if (isAsWritten(row)) return true;
    this.#signal.reportDamage(row.position);
    return false;
  }

  /**
   * Requires an event to be as it was written, and to be found by its stream.
   * @param row.listed where the index by stream says it is; null if nowhere
   * @throws LogDamaged
   */
  requireWhole(row: LogRow & { listed: number | null }): void {
    if (this.isSound(row) && row.listed === row.position) return;
    this.#signal.reportDamage(row.position);
    throw new LogDamaged();
  }

  /** The record the codec expects; if the event was altered, its `damage` says so. */
  toRecord(row: LogRow): StoredEvent & Pick<EncodedRecord, 'damage'> {
    const { id, type, data, metadata, stream } = row;
    const [revision, position] = [BigInt(row.revision), toPosition(row.position)];
    const record = { id, type, data, metadata, stream, revision, position };
    return this.isSound(row) ? record : { ...record, damage: ALTERED };
  }

  /**
   * Requires each number to follow the one before, so that no event between them is hidden.
   * @param options.first what the first one must be; null: anything
   * @param options.step 1 or -1
   * @throws LogDamaged
   */
  requireNext(numbers: readonly number[], { first, step }: { first: number | null; step: 1 | -1 }): void {
    let expected = first ?? numbers[0] ?? 0;
    for (const number of numbers) {
      if (number !== expected) throw this.missing();
      expected += step;
    }
  }

  /** @throws LogDamaged if something that must be there is not */
  require(isThere: boolean): void {
    if (!isThere) throw this.missing();
  }

  /** The error for an event that must be there and is not. */
  missing(): LogDamaged {
    this.#signal.reportDamage(null);
    return new LogDamaged();
  }

  /** The damage that an SQLite error reports; null if it reports none. */
  damageIn(error: unknown): LogDamaged | null {
    if (!isFileDamage(error)) return null;
    this.#signal.reportDamage(null);
    return new LogDamaged({ cause: error });
  }
}
