import { type Config, parseConfig } from '../platform/configuration/config.ts';
import { systemClock } from '../platform/runtime/clock.ts';
import { openStores } from '../platform/runtime/stores.ts';
import { signInLine } from './demo/accounts.ts';
import { fillDemo } from './demo/fill.ts';
import { acceptsLostHistory, serve } from './serve.ts';

// A company to try, in a folder of its own: npm run demo. It is filled on the first start. On servers it has its own
// namespace and databases as well, so that it never mixes with a real company's history.

const OWN = 'heartwooddemo';

await serve(async () => {
  const { DATA_DIR, EVENTSTORE_NAMESPACE, ...env } = process.env;
  const own = { DATA_DIR: DATA_DIR || './demo-data', EVENTSTORE_NAMESPACE: EVENTSTORE_NAMESPACE || OWN };
  const config: Config = { ...parseConfig({ ...env, ...own }), mongodbPrefix: own.EVENTSTORE_NAMESPACE };
  return { config, lines: [...(await fill(config)), signInLine()] };
});

async function fill(config: Config): Promise<string[]> {
  const stores = await openStores(config, systemClock, { acceptLostHistory: acceptsLostHistory() });
  try {
    const isNew = await fillDemo(stores, { now: systemClock(), zone: Temporal.Now.timeZoneId() });
    const where = placeOf(config);
    const what = isNew ? `Filled ${where} with a year of a tree company.` : `The demo is in ${where} as you left it.`;
    return [...stores.warnings, `${what} ${howToLeave(config)}`];
  } finally {
    await stores.close();
  }
}

function placeOf({ dataDir, eventStoreUrl, eventStoreNamespace, mongodbUrl }: Config): string {
  const places = [
    ...(eventStoreUrl === null || mongodbUrl === null ? [`the folder ${dataDir}`] : []),
    ...(eventStoreUrl === null ? [] : [`the namespace ${eventStoreNamespace} of the EventStoreDB`]),
    ...(mongodbUrl === null ? [] : [`the databases ${eventStoreNamespace} of the MongoDB`]),
  ];
  return places.join(' and ');
}

/** A history on a server stays there: if only its keys were deleted, nothing in it could be read or written again. */
function howToLeave({ dataDir, eventStoreUrl, eventStoreNamespace, mongodbUrl }: Config): string {
  if (eventStoreUrl === null && mongodbUrl === null) return 'Delete the folder to start over.';
  const kept = mongodbUrl === null ? dataDir : 'the databases';
  return `None of it is in your company data. To start over, use another namespace and folder (EVENTSTORE_NAMESPACE=${eventStoreNamespace}2 DATA_DIR=${dataDir}-2 npm run demo); do not delete ${kept} alone: they hold the keys to the history.`;
}
