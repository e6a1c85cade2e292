import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '../../platform/configuration/config.ts';
import { systemClock } from '../../platform/runtime/clock.ts';
import { openStores } from '../../platform/runtime/stores.ts';
import { archive } from '../../scripts/archive/run.ts';
import { isDecoded, START } from '../../store/event-store.ts';
import { runScript, spawnServer } from '../support/processes/process.ts';
import { appendTo, captured } from '../support/samples/lead-events.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** The events of a folder, without what an import makes anew. */
async function eventsIn(folder: string): Promise<unknown[]> {
  const stores = await openStores(parseConfig({ DATA_DIR: folder }), systemClock);
  const events = await stores.log.readAll(START, 10_000);
  await stores.close();
  return events.filter(isDecoded).map((event) => ({ ...event, metadata: { ...event.metadata, commandHash: null } }));
}

test('A kill in the middle of an import leaves what nothing starts on, and the same import goes on to the end', async () => {
  const folder = await tempFolder();
  onTestFinished(() => folder.remove());
  const [source, target, made] = ['source', 'target', 'archive'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ];
  const stores = await openStores(parseConfig({ DATA_DIR: source }), systemClock);
  for (let turn = 0; turn < 6; turn++)
    await appendTo(stores.log, `lead-${turn}`, ...Array.from({ length: 300 }, (_, at) => captured(`Lead ${at}`)));
  await stores.close();
  await archive(parseConfig({ DATA_DIR: source }), made, { print() {}, signal: new AbortController().signal });

  const env = { DATA_DIR: target };
  for (const survived of ['500', '1000']) {
    const died = await runScript('tests/support/processes/import-and-die.ts', [made, survived], env);
    expect(died.signal, died.output).toBe('SIGKILL');
    await expect(spawnServer(env)).rejects.toThrow(/ended with code 1:(.|\n)*the import did not finish/);
  }
  const imported = await runScript('scripts/import-archive.ts', [made], env);
  expect(imported.code, imported.output).toBe(0);
  expect(await eventsIn(target)).toEqual(await eventsIn(source));
});
