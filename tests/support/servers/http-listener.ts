import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HttpListener {
  url: string;
  close(): Promise<void>;
}

/** Another site, on a free port of this machine. @param port of an earlier site to replace */
export async function listenHttp(handle: RequestListener, port = 0): Promise<HttpListener> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
