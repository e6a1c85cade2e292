import { ERASED } from '../../domain/kit/event.ts';
import { staff } from '../../domain/staff/staff.ts';
import {
  people as everybody,
  staff as members,
  type PersonDocument,
  type StaffDocument,
} from '../../projections/staff.ts';
import { hoursApprovedFirst } from '../accounts/approved-first.ts';
import { findAccount } from '../accounts/find.ts';
import type { ApiContext } from '../kit/context.ts';
import { shownOf } from '../kit/fields/fields.schema.ts';
import { recordKind } from '../kit/records.ts';
import { without } from '../kit/rights.ts';
import { nameOf, userNames } from '../kit/user-names.ts';
import { type StaffRecord, staffFields } from './schema.ts';

const presentStaff = (person: StaffDocument): StaffRecord => ({
  ...shownOf(staffFields, person),
  // What is erased is no day, no document and no item, in the history too.
  startedOn: person.startedOn === ERASED ? null : person.startedOn,
  erased: person.erased === true,
  certificateDocuments: person.documents
    .filter(({ certificate }) => certificate !== ERASED)
    .map(({ sha256, ...document }) => ({
      ...document,
      url: documentUrl(person.id, document.certificate, sha256),
    })),
  checklist: person.ticks.filter(({ item }) => item !== ERASED).map((tick) => ({ ...tick, doneByName: null })),
});

/** Adds the names of those who ticked what is done of their checklists. */
export async function withTickers<Shown extends StaffRecord>(
  context: Pick<ApiContext, 'readModels'>,
  people: readonly Shown[],
): Promise<Shown[]> {
  const by = people.flatMap(({ checklist }) => checklist.map(({ doneBy }) => doneBy));
  const names = by.length > 0 ? await userNames(context, by) : null;
  return people.map((person) => ({
    ...person,
    checklist: person.checklist.map((tick) => ({ ...tick, doneByName: names?.get(tick.doneBy) ?? null })),
  }));
}

/** Adds their account, which has the same id. */
async function withAccount(context: ApiContext, person: StaffRecord): Promise<StaffRecord> {
  return { ...person, userId: (await findAccount(context, person.id, 'recalled'))?.id ?? null };
}

/** Another file has another address, so that nobody is shown the one before. */
function documentUrl(id: string, certificate: string | null, sha256: string | null): string {
  const version = (sha256 ?? '').slice(0, 12);
  return `/api/staff/${id}/certificates/${encodeURIComponent(certificate ?? '')}/document?version=${version}`;
}

const EMERGENCY_CONTACT = ['emergencyName', 'emergencyPhone', 'emergencyRelationship'] as const;

export const staffKind = recordKind({
  decider: staff,
  projection: members,
  area: 'people',
  title: (person: StaffDocument) => nameOf(person),
  found: {
    collection: everybody,
    where: { isStaff: true, hasLeft: false },
    own: (person: PersonDocument) => person.staff as StaffDocument,
    detail: ({ phone, email }) => [phone ?? email],
  },
  present: presentStaff,
  across: hoursApprovedFirst,
  join: async (context, people) =>
    withTickers(context, await Promise.all(people.map((person) => withAccount(context, person)))),
  // Colleagues are known by name to all; of themselves everybody sees more.
  own: {
    where: async () => ({}),
    includes: async () => true,
    tellsHistory: (viewer, { id }) => id === viewer.id,
  },
  limited(person, has, viewerId) {
    const seen = has('pay:read') ? person : without(person, ...EMERGENCY_CONTACT);
    return has('people:read') || person.id === viewerId
      ? seen
      : {
          ...without(seen, 'email', 'phone', 'startedOn'),
          skills: [],
          certifications: [],
          checklist: [],
          certificateDocuments: [],
        };
  },
});

/** The same for a row of a list, which already knows who has an account. */
export function presentMember({ staff: person, account }: PersonDocument): StaffRecord {
  return { ...presentStaff(person as StaffDocument), userId: account?.id ?? null };
}
