import { hash } from 'node:crypto';

/**
 * Files by what they hold: the name of a file is the SHA-256 of its bytes, and so it never changes
 * (docs/design.md#files).
 */
export interface FileStore {
  /**
   * Stores a file durably and whole, or not at all; one that is there already is stored once.
   * @returns its SHA-256 as 64 hex digits, which is its name
   * @throws StoreUnavailable
   */
  put(bytes: Uint8Array): Promise<string>;
  /** The bytes; null where there is no such file, as for a name that is none, or where it is not what was stored. */
  get(sha256: string): Promise<Buffer | null>;
  /** Whether there is such a file, and it was not emptied; what it holds is not looked at. */
  has(sha256: string): Promise<boolean>;
  /** Removes the file for everybody who refers to it. @returns whether there was one */
  delete(sha256: string): Promise<boolean>;
}

/** The name under which bytes are stored. */
export function fileName(bytes: Uint8Array): string {
  return hash('sha256', bytes);
}

/** Whether a text can be the name of a file: a path, for one, cannot. */
export function isFileName(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}
