import { type PersonDocument, people } from '../../projections/staff.ts';
import { findUser } from '../accounts/find.ts';
import type { ApiContext } from '../kit/context.ts';
import { findRecord, noSuch } from '../kit/records.ts';
import { staffKind } from '../staff/record.ts';

/** Which kind of record somebody who works here has. @throws HttpError 400 if nobody has the id, or if they are gone */
export async function employeeRecordOf(context: ApiContext, id: string): Promise<'staff' | 'user'> {
  const member = await findRecord(context, staffKind, id);
  if (member && !member.removed) return 'staff';
  if (!member && (await findUser(context, id))) return 'user';
  throw noSuch('employeeId', 'Choose someone who works here.');
}

/** People as they are known, by their ids; undefined for whom nothing is known of. */
export async function employeesOf(
  { readModels }: Pick<ApiContext, 'readModels'>,
  ids: readonly string[],
): Promise<(id: string) => PersonDocument | undefined> {
  const found = await readModels.peek()?.get(people.collection, [...new Set(ids)]);
  return (id) => found?.get(id);
}

/** What people are called, by their ids: their own name, otherwise what they sign in with; null if neither is known. */
export async function personNames(
  context: Pick<ApiContext, 'readModels'>,
  ids: readonly string[],
): Promise<(id: string) => string | null> {
  const personOf = await employeesOf(context, ids);
  return (id) => personOf(id)?.name ?? null;
}

/** What the specification calls the employee of a request for time off or of a review: what they sign in with first. */
export function usernameOf(person: PersonDocument | undefined): string | null {
  return (person?.erased ? null : person?.account?.username) ?? person?.name ?? null;
}

/** Whether somebody can sign in: they have an account, it is not disabled, and they have not left. */
export function signsIn(person: PersonDocument | undefined): boolean {
  return person?.account?.disabled === false && !person.hasLeft;
}
