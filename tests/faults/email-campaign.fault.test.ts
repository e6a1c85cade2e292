import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { CampaignRecipients } from '../../api/email-campaigns/sending/recipients.schema.ts';
import { isDeep } from '../support/depth.ts';
import { spawnServer } from '../support/processes/process.ts';
import { type Client, createClient } from '../support/requests/client.ts';
import { leaveCustomers, leftAddress } from '../support/samples/left-customers.ts';
import { expectStatus, OWNER } from '../support/server.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/servers/smtp-server.ts';
import { tempFolder } from '../support/temp-folder.ts';

const PATH = '/api/marketing/campaigns';
const KILLS = isDeep ? 20 : 2;
const MAILS = isDeep ? 2_000 : 200;

const sendingEnv = (smtp: TestSmtpServer) => ({
  SMTP_URL: smtp.url,
  MAIL_FROM: 'Green Tree Care <office@green.example>',
  PUBLIC_URL: 'https://office.green.example',
  MAIL_RATE: '12000',
});

async function aCampaign(client: Client): Promise<string> {
  const said = { name: 'Green Tree Care', postalAddress: '12 Elm Street' };
  await client.patch('/api/settings', said).then(expectStatus(200));
  const body = { name: 'Spring', subject: 'Prune', content: 'Hello {{firstName|there}}', templateType: 'seasonal' };
  const { id } = (await client.post(PATH, body).then(expectStatus(201))).body;
  await client.post(`${PATH}/${id}/send`).then(expectStatus(200));
  return id;
}

async function ownerAt(url: string): Promise<Client> {
  const client = createClient(url);
  await client.post('/api/auth/login', OWNER).then(expectStatus(200));
  return client;
}

async function untilSent(client: Client, id: string): Promise<void> {
  for (;;) {
    const { body, status } = await client.get(`${PATH}/${id}`);
    if (status === 200 && body.status === 'sent') return;
    await delay(50);
  }
}

async function recipientsOf(client: Client, id: string): Promise<CampaignRecipients['recipients']> {
  const all: CampaignRecipients['recipients'] = [];
  for (let after: string | null = ''; after !== null; ) {
    const query: string = after === '' ? '?limit=200' : `?limit=200&after=${after}`;
    const page: CampaignRecipients = (await client.get(`${PATH}/${id}/recipients${query}`).then(expectStatus(200)))
      .body;
    all.push(...page.recipients);
    after = page.next;
  }
  return all;
}

/** Each address came once, but for those told as uncertain, which came once at most. */
function expectEachOnce(smtp: TestSmtpServer, recipients: CampaignRecipients['recipients'], count: number): number {
  const came = smtp.received.map(({ to }) => to[0] ?? '');
  expect(new Set(came).size, 'no address came twice').toBe(came.length);
  expect(recipients.map(({ address }) => address).sort()).toEqual(
    Array.from({ length: count }, (_, number) => leftAddress(number)).sort(),
  );
  const uncertain = new Set(recipients.filter(({ end }) => end === 'uncertain').map(({ address }) => address));
  const arrived = new Set(came);
  for (const { address, end } of recipients) {
    if (end === 'uncertain') continue;
    expect(end, `${address}`).toBe('sent');
    expect(arrived.has(address ?? ''), `${address} came`).toBe(true);
  }
  return uncertain.size;
}

test('After kill -9 in the middle of a campaign each address came once, but for those told as uncertain', {
  tags: ['more'],
  timeout: 600_000,
}, async () => {
  const smtp = await startSmtpServer();
  onTestFinished(smtp.close);
  const folder = await tempFolder();
  onTestFinished(folder.remove);
  const env = { DATA_DIR: folder.path, ...sendingEnv(smtp) };
  await leaveCustomers(env, MAILS);

  let id: string | null = null;
  for (let kill = 0; kill < KILLS; kill++) {
    const server = await spawnServer(env);
    id ??= await aCampaign(await ownerAt(server.url));
    // At another moment of a batch each time.
    const enough = smtp.received.length + 15 + ((kill * 7) % 40);
    while (smtp.received.length < enough) await delay(1);
    await server.kill();
  }
  const server = await spawnServer(env);
  const owner = await ownerAt(server.url);
  await untilSent(owner, id ?? '');
  const uncertain = expectEachOnce(smtp, await recipientsOf(owner, id ?? ''), MAILS);
  expect(uncertain, 'no more than are claimed at once').toBeLessThanOrEqual(KILLS * 256);
  const { body } = await owner.get(`${PATH}/${id}`).then(expectStatus(200));
  expect(body.sending).toMatchObject({ uncertain, sent: MAILS - uncertain, waiting: 0 });
});
