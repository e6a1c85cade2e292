import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runScript } from './processes/process.ts';

export const PASSPHRASE = 'the oak behind the yard';

/** A data folder, its backups, and where they are restored: all below one folder. */
export class BackupFolders {
  readonly root: string;
  readonly data: string;
  readonly backups: string;
  #restored = 0;

  constructor(root: string) {
    this.root = root;
    this.data = join(root, 'data');
    this.backups = join(root, 'backups');
  }

  get env(): Record<string, string> {
    return { DATA_DIR: this.data, BACKUP_PASSPHRASE: PASSPHRASE };
  }

  backup(...args: string[]) {
    return runScript('scripts/backup.ts', [this.backups, ...args], this.env);
  }

  restore(args: readonly string[], env: Record<string, string> = {}) {
    return runScript('scripts/restore.ts', [this.backups, ...args], { BACKUP_PASSPHRASE: PASSPHRASE, ...env });
  }

  /** @param which 1 is the newest @returns the data folder that was made of it */
  async restored(which = 1): Promise<string> {
    this.#restored += 1;
    const into = join(this.root, `restored-${this.#restored}`);
    const { code, output } = await this.restore(['--which', String(which), '--into', into]);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('The history is whole.') });
    return into;
  }

  /** The manifests, oldest first. */
  async manifests(): Promise<string[]> {
    return (await readdir(this.backups)).filter((name) => name.endsWith('.backup')).toSorted();
  }

  /** The paths of all parts. */
  async parts(): Promise<string[]> {
    const entries = await readdir(join(this.backups, 'parts'), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  }
}
