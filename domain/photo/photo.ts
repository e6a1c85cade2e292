import { type Decider, erasedRejection, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { ERASED } from '../kit/event.ts';
import type { PhotoEvent } from './events.ts';
import { PHOTO_CATEGORIES, PHOTO_STAGES, type PhotoCategory } from './terms.ts';

/** The pictures of a photo, stored before it is attached. */
export interface StoredPicture {
  sha256: string;
  thumbnailSha256: string;
  width: number;
  height: number;
  bytes: number;
}

/** The record that a photo is attached to, as it is at the moment. */
export interface PhotoTarget {
  category: PhotoCategory;
  recordId: string;
  /** One of its properties; null for the record itself. */
  propertyId: string | null;
  presence: 'absent' | 'present' | 'removed' | 'erased';
  /** Its properties, if its kind has any. */
  propertyIds: readonly string[];
}

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

interface KnownPhoto {
  /** Of the record that it is attached to. */
  category: string;
  caption: string | null;
  /** Before or after the work; null if nobody said so. */
  stage: string | null;
}

export type PhotoState = { status: 'absent' } | ({ status: 'attached' | 'removed' | 'erased' } & KnownPhoto);

function evolve(state: PhotoState, event: PhotoEvent): PhotoState {
  if (event.type === 'PhotoAttached') {
    const { category, caption } = event.data;
    return { status: 'attached', category, caption, stage: null };
  }
  if (state.status === 'absent' || state.status === 'erased') return state;
  switch (event.type) {
    case 'PhotoCaptionRevised':
      return { ...state, caption: event.data.caption };
    case 'PhotoStageMarked':
      return { ...state, stage: event.data.stage };
    case 'PhotoRemoved':
      return { ...state, status: 'removed' };
    case 'PhotoRestored':
      return { ...state, status: 'attached' };
    case 'PhotoErased':
      return { ...state, status: 'erased', caption: ERASED };
    default:
      return unchanged(state, event);
  }
}

type There = Exclude<PhotoState, { status: 'absent' }>;

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type PhotoCommand =
  | { type: 'AttachPhoto'; target: PhotoTarget; picture: StoredPicture; caption: string | null; now: string }
  /** For a record that continues as another one; does nothing if the photo is there already. */
  | { type: 'CopyPhoto'; target: PhotoTarget; picture: StoredPicture; caption: string | null; now: string }
  | { type: 'ReviseCaption'; caption: string | null }
  | { type: 'MarkStage'; stage: string | null }
  | { type: 'RemovePhoto' }
  | { type: 'RestorePhoto' }
  | { type: 'ErasePhoto' };

function decide(command: PhotoCommand, state: PhotoState): PhotoEvent[] {
  switch (command.type) {
    case 'AttachPhoto':
      return attach(command, state);
    case 'CopyPhoto':
      return state.status === 'absent' ? attach({ ...command, type: 'AttachPhoto' }, state) : [];
    case 'ReviseCaption':
      return command.caption === attached(state).caption
        ? []
        : [{ type: 'PhotoCaptionRevised', data: { caption: command.caption } }];
    case 'MarkStage':
      return markStage(command.stage, attached(state));
    case 'RemovePhoto':
      return existing(state).status === 'attached' ? [{ type: 'PhotoRemoved', data: {} }] : [];
    case 'RestorePhoto':
      return readable(state).status === 'attached' ? [] : [{ type: 'PhotoRestored', data: {} }];
    case 'ErasePhoto':
      return erase(state);
    default:
      return unreachable(command);
  }
}

function attach(
  { target, picture, caption, now }: Extract<PhotoCommand, { type: 'AttachPhoto' }>,
  state: PhotoState,
): PhotoEvent[] {
  if (state.status !== 'absent') throw new Rejection('conflict', 'This photo already exists.');
  requireTarget(target);
  const { category, recordId, propertyId } = target;
  return [{ type: 'PhotoAttached', data: { category, recordId, propertyId, ...picture, caption, attachedAt: now } }];
}

/**
 * Checked before the photo is even decoded, and again when it is attached.
 * @throws Rejection if no photo can be attached to such a record
 */
export function requireTarget({ category, presence, propertyId, propertyIds }: PhotoTarget): void {
  if (!PHOTO_CATEGORIES.includes(category)) throw new Rejection('invalid', 'Photos cannot be attached to this.');
  const noun = category.replace('_', ' ');
  if (presence === 'absent') throw new Rejection('not_found', `There is no such ${noun}.`);
  if (presence === 'erased') throw erasedRejection(noun);
  if (presence === 'removed') {
    throw new Rejection('removed', `This ${noun} was removed. Restore it to add photos to it.`);
  }
  if (propertyId !== null && !propertyIds.includes(propertyId)) {
    throw new Rejection('not_found', `This ${noun} has no such property.`, 'propertyId');
  }
}

/** @throws Rejection for what was taken at no job, and a stage that is none */
function markStage(stage: string | null, photo: KnownPhoto): PhotoEvent[] {
  if (stage !== null && !(PHOTO_STAGES as readonly string[]).includes(stage)) {
    throw new Rejection('invalid', 'A photo is of before or after the work.', 'stage');
  }
  if (photo.category !== 'job') {
    throw new Rejection('conflict', 'Only a photo of a job is of before or after the work.', 'stage');
  }
  return stage === photo.stage ? [] : [{ type: 'PhotoStageMarked', data: { stage } }];
}

function existing(state: PhotoState): There {
  if (state.status === 'absent') throw new Rejection('not_found', 'There is no such photo.');
  return state;
}

/** Erasing also removes it: there is nothing left to show. */
function erase(state: PhotoState): PhotoEvent[] {
  if (state.status === 'absent' || state.status === 'erased') return [];
  const erased: PhotoEvent = { type: 'PhotoErased', data: {} };
  return state.status === 'attached' ? [{ type: 'PhotoRemoved', data: {} }, erased] : [erased];
}

function readable(state: PhotoState): There {
  const photo = existing(state);
  if (photo.status === 'erased') throw erasedRejection('photo');
  return photo;
}

function attached(state: PhotoState): There {
  const photo = readable(state);
  if (photo.status === 'removed') throw new Rejection('removed', 'This photo was removed. Restore it to change it.');
  return photo;
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse(event: PhotoEvent, before: PhotoState): PhotoCommand | null {
  switch (event.type) {
    case 'PhotoAttached':
    case 'PhotoRestored':
      return { type: 'RemovePhoto' };
    case 'PhotoRemoved':
      return { type: 'RestorePhoto' };
    case 'PhotoCaptionRevised':
      return before.status === 'absent' ? null : { type: 'ReviseCaption', caption: before.caption };
    case 'PhotoStageMarked':
      return before.status === 'absent' ? null : { type: 'MarkStage', stage: before.stage };
    case 'PhotoErased':
      return null;
    default:
      return unreachable(event);
  }
}

/** Whether records of a kind are about a person. A machine is not, so its photos seal captions with their own keys. */
const IS_OF_A_PERSON: Readonly<Record<PhotoCategory, boolean>> = {
  lead: true,
  customer: true,
  job: true,
  quote: true,
  external_lead: true,
  equipment: false,
};

const ofAPerson = PHOTO_CATEGORIES.filter((category) => IS_OF_A_PERSON[category]);

export const photo: Decider<PhotoState, PhotoCommand, PhotoEvent> = {
  category: 'photo',
  whose: {
    begins: 'PhotoAttached',
    follows: ofAPerson.map((category) => ({ category, by: 'recordId', when: { category } })),
    erase: { type: 'ErasePhoto' },
  },
  initial: { status: 'absent' },
  evolve,
  decide,
  inverse,
};
