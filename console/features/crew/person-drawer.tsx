import { Button, Callout, Classes, Tag } from '@blueprintjs/core';
import { Link } from '@tanstack/react-router';
import type { CrewRecord } from '../../../api/crews/schema.ts';
import type { StaffRecord } from '../../../api/staff/schema.ts';
import type { Account } from '../../data/session.ts';
import { type DrawerTab, RecordDrawer } from '../../ui/record-drawer.tsx';
import { Certificates } from './certificates.tsx';
import { personKind } from './person-kind.ts';
import { useLeaveOrReturn } from './use-person-acts.ts';

interface PersonDrawerProps {
  id: string;
  person: StaffRecord | undefined;
  crew: CrewRecord | undefined;
  account: Account;
  /** `YYYY-MM-DD` */
  today: string;
  tab: DrawerTab;
  onTab(tab: DrawerTab): void;
  onClose(): void;
}

/** One person: details, edit, history; their certificates, crew and account. */
export function PersonDrawer({ id, person, crew, account, today, tab, onTab, onClose }: PersonDrawerProps) {
  const leaveOrReturn = useLeaveOrReturn();
  const canChange = account.role !== 'auditor';
  return (
    <RecordDrawer
      key={id}
      kind={personKind}
      id={id}
      record={person}
      tab={person?.removed && tab === 'edit' ? 'details' : tab}
      onTab={onTab}
      onClose={onClose}
      canChange={canChange && person?.removed !== true}
      saved={{ title: 'Person Updated', text: 'The changes have been saved.', intent: 'success' }}
      failed={{ title: 'Error', text: 'The person could not be saved.' }}
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
                {canChange && <Button size="small" text="Bring back" onClick={() => leaveOrReturn(person)} />}
              </Callout>
            )}
            <section className="hw-drawer-section">
              <h3>Certificates</h3>
              {person.certifications.length > 0 ? (
                <Certificates of={person.certifications} today={today} />
              ) : (
                <p className="hw-muted">None are known.</p>
              )}
            </section>
            <section className="hw-drawer-section">
              <h3>Crew</h3>
              {crew ? (
                <Link to="/crew" search={{ crew: crew.id }}>
                  {crew.name}
                </Link>
              ) : (
                <p className="hw-muted">In no crew.</p>
              )}
            </section>
            {account.role === 'owner' && <AccountOf person={person} />}
          </>
        )
      }
    />
  );
}

export function LeftTag() {
  return (
    <Tag minimal intent="danger">
      Left the company
    </Tag>
  );
}

/** For the owner: the way to the account, or to one for them. */
function AccountOf({ person }: { person: StaffRecord }) {
  return (
    <section className="hw-drawer-section">
      <h3>Account</h3>
      {person.userId ? (
        <p>
          <Link to="/users" search={{ user: person.userId }}>
            Open the account
          </Link>
          {person.removed && ' Somebody who left can still sign in while it is enabled.'}
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
