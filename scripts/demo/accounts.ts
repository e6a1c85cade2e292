import { NO_USER_DETAILS } from '../../domain/user/events.ts';
import type { Role } from '../../domain/user/terms.ts';
import { user } from '../../domain/user/user.ts';
import { OWNER_ID } from '../../platform/accounts/first-owner.ts';
import type { SignIn } from '../../platform/accounts/sign-in.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';
import type { Act, Area } from './act.ts';

/** A person who works at the company and signs in. */
interface Account {
  id: string;
  username: string;
  /** Their job, in place of a name: no people are made up. */
  firstName: string | null;
  role: Role;
}

/** The id of a person by their place in the list of people. */
export const personId = (index: number) => uuidv5(HEARTWOOD, `demo/staff/${index}`);

export const OWNER: Account = { id: OWNER_ID, username: 'owner', firstName: 'Owner', role: 'owner' };
export const OFFICE = staff('office', 'Office', 'office');
export const ESTIMATOR = staff('estimator', 'Estimator', 'estimator');

/** The account of the first person of the first crew, who has a name there. */
const CLIMBER: Account = { id: personId(0), username: 'climber', firstName: null, role: 'crew' };

const ACCOUNTS = [OWNER, OFFICE, ESTIMATOR, CLIMBER];

/** Everybody knows it: it opens only the demo. */
export const DEMO_PASSWORD = 'a company to try';

/** The people's accounts, made on the first morning. */
export const accounts: Area = (time) =>
  ACCOUNTS.map((account, index): Act => {
    const at = time.instantAt(index / 4);
    const { id, role, username, firstName } = account;
    const details = { ...NO_USER_DETAILS, username, firstName, email: emailOf(username) };
    const command = { type: 'RegisterUser', details, role, now: new Date(at).toISOString() } as const;
    const commandId = uuidv5(HEARTWOOD, `demo/account/${username}`);
    return { at, actor: OWNER.id, run: (desk) => desk.send(user, id, command, { commandId }) };
  });

/** Lets everybody sign in. Changes nothing if they already can. */
export async function openSignIns(signIn: SignIn): Promise<void> {
  for (const { id, username } of ACCOUNTS) {
    await signIn.setFirstPassword(id, DEMO_PASSWORD);
    await signIn.claimName(username, id);
    await signIn.claimName(emailOf(username), id);
  }
}

/** For the person who starts the demo. */
export function signInLine(): string {
  const names = ACCOUNTS.map(({ username }) => username);
  return `Sign in as ${names.slice(0, -1).join(', ')} or ${names.at(-1)}, password: ${DEMO_PASSWORD}`;
}

function staff(username: string, firstName: string, role: Role) {
  return { id: uuidv5(HEARTWOOD, `demo/user/${username}`), username, firstName, role };
}

function emailOf(username: string): string {
  return `${username}@example.com`;
}
