import { likenessKeys } from '../../domain/customer/likeness.ts';
import type { UserDetails } from '../../domain/user/events.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { people } from '../../projections/staff.ts';
import type { ApiContext } from '../kit/context.ts';
import { findRecord } from '../kit/records.ts';
import { staffKind } from './record.ts';

type Named = Pick<UserDetails, 'firstName' | 'lastName' | 'email'>;

/**
 * The id of the person on People whom a new account is for, by its email address or full name; null for nobody there.
 * Whoever has an account already is found as well: a repeat of the request is about the same person.
 * @throws HttpError 409 if it may be for several, or for one who has another name or email address
 */
export async function personOfAccount(context: ApiContext, account: Named): Promise<string | null> {
  const found = await peopleLike(context, account, 'staff');
  if (found === 'unsure') throw new HttpError(409, { ...ASKS, issues: [{ path: 'personId', message: ASKS.message }] });
  return found;
}

const ASKS = {
  code: 'conflict',
  message: 'People has somebody like this. Say whose account it is, or that it is for somebody who is not on People.',
} as const;

/**
 * The id of the account of somebody who is added to People, by email address or full name; null for no or several ones,
 * or one who is there already.
 * @param isRepeat whether the request in question added a person
 */
export async function accountOfPerson(
  context: ApiContext,
  person: Named,
  isRepeat: (id: string) => Promise<boolean>,
): Promise<string | null> {
  const found = await peopleLike(context, person, 'account');
  if (found === null || found === 'unsure') return null;
  const isFree = (await findRecord(context, staffKind, found)) === null;
  return isFree || (await isRepeat(found)) ? found : null;
}

/** More would have an address of the whole company. */
const MOST = 50;

async function peopleLike(
  { readModels }: ApiContext,
  wanted: Named,
  by: 'staff' | 'account',
): Promise<string | 'unsure' | null> {
  const { name, email } = keysOf(wanted);
  const where = by === 'staff' ? { isStaff: true, hasLeft: false } : {};
  const found = new Map<string, Named>();
  for (const search of [name, email]) {
    if (search === null) continue;
    const { documents } = await readModels.current().find(people.collection, { where, search, limit: MOST });
    for (const person of documents) if (person[by]) found.set(person.id, person[by]);
  }
  const alike = [...found].flatMap(([id, known]) => {
    const own = keysOf(known);
    const isNamed = name !== null && own.name === name;
    const isReached = email !== null && own.email === email;
    return isNamed || isReached ? [{ id, likeness: Number(isNamed) + 2 * Number(isReached), own }] : [];
  });
  // Father and son may have one name, and a crew one address: both tell more than one.
  const most = Math.max(...alike.map(({ likeness }) => likeness));
  const [first, second] = alike.filter(({ likeness }) => likeness === most);
  if (!first) return null;
  return second || differ(first.own.email, email) || differ(first.own.name, name) ? 'unsure' : first.id;
}

function differ(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}

function keysOf({ firstName, lastName, email }: Named) {
  return likenessKeys({ firstName, lastName, email, phone: null, address: null });
}
