import { ConfigError, parseConfig } from '../platform/configuration/config.ts';
import { serve } from './serve.ts';

// The optimizer as a process of its own, beside an API that finds it through OPTIMIZER_URL: npm run optimizer

const EMBEDDED =
  'EVENTSTORE_URL, MONGODB_URL: must both be set to run the optimizer as its own process. On the embedded stores, npm start already runs it.';

await serve(
  () => {
    const config = parseConfig(process.env);
    if (config.eventStoreUrl === null || config.mongodbUrl === null) throw new ConfigError([EMBEDDED]);
    return { config: { ...config, port: config.optimizerPort, optimizerUrl: null }, lines: [] };
  },
  { only: 'optimizer' },
);
