import * as crypto from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseConfig } from '../../platform/configuration/config.ts';
import { createProofs } from '../../platform/proof/proofs.ts';
import { systemClock } from '../../platform/runtime/clock.ts';
import { openStores, type StoreConfig, type Stores } from '../../platform/runtime/stores.ts';
import { importArchive } from '../../scripts/archive/import.ts';
import { archive } from '../../scripts/archive/run.ts';
import { metadata } from './samples/event-samples.ts';
import { appendTo, captured } from './samples/lead-events.ts';

const { signal } = new AbortController();

/** A company's stores, its archives, and where they are imported: all below one folder. */
export class ArchiveFolders {
  readonly root: string;
  readonly archived: string;

  constructor(root: string) {
    this.root = root;
    this.archived = join(root, 'archived');
  }

  at(name: string): string {
    return join(this.root, name);
  }

  embedded(name: string): StoreConfig {
    return parseConfig({ DATA_DIR: this.at(name) });
  }

  async archiveOf(config: StoreConfig, into = this.archived): Promise<{ code: number; output: string }> {
    const lines: string[] = [];
    const code = await archive(config, into, { print: (line) => void lines.push(line), signal });
    return { code, output: lines.join('\n') };
  }

  async importTo(config: StoreConfig, from = this.archived): Promise<string> {
    const lines: string[] = [];
    await importArchive(config, from, { print: (line) => void lines.push(line), signal });
    return lines.join('\n');
  }

  /** The lines of an archive's events, without their positions. */
  eventLines(of = this.archived): string[] {
    const names = readdirSync(join(of, 'events')).sort();
    const lines = names.flatMap((name) =>
      readFileSync(join(of, 'events', name), 'utf8')
        .trim()
        .split('\n'),
    );
    return lines.map((line) => line.replace(/^{"position":"[^"]*",/, '{'));
  }
}

/** Opens stores for some work. */
export async function inStores<Result>(
  config: StoreConfig,
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  const stores = await openStores(config, systemClock);
  try {
    return await work(stores);
  } finally {
    await stores.close();
  }
}

/** A company of three leads, a picture and a checkpoint that the last event is not in. */
export async function makeSmallCompany(config: StoreConfig): Promise<void> {
  await inStores(config, async ({ log, state, files }) => {
    const picture = await files.put(Buffer.from('a picture'));
    for (const name of ['Ada', 'Bob', 'Cy\u2028 of\r\nOak St 日本'])
      await appendTo(log, `lead-${name.slice(0, 3)}`, captured(name));
    const logo = { logo: { sha256: picture, width: 1, height: 1 } };
    const revised = { type: 'CompanySettingsRevised', data: logo, id: crypto.randomUUID(), metadata: metadata() };
    await log.append('company-main', [revised], 'none');
    await createProofs(log, state, systemClock).checkpoint('asked');
    await appendTo(log, 'lead-Ada', captured('Ada Lovelace'));
  });
}
