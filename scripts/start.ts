import { parseConfig } from '../platform/runtime/config.ts';
import { serve } from './serve.ts';

await serve(() => ({ config: parseConfig(process.env), lines: [] }));
