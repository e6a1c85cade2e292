import { Button, Callout, Classes } from '@blueprintjs/core';
import { Link } from '@tanstack/react-router';
import type { CrewRecord } from '../../../api/crews/schema.ts';
import type { StaffRecord } from '../../../api/staff/schema.ts';
import type { Account } from '../../entities/account/session.ts';
import { Certificates } from '../../entities/person/certificates.tsx';
import { personName } from '../../entities/person/person.ts';
import { personKind } from '../../entities/person/person-kind.ts';
import { LeftTag } from '../../entities/person/person-link.tsx';
import { type RecordAct, useRecordActs } from '../../records/acts/record-acts.ts';
import { useAct } from '../../records/acts/use-act.ts';
import type { OpenRecord } from '../../records/list/list-page.tsx';
import { RecordDrawer, type RecordLoading } from '../../records/record/record-drawer.tsx';
import { LANDING } from '../../ui/keyboard/focus.ts';

interface PersonDrawerProps extends OpenRecord {
  person: StaffRecord | undefined;
  loading: RecordLoading;
  crew: CrewRecord | undefined;
  account: Account;
  /** `YYYY-MM-DD` */
  today: string;
}

/** One person: details, edit, history; their certificates, crew and account. */
export function PersonDrawer({ person, crew, account, today, ...open }: PersonDrawerProps) {
  const leaveOrReturn = useLeaveOrReturn();
  const { canChange, tab } = open;
  useRecordActs(person ? personName(person) : '', canChange ? leavingActs(person, leaveOrReturn) : []);
  return (
    <RecordDrawer
      {...open}
      kind={personKind}
      record={person}
      tab={person?.removed && tab === 'edit' ? 'details' : tab}
      canChange={canChange && person?.removed !== true}
      saved={{ title: 'Person Updated', text: 'The changes have been saved.', intent: 'success' }}
      badge={person?.removed && <LeftTag />}
      actions={
        person && <Button variant="minimal" intent="danger" text="Mark as left" onClick={() => leaveOrReturn(person)} />
      }
      below={
        person && (
          <>
            {person.removed && (
              <Callout compact className="hw-drawer-section" intent="warning">
                Left the company. The record stays, and so does the history.{' '}
                {canChange && (
                  <Button {...LANDING} size="small" text="Bring back" onClick={() => leaveOrReturn(person)} />
                )}
              </Callout>
            )}
            <section className="hw-drawer-section">
              <h3>Certificates</h3>
              {person.certifications.length > 0 ? (
                <Certificates of={person.certifications} today={today} />
              ) : (
                <p className="hw-muted">None on file.</p>
              )}
            </section>
            <section className="hw-drawer-section">
              <h3>Crew</h3>
              {crew ? (
                <Link to="/crew" search={{ crew: crew.id }}>
                  {crew.name}
                </Link>
              ) : (
                <p className="hw-muted">Not on a crew.</p>
              )}
            </section>
            {account.role === 'owner' && <AccountOf person={person} />}
          </>
        )
      }
    />
  );
}

function leavingActs(person: StaffRecord | undefined, act: (person: StaffRecord) => void): RecordAct[] {
  return person ? [{ text: person.removed ? 'Bring back' : 'Mark as left', run: () => act(person) }] : [];
}

/** For the owner: a link to the person's account, or to add one. */
function AccountOf({ person }: { person: StaffRecord }) {
  return (
    <section className="hw-drawer-section">
      <h3>Account</h3>
      {person.userId ? (
        <p>
          <Link to="/users" search={{ user: person.userId }}>
            Open the account
          </Link>
          {person.removed && ' They can still sign in until it is disabled.'}
        </p>
      ) : person.removed ? (
        <p className="hw-muted">None.</p>
      ) : (
        <Link to="/users" search={{ new: true, person: person.id }} className={`${Classes.BUTTON} ${Classes.SMALL}`}>
          Create account
        </Link>
      )}
    </section>
  );
}

/** Records that somebody left the company, or is back. */
function useLeaveOrReturn(): (person: StaffRecord) => void {
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
