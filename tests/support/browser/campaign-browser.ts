import { setUpEmail } from '../email.ts';
import type { Client } from '../requests/client.ts';
import { freePort } from '../requests/free-port.ts';
import { expectStatus } from '../server.ts';
import type { TestSmtpServer } from '../servers/smtp-server.ts';
import { openBrowser, type TestBrowser } from './browser.ts';

export interface CampaignBrowser extends TestBrowser {
  owner: Client;
  smtp: TestSmtpServer;
}

/** A company in a browser that may send campaigns: it has a mail server, a postal address, and links that lead to it. */
export async function openCampaignBrowser(): Promise<CampaignBrowser> {
  // Links to unsubscribe need an address that is known before.
  const port = String(await freePort());
  const browser = await openBrowser({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, MAIL_RATE: '120' });
  const owner = await browser.server.signIn();
  const smtp = await setUpEmail(owner);
  await owner.patch('/api/settings', { postalAddress: '1 Mill Road\nHadley, MA 01035' }).then(expectStatus(200));
  return {
    ...browser,
    owner,
    smtp,
    async close() {
      await smtp.close();
      await browser.close();
    },
  };
}
