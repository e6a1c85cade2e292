import { NonIdealStateIconSize } from '@blueprintjs/core';
import { People as PeopleIcon } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { StaffRecord } from '../../../api/staff/schema.ts';
import { compareTexts } from '../../../domain/kit/sort-text.ts';
import { certificationState } from '../../../domain/staff/terms.ts';
import { listCall } from '../../data/paged-query.ts';
import { withOthers } from '../../data/with-others.ts';
import { listOf, type PageProps } from '../../entities/account/session.ts';
import { crewsQuery } from '../../entities/crew/crew.ts';
import { Certificates, firstEnd } from '../../entities/person/certificates.tsx';
import { personName, staffQuery } from '../../entities/person/person.ts';
import { personKind } from '../../entities/person/person-kind.ts';
import { LeftTag } from '../../entities/person/person-link.tsx';
import { NewPersonDialog } from '../../entities/person/person-picker.tsx';
import { settingsQuery } from '../../entities/settings/settings.ts';
import { emailColumn, phoneColumn } from '../../records/list/common-columns.tsx';
import { searched } from '../../records/list/list-search.ts';
import type { RecordColumn } from '../../records/list/record-columns.ts';
import { RecordListPage } from '../../records/list/record-list-page.tsx';
import { Choice } from '../../ui/inputs/choice.tsx';
import { todayIn } from '../../ui/values/wall-time.ts';
import type { PeopleSearch } from './people-search.ts';
import { PersonDrawer } from './person-drawer.tsx';

const WHO = [
  ['left', 'Left the company'],
  ['all', 'Everyone'],
  ['renew', 'Certificates to renew'],
] as const;

/** The people who work here, their skills, and which certificates must be renewed. */
export function PeoplePage(props: PageProps<PeopleSearch>) {
  const { account, search, onSearch } = props;
  const teams = useQuery(crewsQuery);
  const company = useQuery(settingsQuery);
  const query = withOthers(useQuery(staffQuery), teams, company);
  const { data: crews } = teams;
  const { q, status } = search;
  const today = todayIn(company.data?.timeZone);
  const records = useMemo(() => found(query.data ?? [], { q, status }, today), [query.data, q, status, today]);
  const columns = useMemo(() => {
    const names = crews?.flatMap(({ name, memberIds }) => memberIds.map((id) => [id, name] as const));
    return personColumns(new Map(names), today);
  }, [crews, today]);
  return (
    <RecordListPage
      title="People"
      subtitle="Everyone who works here, with or without an account"
      kind={personKind}
      plural="people"
      param="person"
      {...listOf(props, 'people')}
      list={{
        query,
        records,
        call: listCall('/api/staff', { search: q, status: status === 'renew' ? undefined : status }),
      }}
      columns={columns}
      filterKeys={['q', 'status']}
      filters={
        <Choice
          label="Who"
          value={status}
          choices={WHO}
          none="Work here"
          onChoice={(next) => onSearch({ status: next })}
        />
      }
      add={{ text: 'Add Person', how: (onClose) => <NewPersonDialog onClose={onClose} /> }}
      drawer={(open) => (
        <PersonDrawer
          key={open.id}
          {...open}
          loading={query}
          person={query.data?.find(({ id }) => id === open.id)}
          crew={crews?.find(({ memberIds }) => memberIds.includes(open.id))}
          account={account}
          today={today}
        />
      )}
      firstUse={{
        icon: <PeopleIcon size={NonIdealStateIconSize.SMALL} />,
        description: 'Add the people who work here, then put them on crews.',
      }}
      nothingFound={{ title: 'No one found', description: 'Try another name or filter.' }}
    />
  );
}

/** By name: a row keeps its place when somebody is added. */
function found(
  people: readonly StaffRecord[],
  { q, status }: Pick<PeopleSearch, 'q' | 'status'>,
  today: string,
): StaffRecord[] {
  const wanted = people.filter(({ removed, certifications }) => {
    if (status === 'renew')
      return !removed && certifications.some((each) => certificationState(each, today) !== 'valid');
    return status === 'all' || removed === (status === 'left');
  });
  const known = wanted.map((person) => (person.erased ? { ...person, email: null, phone: null } : person));
  return searched(known, q, (person) => [personName(person), person.email, person.phone, ...person.skills]).sort(
    (a, b) => compareTexts(personName(a), personName(b)),
  );
}

/**
 * @param crewNames by person id
 * @param today `YYYY-MM-DD`
 */
function personColumns(crewNames: ReadonlyMap<string, string>, today: string): readonly RecordColumn<StaffRecord>[] {
  return [
    { id: 'name', header: 'Name', value: personName },
    {
      id: 'crew',
      header: 'Crew',
      value: ({ id }) => crewNames.get(id) ?? null,
      cell: (person) => (person.removed ? <LeftTag /> : crewNames.get(person.id)),
      stays: true,
    },
    phoneColumn,
    emailColumn,
    { id: 'skills', header: 'Skills', value: ({ skills }) => skills.join(', ') || null },
    {
      id: 'certificates',
      header: 'Certificates',
      value: ({ certifications }) => firstEnd(certifications),
      cell: ({ certifications }) =>
        certifications.length > 0 ? <Certificates of={certifications} today={today} /> : null,
      stays: true,
    },
  ];
}
