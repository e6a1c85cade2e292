import { Button, Callout } from '@blueprintjs/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CrewRecord } from '../../../api/crews/schema.ts';
import type { StaffRecord } from '../../../api/staff/schema.ts';
import { hasRight } from '../../entities/account/rights.ts';
import type { Account } from '../../entities/account/session.ts';
import { InHands } from '../../entities/equipment/hands.tsx';
import { CertificateDocuments } from '../../entities/person/certificate-documents.tsx';
import { Certificates } from '../../entities/person/certificates.tsx';
import { personName } from '../../entities/person/person.ts';
import { personKind } from '../../entities/person/person-kind.ts';
import { LeftTag } from '../../entities/person/person-link.tsx';
import { useRecordActs } from '../../records/acts/record-acts.ts';
import type { OpenRecord } from '../../records/list/list-page.tsx';
import { RecordDrawer, type RecordLoading } from '../../records/record/record-drawer.tsx';
import { LANDING } from '../../ui/keyboard/focus.ts';
import { AccountOf } from './account-of.tsx';
import { useLeaving } from './leaving.tsx';
import { WhatRemains } from './what-remains.tsx';

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
  const { leaveOrReturn, acts, dialog } = useLeaving();
  const { tab } = open;
  const canChange = open.canChange && person?.erased !== true;
  useRecordActs(person ? personName(person) : '', canChange && person ? acts(person) : []);
  const returning = (left: StaffRecord) =>
    canChange && (
      <>
        <Button {...LANDING} size="small" text="Bring back" onClick={() => leaveOrReturn(left)} />
        <WhatRemains person={left} />
      </>
    );
  return (
    <>
      {dialog}
      <RecordDrawer
        {...open}
        kind={personKind}
        record={person}
        tab={person?.removed && tab === 'edit' ? 'details' : tab}
        canChange={canChange && person?.removed !== true}
        saved={{ title: 'Person Updated', text: 'The changes have been saved.', intent: 'success' }}
        badge={person?.removed && <LeftTag />}
        actions={
          person && (
            <Button variant="minimal" intent="danger" text="Mark as left" onClick={() => leaveOrReturn(person)} />
          )
        }
        below={
          person && <Below person={person} crew={crew} account={account} today={today} returning={returning(person)} />
        }
      />
    </>
  );
}

interface BelowProps extends Pick<PersonDrawerProps, 'crew' | 'account' | 'today'> {
  person: StaffRecord;
  /** For somebody who left. */
  returning: ReactNode;
}

/** What belongs to a person besides their details. */
function Below({ person, crew, account, today, returning }: BelowProps) {
  return (
    <>
      {person.removed && (
        <Callout compact className="hw-drawer-section" {...(!person.erased && { intent: 'warning' })}>
          {person.erased
            ? 'The personal data of this person was erased for good.'
            : 'Left the company. The record stays, and so does the history.'}{' '}
          {returning}
        </Callout>
      )}
      <p className="hw-drawer-section">
        <Link to="/people/$id" params={{ id: person.id }} className="hw-in-text">
          Everything about {personName(person)}
        </Link>
      </p>
      {!person.erased && (
        <section className="hw-drawer-section">
          <h3>Certificates</h3>
          {person.certifications.length > 0 ? (
            <>
              <Certificates of={person.certifications} today={today} />
              <CertificateDocuments person={person} canChange={hasRight('people:change') && !person.removed} />
            </>
          ) : (
            <p className="hw-muted">None on file.</p>
          )}
        </section>
      )}
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
      <section className="hw-drawer-section">
        <h3>Equipment in hand</h3>
        <InHands person={person} canChange={hasRight('equipment:change')} />
      </section>
      {account.role === 'owner' && !person.erased && (
        <section className="hw-drawer-section">
          <h3>Account</h3>
          <AccountOf person={person} />
        </section>
      )}
    </>
  );
}
