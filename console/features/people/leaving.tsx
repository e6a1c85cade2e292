import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { type ReactNode, useState } from 'react';
import type { StaffRecord } from '../../../api/staff/schema.ts';
import { personName } from '../../entities/person/person.ts';
import { personKind } from '../../entities/person/person-kind.ts';
import type { RecordAct } from '../../records/acts/record-acts.ts';
import { useAct } from '../../records/acts/use-act.ts';
import { WhatRemains } from './what-remains.tsx';

interface Leaving {
  /** Asks whether somebody left the company; brings back who did. */
  leaveOrReturn(person: StaffRecord): void;
  /** The same from the keyboard. */
  acts(person: StaffRecord): RecordAct[];
  /** What asks. */
  dialog: ReactNode;
}

/** Records that somebody left the company, or is back. */
export function useLeaving(): Leaving {
  const [leaver, setLeaver] = useState<StaffRecord | null>(null);
  const change = useAct<StaffRecord, StaffRecord>({
    command: ({ id, removed }) => ({
      method: 'POST',
      path: `${personKind.path(id)}/${removed ? 'restore' : 'archive'}`,
    }),
    collections: [...personKind.collections, 'users'],
    done: (person) => ({
      ...(person.removed
        ? { title: 'Left the company', text: `${personName(person)} can no longer be put on a crew.` }
        : { title: 'Back again', text: backAgain(person) }),
      intent: 'success',
    }),
    undoneOn: ({ id }) => ({ category: personKind.category, id }),
  });
  const leaveOrReturn = (person: StaffRecord) => (person.removed ? change.mutate(person) : setLeaver(person));
  const close = () => setLeaver(null);
  return {
    leaveOrReturn,
    acts: (person) => [{ text: person.removed ? 'Bring back' : 'Mark as left', run: () => leaveOrReturn(person) }],
    dialog: leaver && (
      <LeaveDialog
        person={leaver}
        onLeave={() => {
          change.mutate(leaver);
          close();
        }}
        onClose={close}
      />
    ),
  };
}

function backAgain(person: StaffRecord): string {
  const name = personName(person);
  return person.userId === null
    ? `${name} works here again.`
    : `${name} works here again. An owner can enable the account on Users.`;
}

interface LeaveDialogProps {
  person: StaffRecord;
  onLeave(): void;
  onClose(): void;
}

/** Says what happens when somebody leaves, and what of theirs remains. */
function LeaveDialog({ person, onLeave, onClose }: LeaveDialogProps) {
  const name = personName(person);
  return (
    <Dialog isOpen onClose={onClose} title={`Did ${name} leave the company?`} className="hw-dialog">
      <DialogBody>
        <p>The record, the hours and the history stay. Nobody puts {name} on a crew from now on.</p>
        {person.userId !== null && (
          <p>
            The account closes at once: {name} is signed out everywhere and cannot sign in. After a return, it stays
            closed until an owner enables it.
          </p>
        )}
        <WhatRemains person={person} />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="Cancel" onClick={onClose} />
            <Button intent="danger" text="Mark as left" onClick={onLeave} />
          </>
        }
      />
    </Dialog>
  );
}
