import { serialKey } from '../../domain/equipment/terms.ts';
import { HttpError } from '../../platform/http/errors.ts';
import type { EquipmentDocument } from '../../projections/equipment.ts';
import { companyToday } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { assigneeNames } from './assignees.ts';
import { completeEquipment, type EquipmentFields } from './record.ts';
import type { EquipmentRecord } from './schema.ts';

/** Equipment with the names of who has it, and what is due today. */
export async function joinEquipment(
  context: ApiContext,
  records: readonly EquipmentFields[],
): Promise<EquipmentRecord[]> {
  const today = await companyToday(context);
  const names = await assigneeNames(
    context,
    records.map(({ assignedTo }) => assignedTo),
  );
  return records.map((fields) => completeEquipment(fields, { names, today }));
}

/** A refusal that tells the record as it is now tells it as the lists do; every other error stays as it is. */
export async function withJoinedRecord(context: ApiContext, cause: unknown): Promise<unknown> {
  if (!(cause instanceof HttpError) || !cause.body['record']) return cause;
  const [record] = await joinEquipment(context, [cause.body['record'] as EquipmentFields]);
  return new HttpError(cause.status, { ...cause.body, record });
}

/** So many are named; more would only be a longer sentence. */
const NAMED = 3;

/**
 * What is allowed but may be a mistake: the serial number of another machine. It is no rule, as a leased machine that
 * comes back, or two makers, may repeat one.
 */
export async function serialWarnings(
  { readModels }: ApiContext,
  { id, serialNumber }: Pick<EquipmentFields, 'id' | 'serialNumber'>,
): Promise<string[]> {
  const key = serialKey(serialNumber);
  if (key === null) return [];
  const query = { where: { removed: null, serialKey: key }, limit: NAMED + 1 };
  const { documents } = await readModels.current().find('equipment', query);
  const others = (documents as EquipmentDocument[]).filter((each) => each.id !== id).slice(0, NAMED);
  if (others.length === 0) return [];
  return [`The serial number ${serialNumber} is also that of ${others.map(({ name }) => name).join(', ')}.`];
}
