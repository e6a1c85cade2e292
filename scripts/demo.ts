import { systemClock } from '../platform/clock.ts';
import { type Config, parseConfig } from '../platform/config.ts';
import { openStores } from '../platform/stores.ts';
import { signInLine } from './demo/accounts.ts';
import { fillDemo } from './demo/fill.ts';
import { acceptsLostHistory, serve } from './serve.ts';

// A company to try, on a folder of its own: npm run demo. It is filled at the first start.

await serve(async () => {
  const config = parseConfig({ ...process.env, DATA_DIR: process.env['DATA_DIR'] || './demo-data' });
  return { config, lines: [...(await fill(config)), signInLine()] };
});

async function fill(config: Config): Promise<string[]> {
  const stores = await openStores(config, systemClock, { acceptLostHistory: acceptsLostHistory() });
  try {
    const isNew = await fillDemo(stores, { now: systemClock(), zone: Temporal.Now.timeZoneId() });
    const line = isNew
      ? `Filled ${config.dataDir} with a year of a tree company. Delete the folder to start anew.`
      : `The demo is in ${config.dataDir} as you left it. Delete the folder to start anew.`;
    return [...stores.warnings, line];
  } finally {
    await stores.close();
  }
}
