import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { may, type Role } from '../../domain/user/terms.ts';
import type { UserCommand } from '../../domain/user/user.ts';
import type { CurrentUser } from '../../platform/http/access.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { asOf } from '../../platform/runtime/as-of.ts';
import { type PersonDocument, people } from '../../projections/staff.ts';
import { requireAccount } from '../accounts/find.ts';
import { presentPerson, presentUser, userKind } from '../accounts/record.ts';
import {
  newUserFields,
  passwordLinkRecord,
  personRecord,
  type ReviseUserBody,
  registerUserBody,
  reviseUserBody,
  userFields,
  userList,
  userRecord,
} from '../accounts/users.schema.ts';
import { signedIn } from '../kit/changes/commands.ts';
import { conflictErrors } from '../kit/changes/conflicts.schema.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { idParams } from '../kit/fields/common.schema.ts';
import { completed, givenIn } from '../kit/fields/fields.schema.ts';
import { originOfLinks } from '../kit/origin.ts';
import { findRecord, noSuch, streamOf } from '../kit/records.ts';
import { without } from '../kit/rights.ts';
import { recordRoutes } from '../kit/routes.ts';
import { recordSecurity } from '../kit/security.ts';
import { nameOf } from '../kit/user-names.ts';
import { personOfAccount } from '../staff/person-like.ts';
import { staffKind } from '../staff/record.ts';

/** Whether somebody sees how people sign in, which is only known as it is now. */
function seesSignIns(role: Role): boolean {
  return may(role, 'accounts:change') && asOf() === null;
}

/** People's accounts: everybody sees their colleagues, and the owner manages who may do what. */
export function userRoutes(app: App, context: ApiContext): void {
  const { signIn, passwordLinks, secondFactor } = context;
  const users = recordRoutes(app, context, { kind: userKind, record: userRecord, path: '/api/users', tag: 'Users' });

  /** How the requesting person sees people: the owner sees more about those with an account, some only the names. */
  async function presenterFor({ role }: CurrentUser) {
    if (!seesSignIns(role))
      return may(role, 'people:read')
        ? presentPerson
        : (person: PersonDocument) => without(presentPerson(person), 'email');
    const [withPassword, withSecond] = [await signIn.withPassword(), await secondFactor.users()];
    return (person: PersonDocument) => {
      const { account } = person;
      if (!account) return presentPerson(person);
      const { id } = account;
      return { ...presentUser(account), hasPassword: withPassword.has(id), hasSecondFactor: withSecond.has(id) };
    };
  }

  users.list(userList, {
    access: 'signedIn',
    collection: people,
    row: z.union([userRecord, personRecord]),
    async show(request, documents) {
      const present = await presenterFor(signedIn(request));
      return documents.map(present);
    },
    rowOf: (request) => (seesSignIns(signedIn(request).role) ? userRecord : personRecord),
  });

  users.create({
    body: registerUserBody,
    id: (body) =>
      body.personId === undefined ? personOfAccount(context, completed(newUserFields, body)) : body.personId,
    async commands({ body, id, now }) {
      const { personId, role } = body;
      await requireWithoutAccount(context, id, personId);
      return { type: 'RegisterUser', details: completed(newUserFields, body), role, now };
    },
  });

  users.revise({
    body: reviseUserBody,
    commands: ({ body }) => revisionCommands(body),
  });

  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/users/:id/password-link',
    {
      config: { access: 'owner' },
      schema: { tags: ['Users'], params: idParams, response: { 200: passwordLinkRecord, ...conflictErrors } },
    },
    async (request) => {
      const account = await requireAccount(context, request.params.id);
      if (account.disabled) {
        const message = 'This account is disabled. Enable it first, then create a link.';
        throw new HttpError(409, { message, code: 'conflict' });
      }
      const origin = originOfLinks(context, request);
      const { token, expiresAt } = await passwordLinks.issue(account.id);
      recordSecurity(context, request, { type: 'password_link_made', subject: account.id });
      // Browsers do not send the part after the # to any server, so no proxy logs the token.
      return { url: `${origin}/set-password#${token}`, expiresAt };
    },
  );
}

/**
 * @param id of the account
 * @param personId whom it was asked for, if anybody
 * @throws HttpError 400 if nobody with that id works here, 409 if they have an account
 */
async function requireWithoutAccount(context: ApiContext, id: string, personId?: string | null): Promise<void> {
  const person = await findRecord(context, staffKind, id);
  if (personId && (!person || person.removed)) throw noSuch('personId', 'No one with this id works here.');
  if (!person) return;
  const [first] = await context.store.readStream(streamOf(userKind, id), { limit: 1 });
  if (!first) return;
  const message = personId ? 'This person already has an account.' : `${nameOf(person)} already has an account.`;
  throw new HttpError(409, { message, code: 'taken', issues: [{ path: 'personId', message }] });
}

function revisionCommands(body: ReviseUserBody): UserCommand[] {
  const commands: UserCommand[] = [{ type: 'ReviseUser', details: givenIn(userFields, body) }];
  if (body.role !== undefined) commands.push({ type: 'ChangeRole', role: body.role });
  if (body.disabled !== undefined) commands.push({ type: body.disabled ? 'DisableUser' : 'EnableUser' });
  return commands;
}
