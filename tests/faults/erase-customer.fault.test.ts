import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordFolds } from '../../api/areas.ts';
import { customer } from '../../domain/customer/customer.ts';
import { deciders, processes } from '../../domain/index.ts';
import { createCommandHandler } from '../../platform/commands/command-handler.ts';
import { createProcessRunner } from '../../platform/commands/processes.ts';
import { createStreams } from '../../platform/commands/streams.ts';
import { parseConfig } from '../../platform/configuration/config.ts';
import { systemClock } from '../../platform/runtime/clock.ts';
import { canonicalJson } from '../../platform/runtime/ids.ts';
import { openStores } from '../../platform/runtime/stores.ts';
import { isDeep } from '../support/depth.ts';
import { filesContaining } from '../support/files.ts';
import { spawnServer } from '../support/processes/process.ts';
import { expectAsReplayed } from '../support/processes/replay.ts';
import { whileServing } from '../support/processes/while-serving.ts';
import { type Client, createClient } from '../support/requests/client.ts';
import { upload } from '../support/requests/upload.ts';
import { samplePhoto } from '../support/samples/sample-photos.ts';
import { expectStatus, OWNER } from '../support/server.ts';
import { type TempFolder, tempFolder } from '../support/temp-folder.ts';

/** How long after the call the server is killed, in milliseconds. */
const KILLED_AFTER_MS = isDeep ? [0, 2, 4, 8, 12, 16, 24, 32, 40, 60] : [8];

let folder: TempFolder;
let env: Record<string, string>;
beforeAll(async () => {
  folder = await tempFolder();
  env = { DATA_DIR: folder.path };
});
afterAll(() => folder.remove());

interface Someone {
  id: string;
  leadId: string;
  /** The words that only this customer has. */
  texts: string[];
  confirm: string;
  files: string[];
}

/** A customer whose every text contains their number. */
async function someone(client: Client, number: number): Promise<Someone> {
  const word = `Zelkova${number}`;
  const confirm = `${word} Quercus${number}`;
  const { body: lead } = await client
    .post('/api/leads', { name: confirm, notes: `${word} by the gate`, address: `${number} Acorn${number} Way` })
    .then(expectStatus(201));
  const { body } = await client.post(`/api/leads/${lead.id}/convert`).then(expectStatus(200));
  const photo = await samplePhoto({ color: `hsl(${25 * number}, 60%, 50%)` });
  const files: string[] = [];
  for (const to of [`lead/${lead.id}`, `customer/${body.customerId}`]) {
    const attached = await upload(client, to, photo, { caption: `Hornbeam${number}` }).then(expectStatus(201));
    const { headers } = await client.get(attached.body.imageUrl).then(expectStatus(200));
    files.push((headers.get('etag') as string).replaceAll('"', ''));
  }
  const texts = [
    word,
    word.toLowerCase(),
    `Quercus${number}`,
    `quercus${number}`,
    `Acorn${number}`,
    `Hornbeam${number}`,
  ];
  return { id: body.customerId, leadId: lead.id, texts, confirm, files };
}

/** Whether nothing in the folder is left of them, in text or picture. */
async function isGone({ texts, files }: Someone): Promise<boolean> {
  const told = await filesContaining(folder.path, texts);
  const pictures = await filesContaining(folder.path, [''], (name) => files.includes(name));
  return told.length === 0 && pictures.length === 0;
}

test('An erasure that a kill cut short anywhere is finished at the next start', async () => {
  const [decided, withLead, keyless, alive] = await whileServing(
    env,
    async (client) =>
      [await someone(client, 1), await someone(client, 2), await someone(client, 3), await someone(client, 4)] as const,
  );

  const stores = await openStores(parseConfig(env), systemClock);
  const streams = createStreams({ store: stores.log, keys: stores.keys, records: recordFolds });
  const commands = createCommandHandler({ store: stores.log, streams, keys: stores.keys, clock: systemClock });
  const { log: store, state } = stores;
  const runner = createProcessRunner({ processes, deciders, commands, store, state, clock: systemClock });
  for (const { id, confirm } of [decided, withLead, keyless]) {
    const command = { type: 'EraseCustomer', confirm } as const;
    const { appended } = await commands.handle(customer, id, [command], {
      actor: 'owner',
      commandId: `erase ${id}`,
      correlationId: `erase ${id}`,
      causationId: null,
      body: canonicalJson(command),
    });
    if (id !== decided.id) await runner.follow(appended);
    const subject = appended[0]?.metadata.subject as string;
    if (id === keyless.id) await stores.keys.erase(subject, new Date().toISOString());
  }
  await stores.close();

  await whileServing(env, async (again) => {
    for (const each of [decided, withLead, keyless]) {
      await expect.poll(() => isGone(each)).toBe(true);
      const { body } = await again.get(`/api/customers/${each.id}`).then(expectStatus(200));
      expect(body).toMatchObject({ erased: true, firstName: '[erased]' });
      const { body: leads } = await again.get('/api/leads-working').then(expectStatus(200));
      expect(leads.find(({ id }: Someone) => id === each.leadId)).toMatchObject({ name: '[erased]', erased: true });
    }
    const { body: other } = await again.get(`/api/customers/${alive.id}`).then(expectStatus(200));
    expect(other).toMatchObject({ erased: false, firstName: 'Zelkova4' });
  });
  for (const each of [decided, withLead, keyless]) expect(await isGone(each)).toBe(true);
  expect(await isGone(alive)).toBe(false);
});

test('A kill at any moment of the call leaves all of the person, or nothing after the next start', {
  tags: ['deep'],
  timeout: 60_000 + KILLED_AFTER_MS.length * 30_000,
}, async () => {
  let signedIn: Client | undefined;
  for (const [index, afterMs] of KILLED_AFTER_MS.entries()) {
    const server = await spawnServer(env);
    // With the session of before: signing in after each kill would be too often.
    const client = createClient(server.url, signedIn);
    if (!signedIn) await client.post('/api/auth/login', OWNER).then(expectStatus(200));
    signedIn = client;
    const person = await someone(client, 5 + index);
    const erasing = client.post(`/api/customers/${person.id}/erase`, { confirm: person.confirm }).catch(() => null);
    // Whenever the kill comes, the result is the same.
    await Promise.race([erasing, new Promise((resolve) => setTimeout(resolve, afterMs))]);
    await server.kill();
    await whileServing(env, async (after) => {
      const { head } = (await after.get('/api/health')).body;
      const { body } = await after
        .get(`/api/customers/${person.id}`, { 'x-min-position': head })
        .then(expectStatus(200));
      if (!body.erased)
        await after.post(`/api/customers/${person.id}/erase`, { confirm: person.confirm }).then(expectStatus(200));
      await expect.poll(() => isGone(person)).toBe(true);
    });
  }
  await expectAsReplayed(env);
});
