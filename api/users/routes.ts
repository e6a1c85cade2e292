import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { UserCommand } from '../../domain/user/user.ts';
import { mayActAs } from '../../platform/http/access.ts';
import { HttpError } from '../../platform/http/errors.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import type { PersonDocument } from '../../projections/staff.ts';
import { changerOf, newId, senderOf, signedIn } from '../kit/commands.ts';
import { changeHeaders, errors, idParams, readHeaders } from '../kit/common.schema.ts';
import { changeErrors, conflictErrors } from '../kit/conflicts.schema.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { listOf, sendList } from '../kit/lists.ts';
import { originOfLinks } from '../kit/origin.ts';
import { findRecord, noSuch, streamOf } from '../kit/records.ts';
import { recordSecurity } from '../kit/security.ts';
import { staffKind } from '../staff/record.ts';
import { requireAccount } from './find.ts';
import { presentPerson, presentUser, userKind } from './record.ts';
import {
  passwordLinkRecord,
  personRecord,
  type ReviseUserBody,
  registerUserBody,
  reviseUserBody,
  userRecord,
  usersQuery,
} from './schema.ts';

const OWNER = { access: 'owner' } as const;
const tags = ['Users'];

/** People's accounts: everybody sees their colleagues, the owner manages who may do what. */
export function userRoutes(app: App, context: ApiContext): void {
  const { signIn, passwordLinks, secondFactor } = context;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  const change = changerOf(context, userKind);

  /** How the person who asks sees people: the owner sees more of those who have an account. */
  async function presenterFor(isOwner: boolean) {
    if (!isOwner) return presentPerson;
    const [withPassword, withSecond] = [await signIn.withPassword(), await secondFactor.users()];
    return (person: PersonDocument) => {
      const { account } = person;
      if (!account) return presentPerson(person);
      const { id } = account;
      return { ...presentUser(account), hasPassword: withPassword.has(id), hasSecondFactor: withSecond.has(id) };
    };
  }

  routes.get(
    '/api/users',
    {
      config: { access: 'auditor' },
      schema: {
        tags,
        headers: readHeaders,
        querystring: usersQuery,
        response: { 200: z.array(z.union([userRecord, personRecord])), ...errors },
      },
    },
    async (request, reply) => {
      const { limit, cursor, search } = request.query;
      const order = { field: 'createdAt', direction: 'desc' } as const;
      const query = {
        where: { isListed: true },
        order,
        ...(search && { search }),
        ...(cursor !== undefined && { after: cursor }),
      };
      const present = await presenterFor(mayActAs(signedIn(request).role, 'owner'));
      return sendList(context, request, reply, listOf('people', present), { query, limit });
    },
  );

  routes.post(
    '/api/users',
    {
      config: OWNER,
      schema: {
        tags,
        headers: changeHeaders,
        body: registerUserBody,
        response: { 201: userRecord, ...changeErrors(userRecord) },
      },
    },
    async (request, reply) => {
      const { username, role, personId, ...rest } = request.body;
      const none = { firstName: null, lastName: null, email: null };
      const details = { username, ...none, ...givenDetails(rest) };
      const command: UserCommand = { type: 'RegisterUser', details, role, now: isoNow(context.clock) };
      if (personId) await requireWithoutAccount(context, personId, senderOf(request).commandId);
      reply.code(201);
      const id = personId || newId(request, 'user');
      return change(request, reply, id, command, { isNew: !personId });
    },
  );

  routes.patch(
    '/api/users/:id',
    {
      config: OWNER,
      schema: {
        tags,
        headers: changeHeaders,
        params: idParams,
        body: reviseUserBody,
        response: { 200: userRecord, ...changeErrors(userRecord) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { expectedRevision } = request.body;
      const commands = revisionCommands(request.body);
      return change(request, reply, id, commands, { expectedRevision });
    },
  );

  routes.post(
    '/api/users/:id/password-link',
    { config: OWNER, schema: { tags, params: idParams, response: { 200: passwordLinkRecord, ...conflictErrors } } },
    async (request) => {
      const account = await requireAccount(context, request.params.id);
      if (account.disabled) {
        const message = 'This account is disabled. Enable it first, then make a link.';
        throw new HttpError(409, { message, code: 'conflict' });
      }
      const origin = originOfLinks(context, request);
      const { token, expiresAt } = await passwordLinks.issue(account.id);
      recordSecurity(context, request, { type: 'password_link_made', subject: account.id });
      // What follows the # is not sent to any server, so that the token is in no log of a proxy.
      return { url: `${origin}/set-password#${token}`, expiresAt };
    },
  );
}

/**
 * @param commandId of who asks: their own repeat finds the account that it made
 * @throws HttpError 400 for nobody who works here, 409 where they have an account
 */
async function requireWithoutAccount(context: ApiContext, personId: string, commandId: string): Promise<void> {
  const person = await findRecord(context, staffKind, personId);
  if (!person || person.removed) throw noSuch('personId', 'There is nobody with this id who works here.');
  const [first] = await context.store.readStream(streamOf(userKind, personId), { limit: 1 });
  if (!first || first.metadata.commandId === commandId) return;
  const message = 'This person has an account already.';
  throw new HttpError(409, { message, code: 'taken', issues: [{ path: 'personId', message }] });
}

function revisionCommands(body: ReviseUserBody): UserCommand[] {
  const commands: UserCommand[] = [{ type: 'ReviseUser', details: givenDetails(body) }];
  if (body.role !== undefined) commands.push({ type: 'ChangeRole', role: body.role });
  if (body.disabled !== undefined) commands.push({ type: body.disabled ? 'DisableUser' : 'EnableUser' });
  return commands;
}

const DETAILS = ['firstName', 'lastName', 'email'] as const;

/** A missing key stays missing; '' and null are no value (docs/design.md#bodies-and-answers). */
function givenDetails(body: Pick<ReviseUserBody, (typeof DETAILS)[number]>) {
  const details: Partial<Record<(typeof DETAILS)[number], string | null>> = {};
  for (const field of DETAILS) {
    const value = body[field];
    if (value !== undefined) details[field] = value?.trim() || null;
  }
  return details;
}
