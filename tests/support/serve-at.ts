import { startServer } from '../../api/server.ts';
import { parseConfig } from '../../platform/runtime/config.ts';
import { createLog } from '../../platform/runtime/log.ts';

// Runs a server whose clock starts at an instant: node tests/support/serve-at.ts --api-only <instant> <prefix of
// databases>

const [, , , instant = '', prefix = 'heartwood'] = process.argv;
const ahead = Date.parse(instant) - Date.now();
const server = await startServer(
  { ...parseConfig(process.env), mongodbPrefix: prefix },
  {
    clock: () => Date.now() + ahead,
    log: createLog('warn'),
    passwordCost: { memory: 64, passes: 1 },
    planAheadEveryMs: 50,
  },
);
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
await server.listen();
console.log(`Heartwood listens on ${server.url()}`);
