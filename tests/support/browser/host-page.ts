import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Somebody else's site, with a different origin than the server's. */
export interface HostSite {
  /** Its origin. */
  url: string;
  close(): Promise<void>;
}

/**
 * Serves pages of a site that is not ours, each at its path.
 * @param pages the body of each page
 * @param headers sent with every answer, such as a policy
 */
export async function serveHostSite(
  pages: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<HostSite> {
  const server = createServer((request, response) => {
    const body = pages[request.url ?? ''];
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8', ...headers });
    response.end(`<!doctype html><html lang="en"><title>Oak Garden Center</title><body>${body ?? ''}</body></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // Another host name than the server under test, which makes it another site too.
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
