import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ActUndo, ActUndone } from '../../../api/audit/act-undo.schema.ts';
import { BATCH_LIMITS } from '../../../domain/batch/terms.ts';
import { lead } from '../../../domain/lead/lead.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { openProductStores } from '../../support/stores/product-stores.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

// An act of more steps than go back at once: it goes back in parts, each an act of its own.

const MORE = 3;
const ALL = BATCH_LIMITS.items + MORE;
const ACT = randomUUID();

let folder: TempFolder;
let server: TestServer;
let owner: Client;
let done = '';

beforeAll(async () => {
  folder = await tempFolder();
  const stores = await openProductStores({ folder: folder.path });
  const commands = stores.commandHandler();
  for (let at = 0; at < ALL; at += 1) {
    const command = { type: 'CaptureLead', details: { name: `Lead ${at}` }, now: new Date().toISOString() } as const;
    const sender = { actor: 'owner', commandId: randomUUID(), body: 'null', correlationId: ACT, causationId: null };
    await commands.handle(lead, randomUUID(), [command], sender);
  }
  await stores.close();
  server = await startTestServer({ DATA_DIR: folder.path });
  owner = await server.signIn();
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

const pathOf = (act: string) => `/api/audit/acts/${act}/undo`;

async function undo(act: string, headers = {}): Promise<ActUndone> {
  const answer = await owner.post(pathOf(act), undefined, headers).then(expectStatus(200));
  done = answer.headers.get('x-position') ?? done;
  return answer.body;
}

test('An act of more steps than go back at once says how many more can, and goes back by being undone again', {
  tags: ['deep'],
  timeout: 300_000,
}, async () => {
  const told: ActUndo = (await owner.get(pathOf(ACT)).then(expectStatus(200))).body;
  expect(told.counts).toEqual({ back: ALL, undone: 0, changed: 0, kept: 0 });
  const key = { 'idempotency-key': randomUUID() };
  const first = await undo(ACT, key);
  expect(first).toMatchObject({ done: BATCH_LIMITS.items, more: MORE, keptCount: 0 });
  expect(await undo(ACT, key)).toEqual(first);
  const second = await undo(ACT);
  expect(second).toMatchObject({ done: MORE, more: 0 });
  expect(await undo(ACT)).toMatchObject({ act: null, done: 0, more: 0 });
  // Each part comes back by an undo of its own.
  expect(await undo(first.act ?? '')).toMatchObject({ done: BATCH_LIMITS.items, more: 0 });
  expect(await undo(second.act ?? '')).toMatchObject({ done: MORE, more: 0 });
  const { body } = await owner.get(pathOf(ACT), { 'x-min-position': done }).then(expectStatus(200));
  expect(body.counts).toEqual({ back: ALL, undone: 0, changed: 0, kept: 0 });
});
