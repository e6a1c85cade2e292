/**
 * What is neither history nor derivable: sessions, credentials, subject keys, leases, checkpoints
 * (docs/design.md#state).
 */

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export interface StateRecord {
  key: string;
  value: Json;
  /** Opaque; another value after every put of the key, never used again. */
  version: string;
}

export interface PutOptions {
  /** `none`: no such record (an expired one reads as absent); else the version that was read. */
  expected: 'none' | string;
  /** The record reads as absent this many milliseconds from now. */
  ttlMs?: number;
  /** The value replaced here is a secret: leave no copy of it in any file. */
  scrub?: boolean;
}

export interface ListPage {
  /** Only those whose key comes after this one, which need not exist. */
  after?: string | undefined;
  /** The first `limit` records. */
  limit?: number | undefined;
}

export interface StateStore {
  get(key: string): Promise<StateRecord | null>;
  /** Those of the keys that exist, by key. */
  getMany(keys: readonly string[]): Promise<Map<string, StateRecord>>;
  /**
   * Writes one record durably by compare-and-set.
   * @returns its new version, or null where the expectation does not hold and nothing was written.
   * @throws StoreUnavailable
   */
  put(key: string, value: Json, options: PutOptions): Promise<string | null>;
  /**
   * Writes many new records durably, which costs much less than one by one.
   * @returns the keys that had a record already, which stays as it is; an expired one counts as none
   * @throws StoreUnavailable; some may have been written then
   */
  putNew(values: ReadonlyMap<string, Json>): Promise<string[]>;
  /** Deletes durably and leaves no copy of the value in any file of the store. @returns whether there was one. */
  delete(key: string): Promise<boolean>;
  /**
   * The records whose key starts with the prefix, ordered by key.
   * @param page a part of them, where there may be many
   */
  list(prefix: string, page?: ListPage): Promise<StateRecord[]>;
  close(): Promise<void>;
}
