import { Button, ButtonGroup } from '@blueprintjs/core';
import type { PhotoRecord } from '../../api/photos/schema.ts';
import { PHOTO_STAGE_LABELS, PHOTO_STAGES } from '../../domain/photo/terms.ts';
import { useAct } from '../records/acts/use-act.ts';
import { PHOTOS } from './get-photos.ts';

/** Says of a photo of a job whether it was taken before or after the work; pressed again, that nobody knows. */
export function PhotoStageButtons({ photo }: { photo: PhotoRecord }) {
  const mark = useAct<string | null, PhotoRecord>({
    command: (stage) => ({ method: 'PATCH', path: `/api/photos/${photo.id}`, body: { stage } }),
    collections: PHOTOS,
    done: ({ stage }) => ({
      title: 'Photo marked',
      text: stage === null ? 'It is of neither before nor after.' : `${PHOTO_STAGE_LABELS[stage]}.`,
      intent: 'success',
    }),
    undoneOn: ({ id }) => ({ category: 'photo', id }),
  });
  return (
    <ButtonGroup aria-label="Taken">
      {PHOTO_STAGES.map((stage) => {
        const isIt = photo.stage === stage;
        return (
          <Button
            key={stage}
            size="small"
            text={PHOTO_STAGE_LABELS[stage]}
            active={isIt}
            aria-pressed={isIt}
            disabled={mark.isPending}
            onClick={() => mark.mutate(isIt ? null : stage)}
          />
        );
      })}
    </ButtonGroup>
  );
}

/** What a photo shows, in words: its stage and its caption; null if neither is known. */
export function photoWords({ stage, caption }: Pick<PhotoRecord, 'stage' | 'caption'>): string | null {
  return [stage && PHOTO_STAGE_LABELS[stage], caption].filter(Boolean).join(': ') || null;
}
