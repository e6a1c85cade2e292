import { describe, test } from 'vitest';
import type { PhotoEvent } from '../../../../domain/photo/events.ts';
import { type PhotoCommand, type PhotoTarget, photo } from '../../../../domain/photo/photo.ts';
import { specify } from '../../../support/decider-specification.ts';

const { given } = specify(photo);

const NOW = '2026-11-21T10:00:00.000Z';
const PICTURE = { sha256: 'a'.repeat(64), thumbnailSha256: 'b'.repeat(64), width: 2560, height: 1920, bytes: 400_000 };
const TARGET: PhotoTarget = {
  category: 'customer',
  recordId: 'ada',
  propertyId: null,
  presence: 'present',
  propertyIds: ['house'],
};

const attached: PhotoEvent = {
  type: 'PhotoAttached',
  data: {
    category: 'customer',
    recordId: 'ada',
    propertyId: null,
    ...PICTURE,
    caption: 'The oak',
    attachedAt: NOW,
  },
};
const removed: PhotoEvent = { type: 'PhotoRemoved', data: {} };
const restored: PhotoEvent = { type: 'PhotoRestored', data: {} };
const captioned = (caption: string | null): PhotoEvent => ({ type: 'PhotoCaptionRevised', data: { caption } });
const attach = (target: Partial<PhotoTarget> = {}): PhotoCommand => {
  return { type: 'AttachPhoto', target: { ...TARGET, ...target }, picture: PICTURE, caption: 'The oak', now: NOW };
};

describe('attaching a photo', () => {
  test('Attaching a photo names the record and the pictures', () => given().when(attach()).then(attached));
  test('A photo of a record that goes on as another one is there once', () => {
    const copy = { ...attach(), type: 'CopyPhoto' } as PhotoCommand;
    given().when(copy).then(attached);
    given(attached, removed).when(copy).thenNothingHappens();
  });
  test('A photo is attached to a property of the record', () => {
    const data = { ...attached.data, propertyId: 'house' } as (typeof attached)['data'];
    given()
      .when(attach({ propertyId: 'house' }))
      .then({ type: 'PhotoAttached', data } as PhotoEvent);
  });
  test('Attaching a photo to a property that the record does not have is refused', () =>
    given()
      .when(attach({ propertyId: 'barn' }))
      .thenRefused('not_found', 'This customer has no such property.'));
  test('Attaching a photo to no record is refused', () =>
    given()
      .when(attach({ presence: 'absent' }))
      .thenRefused('not_found', 'There is no such customer.'));
  test('Attaching a photo to a removed record is refused', () =>
    given()
      .when(attach({ presence: 'removed' }))
      .thenRefused('removed', 'This customer was removed. Restore it to add photos to it.'));
  test('Attaching a photo twice under one id is refused', () => given(attached).when(attach()).thenRefused('conflict'));
});

describe('a caption', () => {
  const revise = (caption: string | null): PhotoCommand => ({ type: 'ReviseCaption', caption });
  test('A caption is changed and cleared', () => {
    given(attached).when(revise('The elm')).then(captioned('The elm'));
    given(attached).when(revise(null)).then(captioned(null));
  });
  test('Changing a caption to what it already is changes nothing', () =>
    given(attached).when(revise('The oak')).thenNothingHappens());
  test('Changing the caption of no photo, or of a removed one, is refused', () => {
    given().when(revise('x')).thenRefused('not_found', 'There is no such photo.');
    given(attached, removed)
      .when(revise('x'))
      .thenRefused('removed', 'This photo was removed. Restore it to change it.');
  });
});

describe('before and after', () => {
  const ofJob = { ...attached, data: { ...attached.data, category: 'job' } } as PhotoEvent;
  const marked = (stage: string | null): PhotoEvent => ({ type: 'PhotoStageMarked', data: { stage } });
  const mark = (stage: string | null): PhotoCommand => ({ type: 'MarkStage', stage });
  test('A photo of a job is marked as of before or after the work, once, and undone', () => {
    given(ofJob).when(mark('before')).then(marked('before'));
    given(ofJob, marked('before')).when(mark('before')).thenNothingHappens();
    given(ofJob, marked('before')).when(mark('after')).then(marked('after'));
    given(ofJob, marked('before'), marked('after')).thenUndoneLeadsBack();
    given(ofJob, marked('before')).thenUndoneLeadsBack();
  });
  test('A photo of anything else is marked as nothing, nor one of a job as something else', () => {
    given(attached).when(mark('before')).thenRefused('conflict');
    given(ofJob).when(mark('during')).thenRefused('invalid');
  });
});

describe('removing a photo', () => {
  test('A photo is removed and restored', () => {
    given(attached).when({ type: 'RemovePhoto' }).then(removed);
    given(attached, removed).when({ type: 'RestorePhoto' }).then(restored);
  });
  test('Removing a photo twice changes nothing, and neither does restoring one that is there', () => {
    given(attached, removed).when({ type: 'RemovePhoto' }).thenNothingHappens();
    given(attached).when({ type: 'RestorePhoto' }).thenNothingHappens();
  });
  test('Removing a photo that does not exist is refused', () =>
    given().when({ type: 'RemovePhoto' }).thenRefused('not_found'));
});

test('Every step of a photo after the first is undone', () => {
  given(attached, captioned('The elm')).thenUndoneLeadsBack();
  given(attached, removed).thenUndoneLeadsBack();
  given(attached, removed, restored).thenUndoneLeadsBack();
});
