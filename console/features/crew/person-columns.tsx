import type { StaffRecord } from '../../../api/staff/schema.ts';
import { personName } from '../../data/get-staff.ts';
import type { RecordColumn } from '../../ui/record-columns.ts';
import { Certificates, firstEnd } from './certificates.tsx';
import { LeftTag } from './person-drawer.tsx';

/**
 * @param crewNames by the id of the person
 * @param today `YYYY-MM-DD`
 */
export function personColumns(
  crewNames: ReadonlyMap<string, string>,
  today: string,
): readonly RecordColumn<StaffRecord>[] {
  return [
    { id: 'name', header: 'Name', value: personName },
    {
      id: 'crew',
      header: 'Crew',
      value: ({ id }) => crewNames.get(id) ?? null,
      cell: (person) => (person.removed ? <LeftTag /> : crewNames.get(person.id)),
    },
    { id: 'phone', header: 'Phone', value: ({ phone }) => phone },
    { id: 'email', header: 'Email', value: ({ email }) => email },
    { id: 'skills', header: 'Skills', value: ({ skills }) => skills.join(', ') || null },
    {
      id: 'certificates',
      header: 'Certificates',
      value: ({ certifications }) => firstEnd(certifications),
      cell: ({ certifications }) =>
        certifications.length > 0 ? <Certificates of={certifications} today={today} /> : '—',
    },
  ];
}
