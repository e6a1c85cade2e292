import fc from 'fast-check';
import { photoEvents } from '../../../domain/photo/events.ts';
import { photo } from '../../../domain/photo/photo.ts';
import { photos } from '../../../projections/photos.ts';
import { AT, mark, of, SAMPLE_ID, sample, text, WHY } from './sample.ts';

export const photoSample = sample(photo, photoEvents, {
  first: {
    type: 'AttachPhoto',
    target: { category: 'job', recordId: 'a', propertyId: null, presence: 'present', propertyIds: [] },
    picture: { sha256: 's', thumbnailSha256: 't', width: 1, height: 1, bytes: 1 },
    caption: null,
    now: AT,
  },
  commands: fc.oneof(
    fc.record({ type: of('ReviseCaption'), caption: text }),
    fc.record({ type: of('MarkStage'), stage: fc.constantFrom('before', 'after', null) }),
    fc.record({ type: fc.constantFrom('RemovePhoto', 'RestorePhoto') }),
  ) as fc.Arbitrary<never>,
  projection: photos,
  shows: (state) => {
    if (state.status === 'absent') return {};
    const { status, caption, stage } = state;
    return { [SAMPLE_ID]: { caption, stage, ...mark(status === 'removed') } };
  },
  inClear: {
    [WHY.id]: ['PhotoAttached.category', 'PhotoAttached.recordId', 'PhotoAttached.propertyId'],
    [WHY.entered]: ['PhotoAttached.attachedAt'],
    [WHY.choice]: ['PhotoStageMarked.stage'],
    'the checksum and measures of a picture, whose file goes with the person': [
      'PhotoAttached.sha256',
      'PhotoAttached.thumbnailSha256',
      'PhotoAttached.width',
      'PhotoAttached.height',
      'PhotoAttached.bytes',
    ],
  },
});
