import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { crewsQuery } from '../../data/get-crews.ts';
import { personName, staffQuery } from '../../data/get-staff.ts';

/** Who can have equipment. */
export interface Assignees {
  /** The crews, then the people who work here, each in the order of their names. */
  ids: readonly string[];
  /** By id; of those who left too, for what they once had. */
  names: Readonly<Record<string, string>>;
}

/** The crews and people whom equipment can be given to; nobody while they load. */
export function useAssignees(): Assignees {
  const { data: crews } = useQuery(crewsQuery);
  const { data: staff } = useQuery(staffQuery);
  return useMemo(() => {
    const teams = (crews ?? []).map(({ id, name, removed }) => ({ id, name, removed }));
    const people = (staff ?? []).map((person) => ({
      id: person.id,
      name: personName(person),
      removed: person.removed,
    }));
    const all = [...byName(teams), ...byName(people)];
    return {
      ids: all.filter(({ removed }) => !removed).map(({ id }) => id),
      names: Object.fromEntries(all.map(({ id, name }) => [id, name])),
    };
  }, [crews, staff]);
}

function byName<Named extends { name: string }>(all: readonly Named[]): Named[] {
  return all.toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
}
