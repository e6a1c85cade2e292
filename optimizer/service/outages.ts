import { noSuch } from '../../api/kit/records.ts';
import { addDays } from '../../domain/kit/times.ts';
import type { PlannedOutage } from '../../domain/plan/events.ts';
import type { PlannedCrew } from '../../domain/schedule/parts.ts';
import { spanOf, TIME_OFF_LIMITS } from '../../domain/time-off/terms.ts';
import { may } from '../../domain/user/terms.ts';
import { type CurrentUser, NotAllowed } from '../../platform/http/access.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { equipment } from '../../projections/equipment.ts';
import { people } from '../../projections/staff.ts';
import { timeOffRequests } from '../../projections/time-off.ts';
import type { ReadModels } from '../../store/read-models.ts';
import type { OutageAnswer, ReplanBody } from '../answers/replan.schema.ts';
import type { Inputs } from '../planning/inputs.ts';

/** As many requests of a person as begin in a year, two halves a day. */
const MOST = 2 * TIME_OFF_LIMITS.days;

/**
 * What a plan is to work without: a machine or a person; null if nothing is missing.
 * @param from since when on the first day, `HH:MM`: from noon on, whoever is sick that day is off for the afternoon
 * @throws HttpError 400 for a machine that there is not or that is not with the crew, and for somebody who is not with
 *   the company, or is off already
 */
export async function outageAsked(
  models: ReadModels,
  { resources }: Pick<Inputs, 'resources'>,
  { date, until = date, equipment_id, person_id }: ReplanBody,
  { crew, from }: { crew: PlannedCrew | null; from: string },
): Promise<PlannedOutage | null> {
  if (equipment_id !== undefined) {
    requireMachine(resources, equipment_id, crew);
    return { category: 'equipment', id: equipment_id, from: date, to: until, half: null };
  }
  if (person_id === undefined) return null;
  const half = date === until && from >= '12:00' ? 'afternoon' : null;
  await requireThere(models, person_id, { startDate: date, endDate: until, half });
  return { category: 'staff', id: person_id, from: date, to: until, half };
}

function requireMachine({ machines }: Inputs['resources'], id: string, crew: PlannedCrew | null): void {
  const machine = machines.find((each) => each.id === id);
  if (!machine) throw noSuch('equipment_id', 'There is no machine with this id. Choose one from the list.');
  if (crew === null || crew.equipmentIds.includes(id) || machine.assignedTo === crew.id) return;
  const message = `${machine.name} is not with ${crew.name}. Choose one of its machines, or leave the crew out.`;
  throw noSuch('equipment_id', message);
}

async function requireThere(
  models: ReadModels,
  id: string,
  days: { startDate: string; endDate: string; half: string | null },
): Promise<void> {
  const person = (await models.get(people.collection, [id])).get(id);
  if (!person?.staff || person.erased) {
    throw noSuch('person_id', 'There is nobody with this id. Choose someone from the list.');
  }
  const name = person.name ?? 'This person';
  if (person.hasLeft) throw noSuch('person_id', `${name} is no longer with the company.`);
  const earliest = addDays(days.startDate, -TIME_OFF_LIMITS.days);
  const { documents } = await models.find(timeOffRequests.collection, {
    where: { removed: null, employeeId: id, startDate: { gte: earliest, lte: days.endDate } },
    order: { field: 'startDate', direction: 'desc' },
    limit: MOST,
  });
  const isOther = (half: string | null) => half !== null && days.half !== null && half !== days.half;
  const same = documents.find(
    ({ endDate, status, half }) => endDate >= days.startDate && status !== 'denied' && !isOther(half),
  );
  if (!same) return;
  throw noSuch(
    'person_id',
    same.status === 'approved'
      ? `${name} is already off then: ${spanOf(same)}. Choose other days.`
      : `${name} has asked for time off then: ${spanOf(same)}. Decide on that first.`,
  );
}

/**
 * Only whoever may change equipment or time off makes or applies a plan that records it.
 * @throws NotAllowed; HttpError 403 for one's own sick days, which someone else has to approve
 */
export function requireMayRecord({ id, role }: CurrentUser, outage: Pick<PlannedOutage, 'category' | 'id'>): void {
  const need = outage.category === 'equipment' ? 'equipment:change' : 'timeOff:change';
  if (!may(role, need)) throw new NotAllowed(need);
  if (outage.category === 'staff' && outage.id === id && role !== 'owner') {
    throw new HttpError(403, { message: 'Someone else has to approve your own time off.', code: 'forbidden' });
  }
}

/** What a plan works without, with its name of today. */
export async function shownOutage(models: ReadModels, outage: PlannedOutage | null): Promise<OutageAnswer> {
  if (!outage) return null;
  const { id } = outage;
  const found =
    outage.category === 'equipment'
      ? (await models.get(equipment.collection, [id])).get(id)
      : (await models.get(people.collection, [id])).get(id);
  return { ...outage, name: found?.name ?? null };
}
