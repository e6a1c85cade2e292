import type { FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { StaffCommand, StaffDetails } from '../../domain/staff/staff.ts';
import { mayActAs } from '../../platform/http/access.ts';
import { HttpError } from '../../platform/http/errors.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import type { Condition } from '../../store/read-models.ts';
import { changerOf, newId, signedIn } from '../kit/commands.ts';
import { changeHeaders, errors, idParams, readHeaders } from '../kit/common.schema.ts';
import { changeErrors } from '../kit/conflicts.schema.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { listOf, sendList } from '../kit/lists.ts';
import { noSuch } from '../kit/records.ts';
import { findAccount } from '../users/find.ts';
import { presentMember, staffKind } from './record.ts';
import {
  type AddStaffBody,
  addStaffBody,
  type ReviseStaffBody,
  reviseStaffBody,
  staffQuery,
  staffRecord,
} from './schema.ts';

const READ = { access: 'auditor' } as const;
const WRITE = { access: 'staff' } as const;
const tags = ['Staff'];

/** The people who work at the company, with or without an account. */
export function staffRoutes(app: App, context: ApiContext): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  const change = changerOf(context, staffKind);

  routes.get(
    '/api/staff',
    {
      config: READ,
      schema: {
        tags,
        headers: readHeaders,
        querystring: staffQuery,
        response: { 200: z.array(staffRecord), ...errors },
      },
    },
    async (request, reply) => {
      const { limit, cursor, search, status } = request.query;
      const where: Record<string, Condition> = { isStaff: true };
      if (status !== 'all') where['hasLeft'] = status === 'left';
      const order = { field: 'createdAt', direction: 'desc' } as const;
      const query = { where, order, ...(search && { search }), ...(cursor !== undefined && { after: cursor }) };
      return sendList(context, request, reply, listOf('people', presentMember), { query, limit });
    },
  );

  routes.post(
    '/api/staff',
    {
      config: WRITE,
      schema: {
        tags,
        headers: changeHeaders,
        body: addStaffBody,
        response: { 201: staffRecord, ...changeErrors(staffRecord) },
      },
    },
    async (request, reply) => {
      const { userId } = request.body;
      if (userId) await requireMayAddFor(context, request, userId);
      const id = userId || newId(request, 'staff');
      const none = { firstName: null, lastName: null, email: null, phone: null, skills: [], certifications: [] };
      const details = { ...none, ...givenDetails(request.body) };
      const command: StaffCommand = { type: 'AddStaffMember', details, now: isoNow(context.clock) };
      reply.code(201);
      return change(request, reply, id, command, { isNew: !userId });
    },
  );

  routes.patch(
    '/api/staff/:id',
    {
      config: WRITE,
      schema: {
        tags,
        headers: changeHeaders,
        params: idParams,
        body: reviseStaffBody,
        response: { 200: staffRecord, ...changeErrors(staffRecord) },
      },
    },
    async (request, reply) => {
      const { expectedRevision, userId } = request.body;
      const { id } = request.params;
      if (userId !== undefined) await refuseOtherAccount(context, id, userId || null);
      const command: StaffCommand = { type: 'ReviseStaffMember', details: givenDetails(request.body) };
      return change(request, reply, id, command, { expectedRevision });
    },
  );

  for (const [path, type] of [
    ['archive', 'ArchiveStaffMember'],
    ['restore', 'RestoreStaffMember'],
  ] as const) {
    routes.post(
      `/api/staff/:id/${path}`,
      {
        config: WRITE,
        schema: {
          tags,
          headers: changeHeaders,
          params: idParams,
          response: { 200: staffRecord, ...changeErrors(staffRecord) },
        },
      },
      async (request, reply) => change(request, reply, request.params.id, { type }),
    );
  }
}

/**
 * The record of a person who has an account is made by those who make accounts, so that nobody else says whose it is.
 * @throws HttpError 403 for anybody but the owner; 400 where there is no such account
 */
async function requireMayAddFor(context: ApiContext, request: FastifyRequest, userId: string): Promise<void> {
  if (!mayActAs(signedIn(request).role, 'owner')) {
    const message = 'Only the owner may add the record of somebody who has an account.';
    throw new HttpError(403, { message, code: 'forbidden', issues: [{ path: 'userId', message }] });
  }
  if (!(await findAccount(context, userId))) throw noSuch('userId', 'There is no such account.');
}

/**
 * A person's account has the person's id (docs/design.md#access): it is made for them, and is neither given away nor
 * taken.
 * @throws HttpError 409 for another account than the one that they have
 */
async function refuseOtherAccount(context: ApiContext, id: string, userId: string | null): Promise<void> {
  const own = (await findAccount(context, id))?.id ?? null;
  if (userId === own) return;
  const message =
    own === null
      ? 'This person has no account yet. Make one for them on the page Users.'
      : 'This person has an account of their own, which stays theirs. It can be disabled.';
  throw new HttpError(409, { message, code: 'conflict', issues: [{ path: 'userId', message }] });
}

/** A missing key stays missing; '' and null are no value (docs/design.md#bodies-and-answers). */
function givenDetails(body: AddStaffBody | ReviseStaffBody): Partial<StaffDetails> {
  const details: Partial<StaffDetails> = {};
  for (const field of ['firstName', 'lastName', 'email', 'phone'] as const) {
    if (body[field] !== undefined) details[field] = body[field]?.trim() || null;
  }
  const { skills, certifications } = body;
  if (skills !== undefined) details.skills = [...new Set(skills ?? [])];
  if (certifications !== undefined) {
    details.certifications = (certifications ?? []).map(({ name, issuedOn, expiresOn }) => {
      return { name, issuedOn: issuedOn ?? null, expiresOn: expiresOn ?? null };
    });
  }
  return details;
}
