import type { FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { EquipmentCommand } from '../../domain/equipment/equipment.ts';
import type { EquipmentDetails, MaintenancePlan } from '../../domain/equipment/events.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { uuidv5 } from '../../platform/runtime/ids.ts';
import type { Condition, Document } from '../../store/read-models.ts';
import { type CommandOptions, carryOut, type Sender, senderOf } from '../kit/commands.ts';
import { changeHeaders, errors, idParams, readHeaders } from '../kit/common.schema.ts';
import { asDay, companyToday, companyZone } from '../kit/company-time.ts';
import { changeErrors } from '../kit/conflicts.schema.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { sendList } from '../kit/lists.ts';
import { recordKind } from '../kit/records.ts';
import { requireAssignee } from './assignees.ts';
import { joinEquipment, serialWarnings, withJoinedRecord } from './joins.ts';
import { type EquipmentFields, presentEquipment } from './record.ts';
import {
  addEquipmentBody,
  EQUIPMENT_DAYS,
  EQUIPMENT_DETAILS,
  type EquipmentRecord,
  equipmentQuery,
  equipmentRecord,
  type GivenEquipment,
  maintenanceParams,
  recordMaintenanceBody,
  reviseEquipmentBody,
} from './schema.ts';

const READ = { access: 'auditor' } as const;
const WRITE = { access: 'staff' } as const;
const tags = ['Equipment'];
const answers = { 200: equipmentRecord, ...changeErrors(equipmentRecord) };

/** The equipment inventory and its maintenance (staff-console §7, design §9). */
export function equipmentRoutes(app: App, context: ApiContext): void {
  const kind = recordKind('equipment');
  const routes = app.withTypeProvider<ZodTypeProvider>();

  async function change(
    sender: Sender,
    reply: FastifyReply,
    target: { id: string; commands: EquipmentCommand[] },
    options?: CommandOptions,
  ): Promise<EquipmentRecord> {
    const { record } = await carryOut(context, sender, reply, { kind, ...target }, options).catch(async (cause) => {
      throw await withJoinedRecord(context, cause);
    });
    const [joined] = await joinEquipment(context, [record as EquipmentFields]);
    return joined as EquipmentRecord;
  }

  /** Adds what is allowed but may be a mistake, where the change was about that. */
  async function warned(record: EquipmentRecord, { serialNumber }: GivenEquipment): Promise<EquipmentRecord> {
    return serialNumber ? { ...record, warnings: await serialWarnings(context, record) } : record;
  }

  routes.get(
    '/api/equipment',
    {
      config: READ,
      schema: {
        tags,
        headers: readHeaders,
        querystring: equipmentQuery,
        response: { 200: z.array(equipmentRecord), ...errors },
      },
    },
    async (request, reply) => {
      const { limit, cursor, search, category, status, sort = '-createdAt' } = request.query;
      const where: Record<string, Condition> = { removed: null };
      if (category !== undefined) where['category'] = category;
      if (status !== undefined) where['status'] = status;
      const order = { field: sort.replace('-', ''), direction: sort.startsWith('-') ? 'desc' : 'asc' } as const;
      const query = { where, order, ...(search && { search }), ...(cursor !== undefined && { after: cursor }) };
      const page = (documents: readonly Document[]) => joinEquipment(context, documents.map(presentEquipment));
      return sendList(context, request, reply, { collection: 'equipment', query, limit, present: { page } });
    },
  );

  routes.post(
    '/api/equipment',
    {
      config: WRITE,
      schema: {
        tags,
        headers: changeHeaders,
        body: addEquipmentBody,
        response: { 201: equipmentRecord, ...changeErrors(equipmentRecord) },
      },
    },
    async (request, reply) => {
      const { status = 'available' } = request.body;
      const { details, assignedTo = null, plan } = await given(context, request.body);
      const command: EquipmentCommand = {
        type: 'AddEquipment',
        details,
        status,
        assignedTo,
        plan: { nextMaintenance: null, maintenanceInterval: null, ...plan },
        today: await companyToday(context),
        now: isoNow(context.clock),
      };
      const sender = senderOf(request);
      const id = uuidv5(sender.commandId, 'equipment');
      reply.code(201);
      return warned(await change(sender, reply, { id, commands: [command] }, { isNew: true }), request.body);
    },
  );

  routes.patch(
    '/api/equipment/:id',
    {
      config: WRITE,
      schema: { tags, headers: changeHeaders, params: idParams, body: reviseEquipmentBody, response: answers },
    },
    async (request, reply) => {
      const { status, expectedRevision } = request.body;
      const { details, assignedTo, plan } = await given(context, request.body);
      const commands: EquipmentCommand[] = [
        {
          type: 'ReviseEquipment',
          details,
          ...(status && { status }),
          ...(assignedTo !== undefined && { assignedTo }),
        },
        { type: 'PlanMaintenance', plan, today: await companyToday(context) },
      ];
      const target = { id: request.params.id, commands };
      return warned(await change(senderOf(request), reply, target, { expectedRevision }), request.body);
    },
  );

  routes.delete(
    '/api/equipment/:id',
    {
      config: WRITE,
      schema: {
        tags,
        headers: changeHeaders,
        params: idParams,
        response: { 204: z.null(), ...changeErrors(equipmentRecord) },
      },
    },
    async (request, reply) => {
      await change(senderOf(request), reply, { id: request.params.id, commands: [{ type: 'RetireEquipment' }] });
      return reply.code(204).send(null);
    },
  );

  routes.post(
    '/api/equipment/:id/restore',
    { config: WRITE, schema: { tags, headers: changeHeaders, params: idParams, response: answers } },
    async (request, reply) =>
      change(senderOf(request), reply, { id: request.params.id, commands: [{ type: 'RestoreEquipment' }] }),
  );

  routes.post(
    '/api/equipment/:id/maintenance',
    {
      config: WRITE,
      schema: { tags, headers: changeHeaders, params: idParams, body: recordMaintenanceBody, response: answers },
    },
    async (request, reply) => {
      const { doneOn, cost = null, notes = null } = request.body;
      const sender = senderOf(request);
      const day = asDay(doneOn, await companyZone(context));
      const entry = { id: uuidv5(sender.commandId, 'maintenance'), doneOn: day, cost, notes };
      const command: EquipmentCommand = { type: 'RecordMaintenance', entry, today: await companyToday(context) };
      return change(sender, reply, { id: request.params.id, commands: [command] });
    },
  );

  routes.delete(
    '/api/equipment/:id/maintenance/:maintenanceId',
    {
      config: WRITE,
      schema: {
        tags,
        headers: changeHeaders,
        params: maintenanceParams,
        response: { 204: z.null(), ...changeErrors(equipmentRecord) },
      },
    },
    async (request, reply) => {
      const { id, maintenanceId } = request.params;
      const commands: EquipmentCommand[] = [{ type: 'WithdrawMaintenance', id: maintenanceId }];
      await change(senderOf(request), reply, { id, commands });
      return reply.code(204).send(null);
    },
  );
}

interface Given {
  details: Partial<EquipmentDetails>;
  assignedTo?: string | null;
  plan: Partial<MaintenancePlan>;
}

/**
 * What a body says, sorted by what it is about; a missing key stays missing.
 * @throws HttpError 400 for an assignment to nobody
 */
async function given(context: ApiContext, body: GivenEquipment): Promise<Given> {
  const { assignedTo } = body;
  if (assignedTo) await requireAssignee(context, assignedTo);
  const zone = await companyZone(context);
  const days = [...EQUIPMENT_DAYS, 'nextMaintenance'] as const;
  const asDays = days.map((field) => [field, body[field] && asDay(body[field], zone)]);
  const said = { ...body, ...Object.fromEntries(asDays) };
  return {
    details: picked(said, EQUIPMENT_DETAILS),
    plan: picked(said, ['nextMaintenance', 'maintenanceInterval']),
    ...(assignedTo !== undefined && { assignedTo }),
  };
}

function picked<Picked extends object>(said: Readonly<Record<string, unknown>>, fields: readonly string[]): Picked {
  return Object.fromEntries(fields.flatMap((name) => (said[name] === undefined ? [] : [[name, said[name]]]))) as Picked;
}
