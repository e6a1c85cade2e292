import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { EquipmentCommand } from '../../domain/equipment/equipment.ts';
import type { EquipmentDetails, MaintenancePlan } from '../../domain/equipment/events.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import type { Condition } from '../../store/read-models.ts';
import { changerOf, newId } from '../kit/commands.ts';
import { changeHeaders, errors, idParams, readHeaders } from '../kit/common.schema.ts';
import { asDay, companyToday, companyZone } from '../kit/company-time.ts';
import { changeErrors } from '../kit/conflicts.schema.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { sendList } from '../kit/lists.ts';
import { requireAssignee } from './assignees.ts';
import { equipmentKind } from './record.ts';
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
import { serialWarnings } from './warnings.ts';

const READ = { access: 'auditor' } as const;
const WRITE = { access: 'staff' } as const;
const tags = ['Equipment'];
const answers = { 200: equipmentRecord, ...changeErrors(equipmentRecord) };

/** The equipment inventory and its maintenance. */
export function equipmentRoutes(app: App, context: ApiContext): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  const change = changerOf(context, equipmentKind);

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
      return sendList(context, request, reply, equipmentKind, { query, limit });
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
      const id = newId(request, 'equipment');
      reply.code(201);
      return warned(await change(request, reply, id, command, { isNew: true }), request.body);
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
      const { id } = request.params;
      return warned(await change(request, reply, id, commands, { expectedRevision }), request.body);
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
      await change(request, reply, request.params.id, { type: 'RetireEquipment' });
      return reply.code(204).send(null);
    },
  );

  routes.post(
    '/api/equipment/:id/restore',
    { config: WRITE, schema: { tags, headers: changeHeaders, params: idParams, response: answers } },
    async (request, reply) => change(request, reply, request.params.id, { type: 'RestoreEquipment' }),
  );

  routes.post(
    '/api/equipment/:id/maintenance',
    {
      config: WRITE,
      schema: { tags, headers: changeHeaders, params: idParams, body: recordMaintenanceBody, response: answers },
    },
    async (request, reply) => {
      const { doneOn, cost = null, notes = null } = request.body;
      const day = asDay(doneOn, await companyZone(context));
      const entry = { id: newId(request, 'maintenance'), doneOn: day, cost, notes };
      const command: EquipmentCommand = { type: 'RecordMaintenance', entry, today: await companyToday(context) };
      return change(request, reply, request.params.id, command);
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
      await change(request, reply, id, { type: 'WithdrawMaintenance', id: maintenanceId });
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
