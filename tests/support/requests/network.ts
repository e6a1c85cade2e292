import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A way to a server, for browsers that cannot be told to be offline. */
export interface Network {
  url: string;
  /** Ends what is under way, and refuses what comes, as where there is no network. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** Where the script is that each page runs first. */
const SCRIPT = '/first-of-all.js';

/**
 * Listens on a free port, and passes everything on.
 * @param to the server's address
 * @param script what each page runs before anything of its own, from a file: pages refuse scripts in their text
 */
export async function startNetwork(to: string, script: string): Promise<Network> {
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === SCRIPT) outgoing.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    else passOn(to, incoming, outgoing);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    cut,
    mend: () => listen(port),
    close: cut,
  };
}

function passOn(to: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  // What is compressed could not be added to.
  const { 'accept-encoding': _, ...headers } = incoming.headers;
  const { method = 'GET', url = '/' } = incoming;
  // A connection that is kept could be closed by the server just as it is used again.
  const passed = request(
    `${to}${url}`,
    { method, headers, agent: false },
    (answer) => void passBack(answer, outgoing).catch(() => outgoing.destroy()),
  );
  passed.on('error', () => outgoing.destroy());
  outgoing.on('close', () => passed.destroy());
  incoming.pipe(passed);
}

async function passBack(answer: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { statusCode = 502, headers } = answer;
  if (!headers['content-type']?.startsWith('text/html')) {
    outgoing.writeHead(statusCode, headers);
    answer.pipe(outgoing);
    return;
  }
  const { 'content-length': _, ...rest } = headers;
  const page = await text(answer);
  outgoing.writeHead(statusCode, rest).end(page.replace('<head>', `<head><script src="${SCRIPT}"></script>`));
}
