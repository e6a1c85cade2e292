import { systemClock } from '../platform/runtime/clock.ts';
import { type Config, parseConfig } from '../platform/runtime/config.ts';
import { openStores } from '../platform/runtime/stores.ts';
import { signInLine } from './demo/accounts.ts';
import { fillDemo } from './demo/fill.ts';
import { acceptsLostHistory, serve } from './serve.ts';

// A company to try, on a folder of its own: npm run demo. It is filled at the first start. On servers it has a namespace
// and databases of its own as well, so that it never stands beside a real company's history.

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

/** A history on a server stays there: with its keys deleted alone, nothing could be read or written in it again. */
function howToLeave({ dataDir, eventStoreUrl, eventStoreNamespace, mongodbUrl }: Config): string {
  if (eventStoreUrl === null && mongodbUrl === null) return 'Delete the folder to start anew.';
  const kept = mongodbUrl === null ? dataDir : 'the databases';
  return `Nothing of it is in your company. To start anew, take another namespace and folder (EVENTSTORE_NAMESPACE=${eventStoreNamespace}2 DATA_DIR=${dataDir}-2 npm run demo); do not delete ${kept} alone, as they hold the keys of the history.`;
}
