import { pickFields } from '../kit/changes.ts';
import { isAsShown } from '../kit/confirmation.ts';
import { type Decider, erasedRejection, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import {
  existing,
  type Presence,
  type PresenceWords,
  present,
  removal,
  requireNew,
  restoral,
  revision,
  type There,
} from '../kit/presence.ts';
import {
  type CertificateDocument,
  ERASED_STAFF_DETAILS,
  type Renamed,
  type StaffDetails,
  type StaffEvent,
  type Tick,
} from './events.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

interface StaffMember {
  details: StaffDetails;
  isShutOut: boolean;
  /** What is done of the checklists, in the order in which it was. */
  ticks: readonly Tick[];
  /** By the name of their certificate, one of each. */
  documents: readonly CertificateDocument[];
  isErased?: true;
}

/** Somebody who has left counts as removed; with `isShutOut` nobody signs in with their account until they are back. */
export type StaffState = Presence<StaffMember>;

/** What is left of the details, ticks and documents of somebody who was erased. */
export const ERASED_STAFF = { details: ERASED_STAFF_DETAILS, ticks: [], documents: [] };

/** Whether somebody left the company, and their account was closed with that. */
export function isShutOut(state: StaffState): boolean {
  return state.presence === 'removed' && state.isShutOut;
}

function evolve(state: StaffState, event: StaffEvent): StaffState {
  if (event.type === 'StaffMemberAdded') {
    const { addedAt: _, ...details } = event.data;
    return { presence: 'present', details, isShutOut: false, ticks: [], documents: [] };
  }
  if (state.presence === 'absent') return state;
  switch (event.type) {
    case 'StaffMemberRevised': {
      const { renamed = [], ...details } = event.data;
      return {
        ...state,
        details: { ...state.details, ...details } as StaffDetails,
        documents: withRenamed(state.documents, renamed),
      };
    }
    case 'ChecklistItemDone':
      return { ...state, ticks: withTick(state.ticks, event.data) };
    case 'ChecklistItemReopened':
      return { ...state, ticks: withoutTick(state.ticks, event.data) };
    case 'CertificateDocumentAdded':
      return { ...state, documents: withDocument(state.documents, event.data) };
    case 'CertificateDocumentRemoved':
      return { ...state, documents: withoutDocument(state.documents, event.data) };
    case 'StaffMemberLeft':
      return { ...state, presence: 'removed', isShutOut: event.data.closesAccount };
    case 'StaffMemberReturned':
      return { ...state, presence: 'present', isShutOut: false };
    case 'StaffMemberErased':
      return { ...state, ...ERASED_STAFF, details: { ...state.details, ...ERASED_STAFF.details }, isErased: true };
    default:
      return unchanged(state, event);
  }
}

/** What is done with one item more, in the order in which it was: an undone step puts it back in its place. */
export function withTick(ticks: readonly Tick[], tick: Tick): Tick[] {
  const key = ({ doneAt, list, item }: Tick) => `${doneAt} ${list} ${item}`;
  return [...ticks, tick].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** What is done without one item. */
export function withoutTick(ticks: readonly Tick[], { list, item }: Item): Tick[] {
  return ticks.filter((each) => each.list !== list || each.item !== item);
}

/** The documents with one more, in place of that of the same certificate. */
export function withDocument(
  documents: readonly CertificateDocument[],
  document: CertificateDocument,
): CertificateDocument[] {
  return byName([...withoutDocument(documents, document), document]);
}

/** The documents under the names that their certificates have now. */
export function withRenamed(
  documents: readonly CertificateDocument[],
  renamed: readonly Renamed[],
): CertificateDocument[] {
  const names = new Map(renamed.map(({ from, to }) => [from, to]));
  return byName(
    documents.map((each) => ({ ...each, certificate: names.get(each.certificate ?? '') ?? each.certificate })),
  );
}

function byName(documents: readonly CertificateDocument[]): CertificateDocument[] {
  const key = ({ certificate }: CertificateDocument) => certificate ?? '';
  return documents.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** The documents without that of one certificate. */
export function withoutDocument(
  documents: readonly CertificateDocument[],
  { certificate }: Pick<CertificateDocument, 'certificate'>,
): CertificateDocument[] {
  return documents.filter((each) => each.certificate !== certificate);
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** An item of a checklist, by its text. */
type Item = Pick<Tick, 'list' | 'item'>;

export type StaffCommand =
  | { type: 'AddStaffMember'; details: StaffDetails; now: string }
  /** A missing field is unchanged. `renamed`: which of the certificates had another name before. */
  | { type: 'ReviseStaffMember'; details: Partial<StaffDetails>; renamed?: readonly Renamed[] }
  | { type: 'TickItem'; tick: Tick }
  | ({ type: 'UntickItem' } & Item)
  | { type: 'AddCertificateDocument'; document: CertificateDocument }
  /** Puts it back, whatever became of the certificate. */
  | { type: 'RestoreCertificateDocument'; document: CertificateDocument }
  | { type: 'RemoveCertificateDocument'; certificate: string | null }
  /** `closesAccount`: the person left; otherwise their record was a mistake. */
  | { type: 'ArchiveStaffMember'; closesAccount: boolean }
  /** `opensAccount`: it was a mistake that they had left; otherwise an owner opens the account, if at all. */
  | { type: 'RestoreStaffMember'; opensAccount: boolean }
  /** Of somebody who left. `confirm` is the full name, as it is shown. */
  | { type: 'EraseStaffMember'; confirm: string };

const PERSON: PresenceWords = {
  noun: 'person',
  absent: 'There is no such person.',
  taken: 'This person already has a record.',
  removed: 'This person left the company. Bring them back to change their record.',
};

function decide(command: StaffCommand, state: StaffState): StaffEvent[] {
  switch (command.type) {
    case 'AddStaffMember':
      return add(command.details, command.now, state);
    case 'ReviseStaffMember':
      return revise(command.details, command.renamed ?? [], present(state, PERSON));
    case 'AddCertificateDocument':
      return addDocument(command.document, present(state, PERSON));
    case 'RestoreCertificateDocument':
      return putDocument(command.document, present(state, PERSON));
    case 'RemoveCertificateDocument': {
      const { certificate } = command;
      const isThere = isNamed(present(state, PERSON).documents, certificate);
      return isThere ? [{ type: 'CertificateDocumentRemoved', data: { certificate } }] : [];
    }
    // Those who left have a checklist too.
    case 'TickItem':
      return isDone(state, command.tick) ? [] : [{ type: 'ChecklistItemDone', data: command.tick }];
    case 'UntickItem': {
      const { list, item } = command;
      return isDone(state, command) ? [{ type: 'ChecklistItemReopened', data: { list, item } }] : [];
    }
    case 'ArchiveStaffMember':
      return removal(state, PERSON, {
        type: 'StaffMemberLeft',
        data: { closesAccount: command.closesAccount },
      });
    case 'RestoreStaffMember':
      return restoral(state, PERSON, {
        type: 'StaffMemberReturned',
        data: { opensAccount: command.opensAccount },
      });
    case 'EraseStaffMember':
      return erase(command.confirm, existing(state, PERSON));
    default:
      return unreachable(command);
  }
}

function add(details: StaffDetails, now: string, state: StaffState): StaffEvent[] {
  requireNew(state, PERSON, 'userId');
  checkDetails(details);
  return [{ type: 'StaffMemberAdded', data: { ...details, addedAt: now } }];
}

/** A document whose name another certificate takes is removed first, so that an undo brings it back. */
function revise(details: Partial<StaffDetails>, given: readonly Renamed[], known: Known): StaffEvent[] {
  const [revised] = revision(
    details,
    known.details,
    (data) => ({ type: 'StaffMemberRevised' as const, data }),
    checkDetails,
  );
  if (!revised) return [];
  // From one that they have to one that they have then: a document whose certificate is gone stays as it is called.
  const names = given.filter(
    ({ from, to }) => isOf(known.details.certifications, from) && isOf(revised.data.certifications ?? [], to),
  );
  const renamed = followed(names, known.documents);
  return [
    ...replacedBy(names, renamed, known.documents).map((certificate) => ({
      type: 'CertificateDocumentRemoved' as const,
      data: { certificate },
    })),
    renamed.length === 0 ? revised : { ...revised, data: { ...revised.data, renamed } },
  ];
}

/**
 * The names whose documents give way to a certificate that is called so now, which may have none.
 * @param renamed those of the given that move a document
 * @throws Rejection if each of two certificates of one name has a document
 */
function replacedBy(
  given: readonly Renamed[],
  renamed: readonly Renamed[],
  documents: readonly CertificateDocument[],
): string[] {
  const isMoved = (name: string) => renamed.some(({ from }) => from === name);
  const taken = given.filter(({ from, to }) => from !== to && isNamed(documents, to) && !isMoved(to));
  const replaced = new Set<string>();
  for (const { from, to } of taken) {
    const stays = given.some((each) => each.from === to && each.to === to);
    if (stays && isMoved(from)) {
      const message = `There is a certificate ${to} with a document already. Give this one another name.`;
      throw new Rejection('invalid', message, 'certifications');
    }
    if (!stays) replaced.add(to);
  }
  return [...replaced];
}

/** Those that move a document, each name once. */
function followed(given: readonly Renamed[], documents: readonly CertificateDocument[]): Renamed[] {
  const followed: Renamed[] = [];
  for (const each of given) {
    const isTaken = followed.some(({ from, to }) => from === each.from || to === each.to);
    if (each.from !== each.to && !isTaken && isNamed(documents, each.from)) followed.push(each);
  }
  return followed;
}

function isOf(certifications: StaffDetails['certifications'], name: string | null): boolean {
  return certifications.some((certification) => certification.name === name);
}

function isNamed(documents: readonly CertificateDocument[], name: string | null): boolean {
  return documents.some(({ certificate }) => certificate === name);
}

/** @throws Rejection if there is no such person, or if they were erased */
function isDone(state: StaffState, { list, item }: Item): boolean {
  const { ticks, isErased } = existing(state, PERSON);
  if (isErased) throw erasedRejection(PERSON.noun);
  return ticks.some((each) => each.list === list && each.item === item);
}

function erase(confirm: string, { presence, details, isErased }: There<StaffMember>): StaffEvent[] {
  if (isErased) return [];
  if (presence === 'present')
    throw new Rejection('conflict', 'This person still works here. Mark them as having left first.');
  if (!isAsShown(confirm, [details.firstName, details.lastName].filter(Boolean).join(' ')))
    throw new Rejection('invalid', 'Enter the full name of this person exactly as it is shown.', 'confirm');
  return [{ type: 'StaffMemberErased', data: {} }];
}

type Known = Pick<Exclude<StaffState, { presence: 'absent' }>, 'details' | 'documents'>;

/** @throws Rejection if they have no such certificate */
function addDocument(document: CertificateDocument, known: Known): StaffEvent[] {
  if (isOf(known.details.certifications, document.certificate)) return putDocument(document, known);
  throw new Rejection('invalid', 'This person has no certificate of this name. Save it first.', 'certificate');
}

/** No event for the file that is there already. */
function putDocument(document: CertificateDocument, { documents }: Known): StaffEvent[] {
  const { certificate, sha256 } = document;
  if (documents.some((each) => each.certificate === certificate && each.sha256 === sha256)) return [];
  return [{ type: 'CertificateDocumentAdded', data: document }];
}

function checkDetails({ firstName, lastName, certifications }: StaffDetails): void {
  if (firstName === null && lastName === null) {
    throw new Rejection('invalid', 'Enter a first name or a last name.', 'firstName');
  }
  for (const { name, issuedOn, expiresOn } of certifications) {
    if (issuedOn === null || expiresOn === null || expiresOn >= issuedOn) continue;
    throw new Rejection('invalid', `The certificate ${name} expires before it was issued.`, 'certifications');
  }
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse(event: StaffEvent, before: StaffState): StaffCommand | null {
  switch (event.type) {
    case 'StaffMemberAdded':
      return { type: 'ArchiveStaffMember', closesAccount: false };
    case 'StaffMemberReturned':
      return { type: 'ArchiveStaffMember', closesAccount: isShutOut(before) };
    case 'StaffMemberLeft':
      return { type: 'RestoreStaffMember', opensAccount: event.data.closesAccount };
    case 'CertificateDocumentAdded':
      return documentAgain(event.data, before);
    case 'CertificateDocumentRemoved':
      return documentAgain(event.data, before);
    case 'ChecklistItemDone':
      return { type: 'UntickItem', list: event.data.list, item: event.data.item };
    case 'ChecklistItemReopened':
      return tickAgain(event.data, before);
    case 'StaffMemberErased':
      return null;
    case 'StaffMemberRevised':
      return before.presence === 'absent'
        ? null
        : {
            type: 'ReviseStaffMember',
            details: pickFields(before.details, event.data),
            renamed: event.data.renamed?.map(({ from, to }) => ({ from: to, to: from })) ?? [],
          };
    default:
      return unreachable(event);
  }
}

/** Puts back the document that a certificate had before, or none. */
function documentAgain(
  { certificate }: Pick<CertificateDocument, 'certificate'>,
  before: StaffState,
): StaffCommand | null {
  if (before.presence === 'absent') return null;
  const document = before.documents.find((each) => each.certificate === certificate);
  return document
    ? { type: 'RestoreCertificateDocument', document }
    : { type: 'RemoveCertificateDocument', certificate };
}

/** Puts back who had done it, and when. */
function tickAgain({ list, item }: Item, before: StaffState): StaffCommand | null {
  if (before.presence === 'absent') return null;
  const tick = before.ticks.find((each) => each.list === list && each.item === item);
  return tick ? { type: 'TickItem', tick } : null;
}

// Their account has the same id, so both are about the same person, whichever was there first.
export const staff: Decider<StaffState, StaffCommand, StaffEvent> = {
  category: 'staff',
  noun: PERSON.noun,
  whose: { sameAs: 'user' },
  initial: { presence: 'absent' },
  evolve,
  decide,
  inverse,
};
