/**
 * Data that is neither history nor derivable: sessions, credentials, subject keys, leases, checkpoints
 * (docs/design/stores.md#state).
 */

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export interface StateRecord {
  key: string;
  value: Json;
  /** Opaque; every put of the key gives a new value that is never reused. */
  version: string;
}

export interface PutOptions {
  /** `none`: no such record (an expired one reads as absent); otherwise the version that was read. */
  expected: 'none' | string;
  /** The record reads as absent this many milliseconds from now. */
  ttlMs?: number;
  /** The value replaced here is a secret: leave no copy of it in any file. */
  scrub?: boolean;
}

export interface ListPage {
  /** Only records whose key comes after this one, which need not exist. */
  after?: string | undefined;
  /** The first `limit` records. */
  limit?: number | undefined;
}

export interface StateStore {
  get(key: string): Promise<StateRecord | null>;
  /** Those of the keys that exist, with their records. */
  getMany(keys: readonly string[]): Promise<Map<string, StateRecord>>;
  /**
   * Writes one record durably by compare-and-set.
   * @returns its new version, or null if the expectation failed and nothing was written.
   * @throws StoreUnavailable
   */
  put(key: string, value: Json, options: PutOptions): Promise<string | null>;
  /**
   * Writes many new records durably, at much less cost than one by one.
   * @returns the keys that already had a record, which is left as it is; an expired one counts as none
   * @throws StoreUnavailable; some may have been written by then
   */
  putNew(values: ReadonlyMap<string, Json>): Promise<string[]>;
  /** Deletes durably and leaves no copy of the value in any file of the store. @returns whether there was one. */
  delete(key: string): Promise<boolean>;
  /**
   * The records whose key starts with the prefix, ordered by key.
   * @param page limits the list when it may be long
   */
  list(prefix: string, page?: ListPage): Promise<StateRecord[]>;
  close(): Promise<void>;
}
