import { serialKey } from '../../domain/equipment/terms.ts';
import { equipment } from '../../projections/equipment.ts';
import type { ApiContext } from '../kit/context.ts';
import type { EquipmentRecord } from './schema.ts';

/** The most machines to name; more would only make a longer sentence. */
const NAMED = 3;

/**
 * Warns of what is allowed but may be a mistake: the serial number of another machine. It is not a rule, because a
 * leased machine that comes back, or two makers, may repeat one.
 */
export async function serialWarnings(
  { readModels }: ApiContext,
  { id, serialNumber }: Pick<EquipmentRecord, 'id' | 'serialNumber'>,
): Promise<string[]> {
  const key = serialKey(serialNumber);
  if (key === null) return [];
  const query = { where: { removed: null, serialKey: key }, limit: NAMED + 1 };
  const { documents } = await readModels.current().find(equipment.collection, query);
  const others = documents.filter((each) => each.id !== id).slice(0, NAMED);
  if (others.length === 0) return [];
  return [`The serial number ${serialNumber} is also used by ${others.map(({ name }) => name).join(', ')}.`];
}
