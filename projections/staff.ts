import type { RecordedEvent } from '../domain/kit/event.ts';
import type { CertificateDocument, StaffDetails, StaffEvent, Tick } from '../domain/staff/events.ts';
import {
  ERASED_STAFF,
  withDocument,
  withoutDocument,
  withoutTick,
  withRenamed,
  withTick,
} from '../domain/staff/staff.ts';
import { ERASED_PERSON } from '../domain/staff/terms.ts';
import type { Document } from '../store/read-models.ts';
import { removed, restored } from './engine/handlers.ts';
import { applyEvent, type Fields, type Projection, type RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';
import { type UserDocument, users } from './users.ts';

/** Somebody who works at the company; `removed` if they left. */
export interface StaffDocument extends RecordDocument, StaffDetails {
  /** What is done of the checklists. */
  ticks: readonly Tick[];
  /** The scanned documents of certificates. */
  documents: readonly CertificateDocument[];
  /** ISO UTC. */
  createdAt: string;
}

/** One person's record, without their account. Lists read {@link people}. */
export const staff = readModel<StaffDocument, StaffEvent>()({
  name: 'staff',
  version: 5,
  of: 'staff',
  indexes: [],
  search: [],
  first: {
    StaffMemberAdded: ({ addedAt, ...fields }) => ({ ...fields, ticks: [], documents: [], createdAt: addedAt }),
  },
  after: {
    StaffMemberRevised: ({ renamed = [], ...fields }, { documents }) => ({
      ...fields,
      documents: withRenamed(documents, renamed),
    }),
    ChecklistItemDone: (tick, { ticks }) => ({ ticks: withTick(ticks, tick) }),
    ChecklistItemReopened: (item, { ticks }) => ({ ticks: withoutTick(ticks, item) }),
    CertificateDocumentAdded: (document, { documents }) => ({ documents: withDocument(documents, document) }),
    CertificateDocumentRemoved: (which, { documents }) => ({ documents: withoutDocument(documents, which) }),
    StaffMemberLeft: removed,
    StaffMemberReturned: restored,
    StaffMemberErased: () => {
      const { details, ...nothing } = ERASED_STAFF;
      return { ...details, ...nothing, erased: true };
    },
  },
});

/** A person as the company knows them: their record, their account, or both, under one id. */
export interface PersonDocument extends RecordDocument {
  staff: StaffDocument | null;
  account: UserDocument | null;
  /**
   * What they are called: their own name, otherwise that of their account; null if neither is known. Of somebody who was
   * erased, {@link ERASED_PERSON}.
   */
  name: string | null;
  /** For searching: from both. */
  names: string;
  contact: string;
  isStaff: boolean;
  hasLeft: boolean;
  /** Somebody who was erased, or who left and has no account, can no longer be picked. */
  isListed: boolean;
  /** The last day of the certificate that expires first, `YYYY-MM-DD`; null if none expires. */
  certificateEnds: string | null;
  createdAt: string;
}

function evolvePerson(person: PersonDocument | null, event: RecordedEvent, id: string): Fields<PersonDocument> | null {
  const part = <Doc extends Document>(of: Projection<Doc>, before: Doc | null) =>
    of.ids(event).includes(id) ? applyEvent(of, before, event, id) : before;
  const member = part(staff, person?.staff ?? null);
  const account = part(users, person?.account ?? null);
  const first = member ?? account;
  if (first === null) return null;
  const both = [member, account].filter((each) => each !== null);
  const hasLeft = member?.removed === true;
  const createdAt = person?.createdAt ?? first.createdAt;
  if (both.some(({ erased }) => erased)) return erasedPerson({ staff: member, account, hasLeft, createdAt });
  return {
    staff: member,
    account,
    name:
      both.map(({ firstName, lastName }) => words([firstName, lastName])).find(Boolean) ?? account?.username ?? null,
    names: words(both.flatMap(({ firstName, lastName }) => [firstName, lastName]).concat(account?.username ?? null)),
    contact: words([...both.map(({ email }) => email), member?.phone ?? null]),
    isStaff: member !== null,
    hasLeft,
    isListed: account !== null || !hasLeft,
    certificateEnds: firstOf(member?.certifications.map(({ expiresOn }) => expiresOn) ?? []),
    createdAt,
  };
}

type Parts = Pick<PersonDocument, 'staff' | 'account' | 'hasLeft' | 'createdAt'>;

function erasedPerson(parts: Parts): Fields<PersonDocument> {
  return {
    ...parts,
    name: ERASED_PERSON,
    names: ERASED_PERSON,
    contact: '',
    isStaff: parts.staff !== null,
    isListed: false,
    certificateEnds: null,
    erased: true,
  };
}

function words(texts: readonly (string | null)[]): string {
  return [...new Set(texts.filter((text) => text !== null))].join(' ');
}

function firstOf(days: readonly (string | null)[]): string | null {
  return days.filter((day) => day !== null).sort()[0] ?? null;
}

/** Everybody, with or without an account. */
export const people: Projection<PersonDocument> = {
  name: 'people',
  version: 7,
  collection: 'people',
  indexes: [
    ['isListed', 'createdAt'],
    ['isStaff', 'createdAt'],
    ['isStaff', 'hasLeft', 'createdAt'],
    ['isStaff', 'hasLeft', 'certificateEnds'],
  ],
  search: ['names', 'contact'],
  of: ['staff', 'user'],
  ids: (event) => [...staff.ids(event), ...users.ids(event)],
  evolve: evolvePerson,
};
