import type { FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { requireLikelyFirstDay } from '../../domain/kit/times.ts';
import { may } from '../../domain/user/terms.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { people } from '../../projections/staff.ts';
import { findAccount } from '../accounts/find.ts';
import { senderOf, signedIn } from '../kit/changes/commands.ts';
import { companySettings, companyToday } from '../kit/company-time.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, idParams, readHeaders } from '../kit/fields/common.schema.ts';
import { completed, givenIn } from '../kit/fields/fields.schema.ts';
import { readDocument } from '../kit/lists/lists.ts';
import { loadRecord, noSuch } from '../kit/records.ts';
import { seesOwn, shownTo } from '../kit/rights.ts';
import { recordRoutes } from '../kit/routes.ts';
import { crewHistory } from './crews.ts';
import { documentRoutes } from './documents.ts';
import { accountOfPerson } from './person-like.ts';
import { presentMember, staffKind, withTickers } from './record.ts';
import {
  addStaffBody,
  checklistBody,
  crewsOfPerson,
  reviseStaffBody,
  staffFields,
  staffList,
  staffRecord,
} from './schema.ts';

/** The people who work at the company, with or without an account. */
export function staffRoutes(app: App, context: ApiContext): void {
  const staff = recordRoutes(app, context, { kind: staffKind, record: staffRecord, path: '/api/staff', tag: 'Staff' });

  staff.list(staffList, {
    collection: people,
    show: async (request, documents) =>
      (await withTickers(context, documents.map(presentMember))).map((each) =>
        shownTo(signedIn(request), staffKind, each),
      ),
  });

  staff.get();

  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/staff/:id/crews',
    {
      config: { access: 'people:read', own: true },
      schema: {
        tags: ['Staff'],
        description: 'The crews that somebody was in, and from when to when: the latest first.',
        headers: readHeaders,
        params: idParams,
        response: { 200: crewsOfPerson, ...errors },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const person = signedIn(request);
      if (seesOwn(person, staffKind) && id !== person.id) throw new HttpError(404, NO_SUCH_PERSON);
      await readDocument(context, request, reply, { noun: staffKind.noun, projection: people }, id);
      return crewHistory(context, id);
    },
  );

  staff.create({
    body: addStaffBody,
    id: (body, request) =>
      body.userId === undefined && mayAddForAccounts(request)
        ? accountOfPerson(context, completed(staffFields, body), (id) => isSentBy(context, request, id))
        : body.userId,
    async commands({ body, now, request }) {
      if (body.userId) await requireMayAddFor(context, request, body.userId);
      if (body.startedOn) requireLikelyFirstDay('startedOn', body.startedOn, await companyToday(context));
      return { type: 'AddStaffMember', details: completed(staffFields, body), now };
    },
  });

  staff.revise({
    body: reviseStaffBody,
    async commands({ body, id }) {
      if (body.userId !== undefined) await refuseOtherAccount(context, id, body.userId);
      if (body.startedOn) requireLikelyFirstDay('startedOn', body.startedOn, await companyToday(context));
      return {
        type: 'ReviseStaffMember',
        details: givenIn(staffFields, {
          ...body,
          certifications: body.certifications?.map(({ was: _, ...certificate }) => certificate),
        }),
        renamed: (body.certifications ?? []).map(({ was, name }) => ({ from: was, to: name })),
      };
    },
  });

  staff.change({
    method: 'PUT',
    at: '/:id/checklist',
    body: checklistBody,
    async commands({ body: { list, item, done }, now, request }) {
      if (!done) return { type: 'UntickItem', list, item };
      const { onboardingItems, leavingItems } = await companySettings(context);
      const items: readonly string[] = list === 'onboarding' ? onboardingItems : leavingItems;
      if (!items.includes(item)) throw noSuch('item', 'This item is no longer on the list. Reload the page.');
      return { type: 'TickItem', tick: { list, item, doneBy: signedIn(request).id, doneAt: now } };
    },
  });

  documentRoutes(app, context);

  staff.act('archive', { type: 'ArchiveStaffMember', closesAccount: true });
  staff.act('restore', { type: 'RestoreStaffMember', opensAccount: false });
}

const NO_SUCH_PERSON = { message: 'There is no such person.', code: 'not_found' };

/** Whether a request added a person, if it came before. */
async function isSentBy({ streams }: ApiContext, request: FastifyRequest, id: string): Promise<boolean> {
  return (await loadRecord(streams, staffKind, id)).appendedBy(senderOf(request).commandId) !== null;
}

function mayAddForAccounts(request: FastifyRequest): boolean {
  return may(signedIn(request).role, 'accounts:change');
}

/**
 * Only somebody who may create accounts can add a record for a person with an account, so that nobody else decides
 * whose account it is.
 * @throws HttpError 403 for anybody but the owner; 400 if there is no such account
 */
async function requireMayAddFor(context: ApiContext, request: FastifyRequest, userId: string): Promise<void> {
  if (!mayAddForAccounts(request)) {
    const message = 'Only an owner can add a record for someone who has an account.';
    throw new HttpError(403, { message, code: 'forbidden', issues: [{ path: 'userId', message }] });
  }
  if (!(await findAccount(context, userId))) throw noSuch('userId', 'There is no such account.');
}

/**
 * A person's account has the person's id (docs/design/calls.md#access): it is created for them, and can be neither given away
 * nor taken over.
 * @throws HttpError 409 for any account but their own
 */
async function refuseOtherAccount(context: ApiContext, id: string, userId: string | null): Promise<void> {
  const own = (await findAccount(context, id))?.id ?? null;
  if (userId === own) return;
  const message =
    own === null
      ? 'This person has no account yet. Create one on the Users page.'
      : 'This person already has an account, which cannot be switched. You can disable it on the Users page.';
  throw new HttpError(409, { message, code: 'conflict', issues: [{ path: 'userId', message }] });
}
