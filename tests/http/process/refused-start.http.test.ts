import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseConfig } from '../../../platform/configuration/config.ts';
import { createLog } from '../../../platform/runtime/log.ts';
import { startServer } from '../../../server/server.ts';
import { quickPasswords } from '../../support/passwords.ts';
import { captureLog } from '../../support/stores/captured-log.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('A start that is refused for a console that was never built says why, and nothing else fails because of it', async () => {
  const folder = await tempFolder();
  const { log, lines } = captureLog();
  const options = { clock: Date.now, log, passwords: quickPasswords };
  const config = parseConfig({ PORT: '0', DATA_DIR: folder.path });
  try {
    const consoleFolder = join(folder.path, 'never-built');
    await expect(startServer(config, { ...options, consoleFolder })).rejects.toThrow(/never-built/);
    // Its folder is free for the next one.
    const server = await startServer(config, { ...options, log: createLog('silent') });
    await server.close();
    expect(lines().filter(({ level }) => Number(level) >= 50)).toEqual([]);
  } finally {
    await folder.remove();
  }
});
