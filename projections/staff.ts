import type { Recorded, RecordedEvent } from '../domain/kit/event.ts';
import type { StaffEvent } from '../domain/staff/events.ts';
import type { StaffDetails } from '../domain/staff/staff.ts';
import type { Document } from '../store/read-models.ts';
import { applyEvent, type Fields, idsOfStream, type Projection, type RecordDocument } from './engine/projection.ts';
import { type UserDocument, users } from './users.ts';

/** Somebody who works at the company; `removed` where they left. */
export interface StaffDocument extends RecordDocument, StaffDetails {
  /** ISO UTC. */
  createdAt: string;
}

type StaffMember = Fields<StaffDocument>;

function evolveStaff(person: StaffMember | null, event: Recorded<StaffEvent>): StaffMember | null {
  if (event.type === 'StaffMemberAdded') {
    const { addedAt, ...fields } = event.data;
    return { ...fields, createdAt: addedAt };
  }
  if (person === null) return null;
  switch (event.type) {
    case 'StaffMemberRevised':
      return { ...person, ...event.data } as StaffMember;
    case 'StaffMemberLeft':
      return { ...person, removed: true };
    case 'StaffMemberReturned': {
      const { removed: _, ...returned } = person;
      return returned as StaffMember;
    }
    default:
      return person;
  }
}

/** The record of one person, without their account. Lists read {@link people}. */
export const staff: Projection = {
  name: 'staff',
  version: 1,
  collection: 'staff',
  indexes: [],
  search: [],
  ids: (event) => idsOfStream(event, 'staff'),
  evolve: (document, event) => evolveStaff(document as StaffMember | null, event as Recorded<StaffEvent>),
};

/** A person as the company knows them: their record, their account, or both, under one id (design §7). */
export interface PersonDocument extends RecordDocument {
  staff: StaffDocument | null;
  account: UserDocument | null;
  /** What is searched: of both. */
  names: string;
  contact: string;
  isStaff: boolean;
  hasLeft: boolean;
  /** Whoever left and has no account is nobody to choose any more. */
  isListed: boolean;
  createdAt: string;
}

function evolvePerson(person: PersonDocument | null, event: RecordedEvent, id: string): Fields<PersonDocument> | null {
  const part = (of: Projection, before: Document | null) =>
    of.ids(event).includes(id) ? applyEvent(of, before, event, id) : before;
  const member = part(staff, person?.staff ?? null) as StaffDocument | null;
  const account = part(users, person?.account ?? null) as UserDocument | null;
  const first = member ?? account;
  if (first === null) return null;
  const both = [member, account].filter((each) => each !== null);
  const hasLeft = member?.removed === true;
  return {
    staff: member,
    account,
    names: words(both.flatMap(({ firstName, lastName }) => [firstName, lastName]).concat(account?.username ?? null)),
    contact: words([...both.map(({ email }) => email), member?.phone ?? null]),
    isStaff: member !== null,
    hasLeft,
    isListed: account !== null || !hasLeft,
    createdAt: person?.createdAt ?? first.createdAt,
  };
}

function words(texts: readonly (string | null)[]): string {
  return [...new Set(texts.filter((text) => text !== null))].join(' ');
}

/** Everybody, with or without an account. */
export const people: Projection = {
  name: 'people',
  version: 1,
  collection: 'people',
  indexes: [
    ['isListed', 'createdAt'],
    ['isStaff', 'createdAt'],
    ['isStaff', 'hasLeft', 'createdAt'],
  ],
  search: ['names', 'contact'],
  ids: (event) => [...staff.ids(event), ...users.ids(event)],
  evolve: (document, event, id) => evolvePerson(document as PersonDocument | null, event, id),
};
