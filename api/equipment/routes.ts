import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { EquipmentCommand } from '../../domain/equipment/equipment.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { changeErrors } from '../kit/changes/conflicts.schema.ts';
import { asDay, companyDays, companyToday, companyZone } from '../kit/company-time.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { changeHeaders, errors, idParams, readHeaders } from '../kit/fields/common.schema.ts';
import { completed, givenIn } from '../kit/fields/fields.schema.ts';
import { findRecord } from '../kit/records.ts';
import { recordRoutes } from '../kit/routes.ts';
import { assigneeNames, requireAssignee } from './assignees.ts';
import { equipmentKind } from './record.ts';
import {
  addEquipmentBody,
  assignmentFields,
  type EquipmentRecord,
  equipmentFields,
  equipmentFigures,
  equipmentList,
  equipmentRecord,
  handOutBody,
  maintenanceFields,
  maintenanceParams,
  planFields,
  recordMaintenanceBody,
  reviseEquipmentBody,
} from './schema.ts';
import { serialWarnings } from './warnings.ts';

type ReviseEquipmentBody = z.output<typeof reviseEquipmentBody>;

/** The equipment inventory and its maintenance. */
export function equipmentRoutes(app: App, context: ApiContext): void {
  const equipment = recordRoutes(app, context, {
    kind: equipmentKind,
    record: equipmentRecord,
    path: '/api/equipment',
    tag: 'Equipment',
  });

  /** What a body gives, sorted by subject. @throws HttpError 400 for an assignment to nobody */
  async function given(body: Omit<ReviseEquipmentBody, 'status'>) {
    if (body.assignedTo) await requireAssignee(context, body.assignedTo);
    const zone = await companyZone(context);
    return {
      details: companyDays(equipmentFields, givenIn(equipmentFields, body), zone),
      plan: companyDays(planFields, givenIn(planFields, body), zone),
      assignment: givenIn(assignmentFields, body),
      today: await companyToday(context),
    };
  }

  /** Adds warnings of what is allowed but may be a mistake, if the change touched it. */
  async function warned(record: EquipmentRecord, { serialNumber }: Pick<ReviseEquipmentBody, 'serialNumber'>) {
    return serialNumber ? { ...record, warnings: await serialWarnings(context, record) } : record;
  }

  equipment.list(equipmentList);
  equipment.get();

  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/equipment/figures',
    {
      config: { access: 'equipment:read' },
      schema: { tags: ['Equipment'], headers: readHeaders, response: { 200: equipmentFigures, ...errors } },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const models = context.readModels.current();
      const nextMaintenance = { lte: await companyToday(context) };
      const [count, overdue] = await Promise.all([
        models.count('equipment', { where: { removed: null } }),
        models.count('equipment', { where: { removed: null, nextMaintenance } }),
      ]);
      return { count, overdue };
    },
  );

  equipment.create({
    body: addEquipmentBody,
    async commands({ body, now }): Promise<EquipmentCommand> {
      const { details, plan, assignment, today } = await given(body);
      const { status = 'available' } = body;
      return {
        type: 'AddEquipment',
        details,
        plan: completed(planFields, plan),
        ...completed(assignmentFields, assignment),
        status,
        today,
        now,
      };
    },
    answer: warned,
  });

  equipment.revise({
    body: reviseEquipmentBody,
    async commands({ body }): Promise<EquipmentCommand[]> {
      const { details, plan, assignment, today } = await given(body);
      const { status } = body;
      return [
        { type: 'ReviseEquipment', details, ...assignment, ...(status && { status }) },
        { type: 'PlanMaintenance', plan, today },
      ];
    },
    answer: warned,
  });

  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/equipment/:id/hand-out',
    {
      config: { access: 'equipment:change' },
      schema: {
        tags: ['Equipment'],
        description: 'Puts it into the hands of one person, until it is taken back; 409 says who has it already.',
        headers: changeHeaders,
        params: idParams,
        body: handOutBody,
        response: { 200: equipmentRecord, ...changeErrors(equipmentRecord) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const held = { heldBy: request.body.heldBy, heldSince: isoNow(context.clock) };
      try {
        return await equipment.carryOut(request, reply, id, { type: 'HandOutEquipment', held });
      } catch (cause) {
        throw (await saidWhoHasIt(context, id, cause)) ?? cause;
      }
    },
  );
  equipment.act('take-back', { type: 'TakeBackEquipment' });

  equipment.remove({ type: 'RetireEquipment' });
  equipment.act('restore', { type: 'RestoreEquipment' });

  equipment.change({
    method: 'POST',
    at: '/:id/maintenance',
    body: recordMaintenanceBody,
    async commands({ body, newId }) {
      const { doneOn, ...said } = completed(maintenanceFields, body);
      const day = asDay(doneOn, await companyZone(context));
      const entry = { id: newId('maintenance'), doneOn: day, ...said };
      return { type: 'RecordMaintenance', entry, today: await companyToday(context) };
    },
  });

  equipment.change({
    method: 'DELETE',
    at: '/:id/maintenance/:maintenanceId',
    status: 204,
    params: maintenanceParams,
    commands: ({ params }) => ({ type: 'WithdrawMaintenance', id: params.maintenanceId }),
  });
}

/** The same refusal, with the name of who has the machine: the rules know ids alone. Null for any other failure. */
async function saidWhoHasIt(context: ApiContext, id: string, cause: unknown): Promise<Rejection | null> {
  if (!(cause instanceof Rejection) || cause.code !== 'conflict') return null;
  const heldBy = (await findRecord(context, equipmentKind, id))?.heldBy ?? null;
  const name = (await assigneeNames(context, [heldBy])).get(heldBy ?? '');
  return name === undefined
    ? null
    : new Rejection('conflict', `${name} has this in their hands. Take it back first.`, 'heldBy');
}
