import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { CompanyCommand, MailServer } from '../../domain/company/company.ts';
import { COMPANY_ID } from '../../domain/company/terms.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import { mailAddress } from '../../domain/kit/mail-address.ts';
import { readCompany } from '../../platform/company/company-settings.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { messageOf } from '../../platform/mail/message.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { canonicalJson } from '../../platform/runtime/ids.ts';
import { slots } from '../../platform/runtime/slots.ts';
import { carryOut, senderOf } from '../kit/changes/commands.ts';
import { changeErrors } from '../kit/changes/conflicts.schema.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { changeHeaders, errorBody, errors, readHeaders } from '../kit/fields/common.schema.ts';
import { loadRecord } from '../kit/records.ts';
import { senderOf as mailSenderOf } from '../mail/mail-effect.ts';
import {
  type EmailServerBody,
  type EmailSettings,
  emailServerBody,
  emailSettings,
  TOLD_FIRST,
  testEmailAnswer,
  testEmailBody,
} from './email.schema.ts';
import { settingsKind } from './record.ts';
import { settingsRecord } from './schema.ts';

const PATH = '/api/settings/email';
const tags = ['Settings'];

/** How long a mail server may take to answer a test. */
const TEST_MS = 30_000;

/** The server that email leaves through, as the owner sets it up. */
export function emailRoutes(app: App, context: ApiContext): void {
  const { mailServers, streams } = context;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    PATH,
    {
      config: { access: 'quotes:read' },
      schema: { tags, headers: readHeaders, response: { 200: emailSettings, ...errors } },
    },
    async (): Promise<EmailSettings> => {
      const { transport, from, setBy } = await mailServers.current();
      const company = await readCompany(streams, 'recalled');
      const { mailServer } = company;
      const { place, lastError, lastErrorAt, lastSentAt } = transport.health();
      return {
        setBy,
        server: setBy && place,
        from: from?.address ?? null,
        mailServer,
        knowsPassword: mailServer === null || (await mailServers.knowsPassword(mailServer)),
        unsaid: TOLD_FIRST.filter((field) => company[field] === null),
        lastError,
        lastErrorAt,
        lastSentAt,
        publicUrl: context.config.publicUrl,
      };
    },
  );

  // Each forgets the passwords of all servers but its own.
  const oneByOne = slots(1);

  /** Of the password the log knows not even that it changed. */
  async function put(request: FastifyRequest, reply: FastifyReply, mailServer: MailServer | null, expected?: number) {
    const sender = { ...senderOf(request), body: canonicalJson({ mailServer }) };
    const command: CompanyCommand = { type: 'ReviseCompanySettings', settings: { mailServer } };
    const target = { kind: settingsKind, id: COMPANY_ID, commands: [command] };
    try {
      return (await carryOut(context, sender, reply, target, { expectedRevision: expected })).record;
    } finally {
      await mailServers.forgetOtherPasswords((await readCompany(streams)).mailServer);
    }
  }

  /** A change that will be refused as stale, or was made before, leaves the known password as it is. */
  async function isToCome(request: FastifyRequest, expected: number | undefined): Promise<boolean> {
    const now = await loadRecord(streams, settingsKind, COMPANY_ID);
    if (now.appendedBy(senderOf(request).commandId) !== null) return false;
    return expected === undefined || now.revision === -1n || now.revision === BigInt(expected);
  }

  const changed = { 200: settingsRecord, ...changeErrors(settingsRecord) };
  routes.put(
    PATH,
    {
      config: { access: 'owner' },
      schema: { tags, headers: changeHeaders, body: emailServerBody, response: changed },
    },
    async (request, reply) => {
      requireOurs(context);
      const { password, expectedRevision, ...given } = request.body;
      const server = serverOf(given);
      return oneByOne(async () => {
        await requirePassword(context, server, password ?? null);
        if (server.user !== null && password && (await isToCome(request, expectedRevision)))
          await mailServers.keepPassword(server, password);
        return put(request, reply, server, expectedRevision);
      });
    },
  );

  routes.delete(
    PATH,
    { config: { access: 'owner' }, schema: { tags, headers: changeHeaders, response: changed } },
    async (request, reply) => {
      requireOurs(context);
      return oneByOne(() => put(request, reply, null));
    },
  );

  routes.post(
    `${PATH}/test`,
    {
      config: { access: 'owner' },
      schema: {
        tags,
        description: 'Sends a test email, and tells what the mail server says to it.',
        headers: changeHeaders,
        body: testEmailBody,
        response: { 200: testEmailAnswer, 409: errorBody, ...errors },
      },
    },
    async (request) => {
      const { to, server } = request.body;
      const outcome = await sendTest(context, to, server ?? null);
      return outcome.did === 'done'
        ? { sent: true, answer: outcome.detail ?? '' }
        : { sent: false, answer: outcome.reason };
    },
  );
}

/** @throws Rejection */
function serverOf(given: Omit<EmailServerBody, 'expectedRevision'>): MailServer {
  const { host, port, security, user } = given;
  const from = mailAddress(given.from);
  if (from === null) throw new Rejection('invalid', `“${given.from}” is not an email address.`, 'from');
  return { host, port, security, user: user?.trim() || null, from };
}

/** @throws HttpError 409 */
function requireOurs({ mailServers }: ApiContext): void {
  if (!mailServers.isFixed) return;
  const message = 'Email is set up by SMTP_URL where Heartwood is started, and can only be changed there.';
  throw new HttpError(409, { message, code: 'conflict' });
}

/** @throws Rejection */
async function requirePassword({ mailServers }: ApiContext, server: MailServer, password: string | null) {
  if (server.user === null || password || (await mailServers.knowsPassword(server))) return;
  throw new Rejection('invalid', 'Enter the password of this account.', 'password');
}

async function sendTest(context: ApiContext, to: string, given: Omit<EmailServerBody, 'expectedRevision'> | null) {
  const { mailServers, streams, clock } = context;
  const current = await mailServers.current();
  let { transport, from } = current;
  if (given) {
    const server = serverOf(given);
    await requirePassword(context, server, given.password ?? null);
    transport = await mailServers.through(server, given.password || null);
    from = { name: null, address: server.from };
  } else if (current.setBy === null) throw new Rejection('conflict', 'Email is not set up.');
  const address = mailAddress(to);
  if (address === null) throw new Rejection('invalid', `“${to}” is not an email address.`, 'to');
  const company = await readCompany(streams);
  const sending = { id: randomUUID(), ...mailSenderOf(from, company), link: null, now: isoNow(clock) };
  const text = `This is a test: ${company.name ?? 'Heartwood'} can send email.`;
  const mail = { toName: null, subject: 'Test email from Heartwood', text };
  return transport.send(messageOf(mail, sending, address), AbortSignal.timeout(TEST_MS));
}
