import type { Client } from '../requests/client.ts';
import { startTestServer, type TestServer } from '../server.ts';

/**
 * Runs the product in this process for as long as the work takes: a start of its own process takes ten times as long.
 * @param env names the stores, which no other process uses at the time
 * @param work gets the owner, signed in
 */
export async function whileServing<Result>(
  env: Record<string, string>,
  work: (owner: Client, server: TestServer) => Promise<Result>,
  options: Parameters<typeof startTestServer>[2] = {},
): Promise<Result> {
  const server = await startTestServer(env, Date.now, options);
  try {
    return await work(await server.signIn(), server);
  } finally {
    await server.close();
  }
}
