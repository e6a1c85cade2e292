import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { leaveRequests } from '../../support/samples/intake.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { startSmtpServer, type TestSmtpServer } from '../../support/servers/smtp-server.ts';
import { tempFolder } from '../../support/temp-folder.ts';

let folder: Awaited<ReturnType<typeof tempFolder>>;
let server: TestServer;
let smtp: TestSmtpServer;
let owner: Client;
const left: Record<string, string> = {};
beforeAll(async () => {
  folder = await tempFolder();
  await leaveRequests(folder.path, async ({ lead, external }) => {
    left['ours'] = await lead();
    left['again'] = await lead({ details: { email: 'Ada@Example.com' } });
    left['spelled'] = await lead({ details: { email: 'B.E.N+trees@GoogleMail.com' } });
    left['spelled again'] = await lead({ details: { email: 'ben@gmail.com' } });
    left['without address'] = await lead({ details: { email: null } });
    left['taken'] = await lead({ details: { email: 'taken@example.com' }, actor: 'take-external-lead' });
    left['external'] = await external({ email: 'elm@example.com' });
    left['last'] = await lead({ details: { email: 'last@example.com' } });
  });
  smtp = await startSmtpServer();
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'office@green.example', PUBLIC_URL: 'http://office.example.com' };
  server = await startTestServer({ DATA_DIR: folder.path, ...mail });
  owner = await server.signIn();
});
afterAll(async () => {
  await server.close();
  await smtp.close();
  await folder.remove();
});

const mailsOf = async (name: string, category = 'lead') => {
  const path = `/api/mails?category=${category}&recordId=${left[name]}`;
  return (await owner.get(path).then(expectStatus(200))).body;
};

/** By then all earlier events have been processed. */
async function lastIsWritten(): Promise<void> {
  while ((await mailsOf('last')).length === 0);
}

describe('a request of a public form', () => {
  test('A request of a public form is confirmed by mail, with nothing of what was typed', async () => {
    await lastIsWritten();
    const [mail, ...others] = await mailsOf('ours');
    expect(mail).toMatchObject({
      kind: 'request_received',
      to: 'ada@example.com',
      toName: null,
      recordTitle: 'Ada Lovelace',
      subject: 'Your request has arrived',
      text: expect.stringContaining('within 24 hours'),
    });
    expect(mail.text).not.toMatch(/Ada|Elm St|oak/);
    expect(others).toEqual([]);
    expect((await mailsOf('spelled'))[0]).toMatchObject({ to: 'B.E.N+trees@GoogleMail.com' });
  });

  test('A request of a public form from outside of the service area is confirmed as one for a local professional', async () => {
    await lastIsWritten();
    const [mail] = await mailsOf('external', 'external_lead');
    expect(mail).toMatchObject({ kind: 'request_received', to: 'elm@example.com' });
    expect(mail.text).toContain('A local professional will contact you soon');
  });

  test.each(['again', 'spelled again', 'without address', 'taken'])(
    'A request of a public form of the kind “%s” is not confirmed',
    async (name) => {
      await lastIsWritten();
      expect(await mailsOf(name)).toEqual([]);
    },
  );
});
