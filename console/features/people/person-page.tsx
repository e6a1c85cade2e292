import { Button, Callout } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { StaffRecord } from '../../../api/staff/schema.ts';
import { timesheetIdOf, weekOf } from '../../../domain/timesheet/terms.ts';
import { may, rightOf } from '../../../domain/user/terms.ts';
import { isNotFound } from '../../data/api.ts';
import { useNewest } from '../../data/told.ts';
import { withOthers } from '../../data/with-others.ts';
import type { Account, PageProps } from '../../entities/account/session.ts';
import { InHands } from '../../entities/equipment/hands.tsx';
import { CertificateDocuments } from '../../entities/person/certificate-documents.tsx';
import { Certificates } from '../../entities/person/certificates.tsx';
import { Checklists } from '../../entities/person/checklists.tsx';
import { CrewHistory } from '../../entities/person/crew-history.tsx';
import { personName, personQuery } from '../../entities/person/person.ts';
import { personKind } from '../../entities/person/person-kind.ts';
import { LeftTag } from '../../entities/person/person-link.tsx';
import { Rates } from '../../entities/person/rates.tsx';
import { ReviewsOf } from '../../entities/review/reviews-of.tsx';
import { settingsQuery } from '../../entities/settings/settings.ts';
import { BalancesOf } from '../../entities/time-off/balances-of.tsx';
import { TimeOffOf } from '../../entities/time-off/time-off-of.tsx';
import { useRecordActs } from '../../records/acts/record-acts.ts';
import { RecordEdit } from '../../records/edit/record-edit.tsx';
import { useForgetErased } from '../../records/list/removed.tsx';
import { LoadingPage } from '../../records/record/loading-page.tsx';
import { RecordContacts, RecordDetails } from '../../records/record/record-details.tsx';
import { RecordHistory, useRestore } from '../../records/record/record-history.tsx';
import { LANDING } from '../../ui/keyboard/focus.ts';
import { useShortcuts } from '../../ui/keyboard/shortcuts.ts';
import { Page } from '../../ui/layout/page.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Nothing } from '../../ui/status/data-area.tsx';
import { todayIn } from '../../ui/values/wall-time.ts';
import { AccountOf } from './account-of.tsx';
import { ErasePerson } from './erase-person.tsx';
import { useLeaving } from './leaving.tsx';
import type { PersonSearch } from './people-search.ts';
import { WhatRemains } from './what-remains.tsx';

interface PersonPageProps extends PageProps<PersonSearch> {
  id: string;
}

const SAVED = { title: 'Person Updated', text: 'The changes have been saved.', intent: 'success' } as const;

/** One person: what is on record of them, and what belongs to them elsewhere. */
export function PersonPage(props: PersonPageProps) {
  const company = useQuery(settingsQuery);
  // The route asks; a record that is not there is not asked for again.
  const query = withOthers(useQuery({ ...personQuery(props.id), retryOnMount: false }), company);
  if (!query.data && isNotFound(query.error)) return <NoSuchPerson {...props} />;
  const { data: person } = query;
  if (person) return <Known key={person.id} {...props} person={person} today={todayIn(company.data?.timeZone)} />;
  return <LoadingPage title="Person" className="hw-person-page" query={query} />;
}

const NO_RECORD =
  'An owner can add one for your account on People. Then your contact, certificates, hours and time off are here.';

function NoSuchPerson({ id, account }: PersonPageProps) {
  const isOwn = id === account.id;
  return (
    <Page title={isOwn ? 'Your Page' : 'Person'}>
      <Nothing
        title={isOwn ? 'You have no record yet' : 'Person not found'}
        description={isOwn ? NO_RECORD : 'The link may be wrong.'}
        {...(may(account.role, 'people:read') && { action: <Link to="/people">All people</Link> })}
      />
    </Page>
  );
}

interface KnownProps extends PersonPageProps {
  person: StaffRecord;
  /** `YYYY-MM-DD` */
  today: string;
}

function Known(props: KnownProps) {
  const { account, search, onSearch, today } = props;
  const person = useNewest(props.person);
  const { leaveOrReturn, acts, dialog } = useLeaving();
  useForgetErased(person.erased ? [person.id] : []);
  const canChange = may(account.role, 'people:change') && !person.erased;
  const canEdit = canChange && !person.removed;
  const edit = () => onSearch({ edit: true });
  useShortcuts(canEdit ? [{ keys: 'e', label: 'Edit this person', run: edit }] : []);
  useRecordActs(personName(person), [
    ...(canEdit ? [{ text: 'Edit', run: edit }] : []),
    ...(canChange ? acts(person) : []),
  ]);
  return (
    <Page
      title={personName(person)}
      actions={
        canEdit && (
          <>
            <Button {...LANDING} text="Edit" onClick={edit} />
            <Button variant="minimal" intent="danger" text="Mark as left" onClick={() => leaveOrReturn(person)} />
          </>
        )
      }
    >
      {dialog}
      <Standing {...props} person={person} onReturn={() => leaveOrReturn(person)} />
      <div className="hw-person-page">
        <div>
          {!person.erased && <Contact {...props} person={person} canEdit={canEdit} />}
          {partsOf(person, account, today).map(({ title, content }) => (
            <Section key={title} title={title}>
              {content}
            </Section>
          ))}
          {person.removed && account.role === 'owner' && (
            <ErasePerson
              person={person}
              isOpen={search.erase === true}
              onOpen={(isOpen) => onSearch({ erase: isOpen || undefined })}
            />
          )}
        </div>
        <Section title="History">
          <History {...props} person={person} canChange={canChange} />
        </Section>
      </div>
    </Page>
  );
}

/** Whether they work here, left, or were erased, and what remains of those who left. */
function Standing({ account, person, onReturn }: KnownProps & { onReturn(): void }) {
  const canChange = may(account.role, 'people:change');
  return (
    <>
      <p className="hw-customer-line">
        {may(account.role, 'people:read') && <Link to="/people">People</Link>}
        {person.removed && <LeftTag />}
      </p>
      {person.removed && (
        <Callout compact {...(!person.erased && { intent: 'warning' })}>
          {person.erased ? ERASED : 'Left the company. The record stays, and so does the history.'}{' '}
          {canChange && !person.erased && <Button {...LANDING} size="small" text="Bring back" onClick={onReturn} />}
          {canChange && <WhatRemains person={person} />}
        </Callout>
      )}
    </>
  );
}

const ERASED =
  'The personal data of this person was erased for good. What stays is that somebody worked here, when, and what it cost.';

function Contact({ account, person, canEdit, search, onSearch }: KnownProps & { canEdit: boolean }) {
  return (
    <Section title="Contact">
      {search.edit && canEdit ? (
        <RecordEdit kind={personKind} record={person} onDone={() => onSearch({ edit: undefined })} saved={SAVED} />
      ) : (
        <>
          {person.id !== account.id && <RecordContacts kind={personKind} record={person} />}
          <RecordDetails fields={personKind.fields} record={person} />
        </>
      )}
    </Section>
  );
}

interface Part {
  title: string;
  content: ReactNode;
}

/** The parts of the page that somebody may see, in order: what they may not see is not asked for. */
function partsOf(person: StaffRecord, { id, role }: Account, today: string): Part[] {
  const sees = (area: 'equipment' | 'timesheets' | 'timeOff' | 'reviews') =>
    may(role, `${area}:read`) || (person.id === id && rightOf(role, area) === 'own');
  const parts: (Part & { isSeen: boolean })[] = [
    {
      title: 'Certificates',
      isSeen: !person.erased,
      content:
        person.certifications.length > 0 ? (
          <>
            <Certificates of={person.certifications} today={today} />
            <CertificateDocuments person={person} canChange={may(role, 'people:change') && !person.removed} />
          </>
        ) : (
          <p className="hw-muted">None on file.</p>
        ),
    },
    { title: 'Crews', isSeen: true, content: <CrewHistory personId={person.id} /> },
    {
      title: 'Checklists',
      isSeen: may(role, 'people:read') && !person.erased,
      content: <Checklists person={person} canChange={may(role, 'people:change')} />,
    },
    {
      title: 'Equipment in hand',
      isSeen: sees('equipment'),
      content: <InHands person={person} canChange={may(role, 'equipment:change')} />,
    },
    {
      title: 'Hours',
      isSeen: sees('timesheets'),
      content: (
        <Link to="/timesheets" search={{ sheet: timesheetIdOf(person.id, weekOf(today)) }} className="hw-in-text">
          This week
        </Link>
      ),
    },
    {
      title: 'Time off',
      isSeen: sees('timeOff'),
      content: (
        <>
          {!person.removed && <BalancesOf personId={person.id} />}
          <TimeOffOf personId={person.id} />
        </>
      ),
    },
    { title: 'Performance reviews', isSeen: sees('reviews'), content: <ReviewsOf personId={person.id} /> },
    {
      title: 'Pay per hour',
      isSeen: may(role, 'pay:read') && !person.erased,
      content: <Rates personId={person.id} today={today} canChange={may(role, 'pay:change')} />,
    },
    { title: 'Account', isSeen: role === 'owner' && !person.erased, content: <AccountOf person={person} /> },
  ];
  return parts.filter(({ isSeen }) => isSeen);
}

function History({ person, canChange }: KnownProps & { canChange: boolean }) {
  const restore = useRestore(personKind, person, SAVED);
  return (
    <RecordHistory
      kind={personKind}
      id={person.id}
      canChange={canChange}
      restore={canChange && !person.removed ? restore : null}
    />
  );
}
