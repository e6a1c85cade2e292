import type { StaffRecord } from '../../../api/staff/schema.ts';
import { personName } from '../../entities/person/person.ts';
import { personKind } from '../../entities/person/person-kind.ts';
import type { RecordAct } from '../../records/acts/record-acts.ts';
import { useAct } from '../../records/acts/use-act.ts';

/** Records that somebody left the company, or is back. */
export function useLeaveOrReturn(): (person: StaffRecord) => void {
  const change = useAct<StaffRecord, StaffRecord>({
    command: ({ id, removed }) => ({
      method: 'POST',
      path: `${personKind.path(id)}/${removed ? 'restore' : 'archive'}`,
    }),
    collections: personKind.collections,
    done: (person) => ({
      ...(person.removed
        ? { title: 'Left the company', text: `${personName(person)} can no longer be put on a crew.` }
        : { title: 'Back again', text: `${personName(person)} works here again.` }),
      intent: 'success',
    }),
    undoneOn: ({ id }) => ({ category: personKind.category, id }),
  });
  return (person) => change.mutate(person);
}

/** The same from the keyboard. */
export function leavingActs(person: StaffRecord | undefined, act: (person: StaffRecord) => void): RecordAct[] {
  return person ? [{ text: person.removed ? 'Bring back' : 'Mark as left', run: () => act(person) }] : [];
}
