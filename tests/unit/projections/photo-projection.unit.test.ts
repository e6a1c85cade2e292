import { expect, test } from 'vitest';
import type { PhotoEvent } from '../../../domain/photo/events.ts';
import { photos } from '../../../projections/photos.ts';
import { specifyProjection } from '../../support/stores/projection-specification.ts';

const spec = specifyProjection<PhotoEvent>(photos, 'photo');

const fields = {
  category: 'customer',
  recordId: 'ada',
  propertyId: 'house',
  sha256: 'a'.repeat(64),
  thumbnailSha256: 'b'.repeat(64),
  width: 4,
  height: 3,
  bytes: 9,
  caption: 'The oak',
};
const createdAt = '2026-11-21T10:00:00.000Z';
const attached: PhotoEvent = { type: 'PhotoAttached', data: { ...fields, attachedAt: createdAt } };
const captioned: PhotoEvent = { type: 'PhotoCaptionRevised', data: { caption: null } };
const removed: PhotoEvent = { type: 'PhotoRemoved', data: {} };
const restored: PhotoEvent = { type: 'PhotoRestored', data: {} };
const shown = { id: '1', revision: 0, ...fields, stage: null, createdAt };

test('A photo is shown with its record and its pictures', () => spec.given(attached).thenShows(shown));
test('The caption of a photo changes', () =>
  spec.given(attached, captioned).thenShows({ ...shown, revision: 1, caption: null }));
test('A removed photo stays, marked; restored it is as before', () => {
  spec.given(attached, removed).thenShows({ ...shown, revision: 1, removed: true });
  spec.given(attached, removed, restored).thenShows({ ...shown, revision: 2 });
});
test('What happens to a photo that never was shows nothing', () => spec.given(removed, captioned).thenShows(null));
test('Only the streams of photos change what is shown of photos', () => {
  expect(spec.idsIn('photo-a-b', removed)).toEqual(['a-b']);
  for (const stream of ['photos-a', 'customer-a']) expect(spec.idsIn(stream, removed)).toEqual([]);
});
