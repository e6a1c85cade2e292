import { useQuery } from '@tanstack/react-query';
import { type Account, nameOf } from '../../entities/account/session.ts';
import { personName, staffQuery } from '../../entities/person/person.ts';

/** What whoever wrote something about a job is called, by their user id. */
export function useNameOf(account: Account): (id: string) => string {
  const staff = useQuery(staffQuery).data ?? [];
  return (id) => {
    const person = staff.find((each) => each.id === id);
    if (person) return personName(person);
    return id === account.id ? nameOf(account) : 'A colleague';
  };
}
