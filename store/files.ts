import { hash } from 'node:crypto';

/** Files by content: a file's name is the SHA-256 of its bytes, so a file never changes (docs/design/stores.md#files). */
export interface FileStore {
  /**
   * Stores a file durably, whole or not at all; an existing file is not stored again.
   * @returns its name: its SHA-256 as 64 hex digits
   * @throws StoreUnavailable
   */
  put(bytes: Uint8Array): Promise<string>;
  /** The bytes; null if there is no such file (an invalid name included) or its content is not what was stored. */
  get(sha256: string): Promise<Buffer | null>;
  /** Whether the file exists and has not been emptied; its content is not checked. */
  has(sha256: string): Promise<boolean>;
  /** Removes the file for everyone who refers to it. @returns whether it existed */
  delete(sha256: string): Promise<boolean>;
}

/** Files that have been there for a while, of a store that only this process writes. */
export interface OldFiles {
  /** The names of the files that were last put before then, in milliseconds since 1970. */
  putBefore(then: number): AsyncIterable<string>;
  /** Removes a file, unless it was put again since: a record that names it may be about to come. @returns whether */
  deletePutBefore(name: string, then: number): Promise<boolean>;
}

/** The name under which bytes are stored. */
export function fileName(bytes: Uint8Array): string {
  return hash('sha256', bytes);
}

/** Whether a text can be a file's name: a path, for one, cannot. */
export function isFileName(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}
