import { people } from '../../projections/staff.ts';
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

/** The name of a person by their id; null if none is known. */
type NameOf = (id: string) => string | null;

/** What people are called, by their ids: their own name, otherwise what they sign in with. */
export async function personNames(
  { readModels }: Pick<ApiContext, 'readModels'>,
  ids: readonly string[],
): Promise<NameOf> {
  const found = await readModels.peek()?.get(people.collection, [...new Set(ids)]);
  return (id) => found?.get(id)?.name ?? null;
}

/** What the specification calls the employee of a request for time off or of a review: what they sign in with first. */
export async function usernames(
  { readModels }: Pick<ApiContext, 'readModels'>,
  ids: readonly string[],
): Promise<NameOf> {
  const found = await readModels.peek()?.get(people.collection, [...new Set(ids)]);
  return (id) => {
    const person = found?.get(id);
    return (person?.erased ? null : person?.account?.username) ?? person?.name ?? null;
  };
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
