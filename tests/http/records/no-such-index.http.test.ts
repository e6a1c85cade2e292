import { expect, test } from 'vitest';
import { parseConfig } from '../../../platform/configuration/config.ts';
import { startServer } from '../../../server/server.ts';
import { quickPasswords } from '../../support/passwords.ts';
import { captureLog } from '../../support/stores/captured-log.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('A list that no declared index serves is a failure of ours: logged, and not “back in a moment”', async () => {
  const log = captureLog();
  const folder = await tempFolder();
  const options = { clock: Date.now, log: log.log, passwords: quickPasswords };
  const config = parseConfig({ PORT: '0', DATA_DIR: folder.path });
  const wired = await startServer(config, options);
  const bySource = { where: { leadSource: 'Website' }, limit: 1 };
  wired.app.get('/api/by-source', { config: { access: 'anyone' } }, () => wired.readModels().find('leads', bySource));
  await wired.listen();
  try {
    const answer = await fetch(`${wired.url()}/api/by-source`);
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({ code: 'internal' });
    const failures = log.lines().filter(({ err }) => err?.type === 'NoSuchIndex');
    expect(failures).toMatchObject([{ err: { message: 'The collection leads has no index for leadSource by id.' } }]);
  } finally {
    await wired.close();
    await folder.remove();
  }
});
