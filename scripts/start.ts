import { parseConfig } from '../platform/configuration/config.ts';
import { serve } from './serve.ts';

await serve(() => ({ config: parseConfig(process.env), lines: [] }));
