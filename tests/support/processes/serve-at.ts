import { startServerAt } from './server-at.ts';

// Runs a server whose clock starts at an instant: node tests/support/processes/serve-at.ts --api-only <instant> <prefix of
// databases> <folder of the built console>

const [, , , instant = '', prefix = '', consoleFolder] = process.argv;
const server = await startServerAt(instant, { env: process.env, prefix, logLevel: 'warn', consoleFolder });
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
console.log(`Heartwood listens on ${server.url()}`);
