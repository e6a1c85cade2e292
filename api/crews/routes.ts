import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { CrewDetails, MembersChange, RosterCommand } from '../../domain/roster/roster.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { equipmentKind } from '../equipment/record.ts';
import { changerOf, newId } from '../kit/commands.ts';
import { changeHeaders, errors, idParams, readHeaders } from '../kit/common.schema.ts';
import { changeErrors } from '../kit/conflicts.schema.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { sendList } from '../kit/lists.ts';
import { noSuch, streamOf } from '../kit/records.ts';
import { lookUpPeople } from '../staff/find.ts';
import { crewKind } from './record.ts';
import {
  crewRecord,
  crewsQuery,
  type FormCrewBody,
  formCrewBody,
  type ReviseCrewBody,
  reviseCrewBody,
} from './schema.ts';

const READ = { access: 'auditor' } as const;
const WRITE = { access: 'staff' } as const;
const tags = ['Crews'];

/** The crews and who is in them: one person in one crew. */
export function crewRoutes(app: App, context: ApiContext): void {
  const change = changerOf(context, crewKind);
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/api/crews',
    {
      config: READ,
      schema: {
        tags,
        headers: readHeaders,
        querystring: crewsQuery,
        response: { 200: z.array(crewRecord), ...errors },
      },
    },
    async (request, reply) => {
      const { limit, cursor, search } = request.query;
      const order = { field: 'createdAt', direction: 'desc' } as const;
      const where = { removed: null };
      const query = { where, order, ...(search && { search }), ...(cursor !== undefined && { after: cursor }) };
      return sendList(context, request, reply, crewKind, { query, limit });
    },
  );

  routes.post(
    '/api/crews',
    {
      config: WRITE,
      schema: {
        tags,
        headers: changeHeaders,
        body: formCrewBody,
        response: { 201: crewRecord, ...changeErrors(crewRecord) },
      },
    },
    async (request, reply) => {
      const crewId = newId(request, 'crew');
      const command: RosterCommand = {
        type: 'FormCrew',
        crewId,
        details: {
          name: '',
          homeAddress: null,
          workingHours: null,
          defaultEquipmentIds: [],
          ...(await givenDetails(context, request.body)),
        },
        isActive: request.body.isActive ?? true,
        members: await membersOf(context, request.body),
        now: isoNow(context.clock),
      };
      reply.code(201);
      return change(request, reply, crewId, command);
    },
  );

  routes.patch(
    '/api/crews/:id',
    {
      config: WRITE,
      schema: {
        tags,
        headers: changeHeaders,
        params: idParams,
        body: reviseCrewBody,
        response: { 200: crewRecord, ...changeErrors(crewRecord) },
      },
    },
    async (request, reply) => {
      const { id: crewId } = request.params;
      const { isActive, memberIds, expectedRevision } = request.body;
      const command: RosterCommand = {
        type: 'ReviseCrew',
        crewId,
        details: await givenDetails(context, request.body),
        ...(isActive !== undefined && { isActive }),
        ...(memberIds !== undefined && { members: await membersOf(context, request.body) }),
      };
      return change(request, reply, crewId, command, { expectedRevision });
    },
  );
}

/** Who is to be in the crew, with who they are: the look-up that the decision needs. */
async function membersOf(context: ApiContext, body: FormCrewBody | ReviseCrewBody): Promise<MembersChange> {
  const memberIds = [...new Set(body.memberIds ?? [])];
  return { memberIds, movedFrom: body.movedFrom ?? {}, people: await lookUpPeople(context, memberIds) };
}

/** A missing key stays missing; '' and null are no value (docs/design.md#bodies-and-answers). */
async function givenDetails(context: ApiContext, body: FormCrewBody | ReviseCrewBody): Promise<Partial<CrewDetails>> {
  const { name, homeAddress, workingHours, defaultEquipmentIds } = body;
  const details: Partial<CrewDetails> = {};
  if (name !== undefined) details.name = name.trim();
  if (homeAddress !== undefined) details.homeAddress = homeAddress?.trim() || null;
  if (workingHours !== undefined) details.workingHours = workingHours;
  if (defaultEquipmentIds !== undefined) {
    details.defaultEquipmentIds = [...new Set(defaultEquipmentIds ?? [])];
    await requireEquipment(context, details.defaultEquipmentIds);
  }
  return details;
}

/** @throws HttpError 400 where one of the ids is no piece of equipment */
async function requireEquipment({ store }: ApiContext, ids: readonly string[]): Promise<void> {
  const firsts = await Promise.all(ids.map((id) => store.readStream(streamOf(equipmentKind, id), { limit: 1 })));
  if (firsts.every((events) => events.length > 0)) return;
  throw noSuch('defaultEquipmentIds', 'One of these pieces of equipment is not known here. Choose from the list.');
}
