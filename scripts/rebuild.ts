import { parseConfig } from '../platform/configuration/config.ts';
import { systemClock } from '../platform/runtime/clock.ts';
import { withCauses } from '../platform/runtime/error-texts.ts';
import { acquireLease } from '../platform/runtime/lease.ts';
import { openStores } from '../platform/runtime/stores.ts';
import { buildNext, dropOthers } from '../projections/engine/generations.ts';
import { LEASE } from '../projections/engine/runner.ts';
import { projections } from '../projections/index.ts';

// Rebuilds all read models from the log, with the server stopped: npm run rebuild [-- --skip-unreadable]

const skipUnreadable = process.argv.includes('--skip-unreadable');
const abort = new AbortController();
process.once('SIGINT', () => abort.abort(new Error('Interrupted. The read models are as they were.')));

try {
  const stores = await openStores(parseConfig(process.env), systemClock, { isThere: true });
  for (const warning of stores.warnings) console.warn(warning);
  try {
    const lease = await acquireLease(stores.state, systemClock, {
      name: LEASE.name,
      holder: stores.holder,
      ttlMs: 60_000,
    });
    if (!lease) throw new Error('A running Heartwood feeds the read models. Stop it first.');
    const startedAt = performance.now();
    let total = 0;
    const models = await buildNext(
      {
        log: stores.log,
        state: stores.state,
        store: stores.readModels,
        projections,
        reader: stores.share(),
        skipUnreadable,
        signal: abort.signal,
        progress({ events }) {
          total = events;
          process.stderr.write(`\r${events} events`);
        },
      },
      lease.epoch,
    );
    const dead = await models.deadLetters();
    await models.close();
    await dropOthers(stores.readModels, [models.generation]);
    await lease.release();
    console.log(`\rRebuilt ${projections.length} read models from ${total} events in ${seconds(startedAt)} s.`);
    for (const letter of dead)
      console.log(
        `Skipped for "${letter.projection}": ${letter.type} in ${letter.stream} (position ${letter.position}): ${letter.error}`,
      );
  } finally {
    await stores.close();
  }
} catch (cause) {
  console.error(`\nThe read models were not rebuilt: ${withCauses(cause)}`);
  process.exit(1);
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}
