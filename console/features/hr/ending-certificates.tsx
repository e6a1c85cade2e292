import { useQuery } from '@tanstack/react-query';
import type { StaffRecord } from '../../../api/staff/schema.ts';
import { daysOff } from '../../../domain/time-off/terms.ts';
import { useCompanyZone } from '../../entities/job/job-tags.tsx';
import { personName, staffQuery } from '../../entities/person/person.ts';
import { dayAfter } from '../../entities/schedule/wall-dates.ts';
import { type ReportColumn, ReportTable } from '../../ui/figures/report-table.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { DataArea, SkeletonRows } from '../../ui/status/data-area.tsx';
import { todayIn } from '../../ui/values/wall-time.ts';

/** How far ahead the list looks. */
const DAYS = 90;

const TITLE = `Certificates that expire within ${DAYS} days`;

interface Ending {
  person: StaffRecord;
  name: string;
  expiresOn: string;
  /** Until its last day; below 0 once it has expired. */
  daysLeft: number;
}

const COLUMNS: readonly ReportColumn<Ending>[] = [
  {
    header: 'Certificate',
    kind: 'text',
    value: ({ name }) => name,
    to: ({ person }) => ({ to: '/people', search: { person: person.id } }),
  },
  { header: 'Person', kind: 'text', value: ({ person }) => personName(person) },
  { header: 'Last day', kind: 'day', value: ({ expiresOn }) => expiresOn },
  { header: 'Left', kind: 'text', value: ({ daysLeft }) => leftText(daysLeft) },
];

/** Whose certificates have to be renewed, the first to expire first; those that have expired too. */
export function EndingCertificates() {
  const query = useQuery(staffQuery);
  const today = todayIn(useCompanyZone());
  return (
    <Section title={TITLE}>
      <DataArea
        query={query}
        isEmpty={(staff) => endingIn(staff, today).length === 0}
        firstUse={{ title: `No certificate expires within ${DAYS} days`, description: 'Expired ones are shown too.' }}
        filtered={null}
        skeleton={<SkeletonRows rows={3} />}
      >
        {(staff) => (
          <ReportTable
            title={TITLE}
            columns={COLUMNS}
            rows={endingIn(staff, today)}
            keyOf={({ person, name, expiresOn }) => `${person.id} ${name} ${expiresOn}`}
            isPartial
          />
        )}
      </DataArea>
    </Section>
  );
}

function endingIn(staff: readonly StaffRecord[], today: string): Ending[] {
  const until = dayAfter(today, DAYS);
  return staff
    .filter(({ removed }) => !removed)
    .flatMap((person) =>
      person.certifications.flatMap(({ name, expiresOn }) =>
        expiresOn === null || expiresOn > until
          ? []
          : [{ person, name, expiresOn, daysLeft: daysOff(today, expiresOn) - 1 }],
      ),
    )
    .sort((a, b) => a.expiresOn.localeCompare(b.expiresOn));
}

function leftText(days: number): string {
  if (days < 0) return 'Expired';
  return days === 1 ? '1 day' : `${days} days`;
}
