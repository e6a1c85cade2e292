import { HttpError } from '../../platform/http/answers/errors.ts';
import { type CrewDocument, crews } from '../../projections/crews.ts';
import { type PersonDocument, people } from '../../projections/staff.ts';
import type { ApiContext } from '../kit/context.ts';
import { nameOf } from '../kit/user-names.ts';

/** Whoever can have equipment: a crew or a person. */
interface Assignee {
  id: string;
  name: string | null;
  /** The crew was disbanded, or the person has left. */
  isGone: boolean;
}

/** The names of those ids that are crews or people, even ones that are gone. */
export async function assigneeNames(
  context: ApiContext,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const found = await findAssignees(
    context,
    ids.filter((id) => id !== null),
  );
  return new Map(found.flatMap(({ id, name }) => (name === null ? [] : [[id, name]])));
}

/** Somebody who may have equipment in their hands; null if nobody has the id. */
export async function findPerson({ readModels }: Pick<ApiContext, 'readModels'>, id: string): Promise<Assignee | null> {
  const person = (await readModels.current().get(people.collection, [id])).get(id);
  return person ? personAssignee(person) : null;
}

/** @throws HttpError 400 if nobody has the id, or if they are gone */
export async function requireAssignee(context: ApiContext, id: string): Promise<void> {
  const [found] = await findAssignees(context, [id]);
  if (!found) throw refused('There is no crew or person with this id. Choose one from the list.');
  if (found.isGone) throw refused(`${found.name ?? 'This crew or person'} is no longer with the company.`);
}

async function findAssignees({ readModels }: ApiContext, ids: readonly string[]): Promise<Assignee[]> {
  if (ids.length === 0) return [];
  const models = readModels.current();
  const unique = [...new Set(ids)];
  const [ofCrews, ofPeople] = await Promise.all([
    models.get(crews.collection, unique),
    models.get(people.collection, unique),
  ]);
  return [...[...ofCrews.values()].map(crewAssignee), ...[...ofPeople.values()].map(personAssignee)];
}

function crewAssignee({ id, name, removed }: CrewDocument): Assignee {
  return { id, name, isGone: removed === true };
}

function personAssignee({ id, staff, account, hasLeft }: PersonDocument): Assignee {
  const name = (staff && nameOf(staff)) ?? (account && (nameOf(account) ?? account.username));
  return { id, name, isGone: hasLeft || (staff === null && account?.disabled === true) };
}

function refused(message: string): HttpError {
  return new HttpError(400, { message, code: 'invalid', issues: [{ path: 'assignedTo', message }] });
}
