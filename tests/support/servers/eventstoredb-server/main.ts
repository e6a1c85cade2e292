/**
 * The stand-in as a process of its own: `node main.ts [--port 2113] [--file log.jsonl]`. Prints its port as the first
 * line. Without a file, its events are gone when it ends.
 */
import { parseArgs } from 'node:util';
import { Log } from './log.ts';
import { openLogFile } from './log-file.ts';
import { startEventStoreServer } from './server.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' }, file: { type: 'string' } } });
const log = values.file === undefined ? new Log() : openLogFile(values.file);
const server = await startEventStoreServer({ port: Number(values.port), log });
process.stdout.write(`${server.port}\n`);
