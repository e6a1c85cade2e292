import { parseConfig } from '../platform/config.ts';
import { serve } from './serve.ts';

await serve(() => ({ config: parseConfig(process.env), lines: [] }));
