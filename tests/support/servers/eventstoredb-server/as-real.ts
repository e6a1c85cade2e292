/**
 * The stand-in, started like a real server, `node as-real.ts <data folder> <port>`: in the foreground, with its health
 * at /health/live, refusing every variable that begins with EVENTSTORE_, since it takes those for options.
 */
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { openLogFile } from './log-file.ts';
import { startEventStoreServer } from './server.ts';

const HOST = '127.0.0.1';
/** How an HTTP/2 client begins; anything else is a health request. */
const PREFACE = Buffer.from('PRI * HTTP/2.0');

const [folder, port] = process.argv.slice(2);
const unknown = Object.keys(process.env).filter((name) => name.startsWith('EVENTSTORE_'));
if (folder === undefined || port === undefined || unknown.length > 0) {
  process.stderr.write(`Unknown options: ${unknown.join(', ')}\n`);
  process.exit(1);
}

const server = await startEventStoreServer({ log: openLogFile(join(folder, 'log.jsonl')) });

function begin(incoming: Socket, first: Buffer): void {
  if (!first.subarray(0, PREFACE.length).equals(PREFACE)) {
    const isHealth = first.toString('latin1').startsWith('GET /health/live ');
    return void incoming.end(`HTTP/1.1 ${isHealth ? '204 No Content' : '404 Not Found'}\r\nconnection: close\r\n\r\n`);
  }
  const outgoing = connect(server.port, HOST);
  outgoing.on('error', () => incoming.destroy()).once('close', () => incoming.destroy());
  incoming.once('close', () => outgoing.destroy());
  outgoing.write(first);
  incoming.pipe(outgoing).pipe(incoming);
}

createServer((incoming) => {
  incoming.on('error', () => {}).once('data', (first) => begin(incoming, Buffer.from(first)));
}).listen(Number(port), HOST);
