import { type PersonDocument, people } from '../../projections/staff.ts';
import { findUser } from '../accounts/find.ts';
import type { ApiContext } from '../kit/context.ts';
import { findRecord, noSuch } from '../kit/records.ts';
import { nameOf } from '../kit/user-names.ts';
import { staffKind } from '../staff/record.ts';

/** Which kind of record somebody who works here has. @throws HttpError 400 if nobody has the id, or if they are gone */
export async function employeeRecordOf(context: ApiContext, id: string): Promise<'staff' | 'user'> {
  const member = await findRecord(context, staffKind, id);
  if (member && !member.removed) return 'staff';
  if (!member && (await findUser(context, id))) return 'user';
  throw noSuch('employeeId', 'Choose someone who works here.');
}

/** What people are called, by their ids. */
export async function employeeNames(
  { readModels }: Pick<ApiContext, 'readModels'>,
  ids: readonly string[],
): Promise<(id: string) => string | null> {
  const found = await readModels.peek()?.get(people.collection, [...new Set(ids)]);
  return (id) => employeeName(found?.get(id));
}

/** Their sign-in name, otherwise their own; null if neither is known. Of somebody who was erased, what all those are called. */
export function employeeName(person: PersonDocument | undefined): string | null {
  if (person?.erased) return person.name;
  return [person?.account?.username, person?.staff && nameOf(person.staff)].find(Boolean) ?? null;
}

/** Who can sign in, of people by their ids: they have an account, it is not disabled, and they have not left. */
export async function whoSignsIn(
  { readModels }: Pick<ApiContext, 'readModels'>,
  ids: readonly string[],
): Promise<(id: string) => boolean> {
  const found = await readModels.peek()?.get(people.collection, [...new Set(ids)]);
  return (id) => {
    const person = found?.get(id);
    return person?.account?.disabled === false && !person.hasLeft;
  };
}
