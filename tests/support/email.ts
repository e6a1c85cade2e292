import type { Client } from './requests/client.ts';
import { expectStatus } from './server.ts';
import { smtpRefusal, startSmtpServer, type TestSmtpServer } from './servers/smtp-server.ts';

/** What a company says about itself before it sends anything. */
export const SAID = { name: 'Green Tree Care', phone: '413-555-0100', taxRate: '0' };

/**
 * Lets a company send: it says who it is, and its emails leave through a real mail server, which knows no mailbox at
 * nowhere.example. Whoever asks closes it.
 */
export async function setUpEmail(owner: Client): Promise<TestSmtpServer> {
  const smtp = await startSmtpServer({
    onRcptTo: ({ address }, _session, done) =>
      done(address.endsWith('@nowhere.example') ? smtpRefusal(550, 'No such mailbox') : null),
  });
  await owner.patch('/api/settings', SAID).then(expectStatus(200));
  const server = { host: '127.0.0.1', port: smtp.port, security: 'starttls', from: 'office@green.example' };
  await owner.put('/api/settings/email', server).then(expectStatus(200));
  return smtp;
}
