import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runScript } from '../../support/processes/process.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

let folder: TempFolder;
let server: TestServer;
let owner: Client;
beforeEach(async () => {
  folder = await tempFolder();
});
afterEach(() => folder.remove());

async function start(): Promise<void> {
  server = await startTestServer({ DATA_DIR: folder.path });
  owner = await server.signIn();
}

async function rotate(...args: string[]): Promise<string> {
  await server.close();
  const { code, output } = await runScript('scripts/rotate-link-keys.ts', args, { DATA_DIR: folder.path });
  expect({ code, output }).toMatchObject({ code: 0 });
  await start();
  return output;
}

const open = (token: string) => server.stranger.get(`/api/public/quotes/${token}`);

test.each(['rotate-link-keys.ts', 'set-password.ts', 'rebuild.ts'])(
  'The script %s makes no data folder',
  async (script) => {
    const DATA_DIR = join(folder.path, 'mistyped');
    const { code, output } = await runScript(`scripts/${script}`, script === 'set-password.ts' ? ['owner'] : [], {
      DATA_DIR,
    });
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringContaining(`There is no Heartwood data in ${DATA_DIR}. Set DATA_DIR to the folder`),
    });
    expect(existsSync(DATA_DIR)).toBe(false);
  },
);

describe('npm run rotate-link-keys', () => {
  beforeEach(start);
  afterEach(() => server.close());

  test('Rotating the link keys leaves the links of earlier keys good, as many as are said', async () => {
    const details = { customerName: 'Ada Lovelace', propertyAddress: '3 Elm St' };
    const items = [{ service: 'pruning', unitPrice: '50', quantity: 1 }];
    const { body: quote } = await owner.post('/api/quotes', { ...details, items }).then(expectStatus(201));
    await owner.post(`/api/quotes/${quote.id}/send`).then(expectStatus(200));
    const tokenNow = async () => {
      const { body } = await owner.get(`/api/quotes/${quote.id}/link`).then(expectStatus(200));
      return String(body.url).split('/').at(-1) ?? '';
    };
    const before = await tokenNow();

    expect(await rotate()).toContain('Those of one earlier key stay valid');
    await open(before).then(expectStatus(200));
    const after = await tokenNow();
    expect(after).not.toBe(before);

    expect(await rotate('1')).toContain('Those of one earlier key stay valid');
    await open(before).then(expectStatus(404));
    await open(after).then(expectStatus(200));

    expect(await rotate('0')).toContain('no longer work, nor do those in the emails of campaigns');
    await open(after).then(expectStatus(404));
    await open(await tokenNow()).then(expectStatus(200));
  });

  test('Rotating the link keys is refused while the server runs, and for what is no number', async () => {
    for (const [args, why] of [
      [[], 'The key was not changed'],
      [['many'], 'Say how many earlier keys stay valid'],
    ] as const) {
      const refused = await runScript('scripts/rotate-link-keys.ts', args, { DATA_DIR: folder.path });
      expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(why) });
    }
  });
});
