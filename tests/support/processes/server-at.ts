import { type Config, parseConfig } from '../../../platform/configuration/config.ts';
import { createLog } from '../../../platform/runtime/log.ts';
import { type Server, startServer } from '../../../server/server.ts';
import { quickPasswords } from '../passwords.ts';

/**
 * Starts a server whose clock starts at an instant.
 * @param instant ISO UTC, or `now` for the clock of this machine
 * @param options.env names the stores
 * @param options.prefix of its databases on MongoDB
 * @param options.consoleFolder of the built console; without it only calls are answered
 */
export async function startServerAt(
  instant: string,
  options: { env: NodeJS.ProcessEnv; prefix: string; logLevel: Config['logLevel']; consoleFolder?: string | undefined },
): Promise<Server> {
  const ahead = instant === 'now' ? 0 : Date.parse(instant) - Date.now();
  const server = await startServer(
    { ...parseConfig(options.env), mongodbPrefix: options.prefix },
    {
      clock: () => Date.now() + ahead,
      log: createLog(options.logLevel),
      passwords: quickPasswords,
      planAheadEveryMs: 50,
      ...(options.consoleFolder !== undefined && { consoleFolder: options.consoleFolder }),
    },
  );
  await server.listen();
  return server;
}
