import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../support/accounts.ts';
import { filesContaining } from '../support/files.ts';
import { whileServing } from '../support/processes/while-serving.ts';
import type { Client } from '../support/requests/client.ts';
import { inCompany } from '../support/samples/company.ts';
import { expectStatus, type TestServer } from '../support/server.ts';
import { type TempFolder, tempFolder } from '../support/temp-folder.ts';

let folder: TempFolder;
beforeAll(async () => {
  folder = await tempFolder();
});
afterAll(() => folder.remove());

interface Someone {
  id: string;
  username: string;
  confirm: string;
  /** The words that only they have. */
  texts: string[];
}

/** Somebody who left, with an account, a rate and a scanned certificate. */
async function someone(owner: Client, server: TestServer, number: number): Promise<Someone> {
  const texts = [`Zelkova${number}`, `zelkova${number}`, `Carpinus${number}`];
  const [firstName, username] = texts as [string, string];
  const person = { firstName, lastName: 'Quercus', certifications: [{ name: 'CPR' }] };
  const { id } = (await owner.post('/api/staff', person).then(expectStatus(201))).body;
  await addSignedIn(server, owner, username, { role: 'crew', personId: id });
  await owner.post(`/api/pay/${id}/rates`, { from: '2026-01-01', rate: '31' }).then(expectStatus(200));
  const scan = new FormData();
  scan.append('document', new Blob([`%PDF-1.7\nCarpinus${number}\n%%EOF\n`]), 'scan.pdf');
  const path = `/api/staff/${id}/certificates/CPR/document`;
  await owner.send(path, { method: 'PUT', body: scan }).then(expectStatus(200));
  await owner.post(`/api/staff/${id}/archive`).then(expectStatus(200));
  return { id, username, confirm: `${firstName} Quercus`, texts };
}

const isGone = async ({ texts }: Someone) => (await filesContaining(folder.path, texts)).length === 0;

test('An erasure of a person that a kill cut short anywhere is finished at the next start', async () => {
  const env = { DATA_DIR: folder.path };
  const [decided, withAccount, keyless, alive] = await whileServing(
    env,
    async (owner, server) =>
      [
        await someone(owner, server, 1),
        await someone(owner, server, 2),
        await someone(owner, server, 3),
        await someone(owner, server, 4),
      ] as const,
  );

  await inCompany(folder.path, async ({ erase, change, stores }) => {
    for (const { id, confirm } of [decided, withAccount, keyless]) await erase(id, confirm);
    for (const { id } of [withAccount, keyless]) await change(id, { type: 'EraseUser', confirm: null });
    const [first] = await stores.log.readStream(`staff-${keyless.id}`, { limit: 1 });
    await stores.keys.erase(first?.metadata.subject as string, new Date().toISOString());
  });

  await whileServing(env, async (owner, server) => {
    for (const each of [decided, withAccount]) await expect.poll(() => isGone(each)).toBe(true);
    // Their files go before their key: a key that is gone without them names none of them any more.
    const named = { ...keyless, texts: keyless.texts.slice(0, 2) };
    await expect.poll(() => isGone(named)).toBe(true);
    for (const { id, username } of [decided, withAccount, keyless]) {
      expect((await owner.get(`/api/staff/${id}`)).body).toMatchObject({ erased: true, firstName: '[erased]' });
      const { body: pay } = await owner.get(`/api/pay/${id}`).then(expectStatus(200));
      expect(pay.rates).toEqual([{ from: '2026-01-01', rate: null }]);
      await addSignedIn(server, owner, username);
      await server.stranger.post('/api/auth/login', { username, password: PASSWORD }).then(expectStatus(200));
    }
    expect((await owner.get(`/api/staff/${alive.id}`)).body).toMatchObject({ erased: false, firstName: 'Zelkova4' });
  });
});
