import { AnchorButton, Button, Dialog } from '@blueprintjs/core';
import { ChevronLeft, ChevronRight, Download } from '@blueprintjs/icons';
import { useEffect, useRef } from 'react';
import type { PhotoRecord } from '../../api/photos/schema.ts';
import { useAct } from '../records/acts/use-act.ts';
import { Day } from '../ui/values/day.tsx';
import { formatDay } from '../ui/values/format.ts';
import { PHOTOS } from './get-photos.ts';
import { PhotoCaption } from './photo-caption.tsx';
import { PhotoStageButtons, photoWords } from './photo-stage.tsx';

interface PhotoViewerProps {
  photos: readonly PhotoRecord[];
  /** The photo being viewed; null for none. */
  openId: string | null;
  onOpen(id: string | null): void;
  canChange: boolean;
}

/** One photo as large as the window allows; the arrow keys move to the next. */
export function PhotoViewer({ photos, openId, onOpen, canChange }: PhotoViewerProps) {
  const index = photos.findIndex(({ id }) => id === openId);
  const photo = photos[index];
  const remove = useRemovePhoto();

  /** Wraps around after the last one: a disabled button would lose the focus. */
  function go(by: 1 | -1): void {
    const next = photos[(index + by + photos.length) % photos.length];
    if (next) onOpen(next.id);
  }

  const arrows = useRef(go);
  arrows.current = go;
  const isOpen = photo !== undefined;
  useEffect(() => {
    if (!isOpen) return;
    const press = ({ key, target }: KeyboardEvent) => {
      if (target instanceof HTMLInputElement) return;
      if (key === 'ArrowRight') arrows.current(1);
      if (key === 'ArrowLeft') arrows.current(-1);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOpen]);

  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => onOpen(null)}
      title={`Photo ${index + 1} of ${photos.length}`}
      className="hw-photo-viewer"
    >
      {photo && (
        <div className="hw-photo-stage">
          <div className="hw-photo-picture">
            <img
              key={photo.id}
              src={photo.imageUrl}
              alt={photoWords(photo) ?? `Added ${formatDay(photo.createdAt)}`}
              width={photo.width}
              height={photo.height}
            />
            {photos.length > 1 && (
              <>
                <Button
                  className="hw-photo-previous"
                  icon={<ChevronLeft />}
                  aria-label="Previous photo"
                  onClick={() => go(-1)}
                />
                <Button
                  className="hw-photo-next"
                  icon={<ChevronRight />}
                  aria-label="Next photo"
                  autoFocus
                  onClick={() => go(1)}
                />
              </>
            )}
          </div>
          {canChange ? <PhotoCaption key={photo.id} photo={photo} /> : <p>{photoWords(photo)}</p>}
          <div className="hw-photo-foot">
            <span className="hw-muted">
              Added <Day iso={photo.createdAt} /> · {photo.width} × {photo.height}
            </span>
            {canChange && photo.category === 'job' && <PhotoStageButtons photo={photo} />}
            <AnchorButton
              size="small"
              variant="minimal"
              icon={<Download />}
              text="Download"
              href={photo.imageUrl}
              download={`photo-${photo.id}.webp`}
            />
            {canChange && (
              <Button
                size="small"
                variant="minimal"
                intent="danger"
                text="Remove"
                onClick={() => {
                  onOpen((photos[index + 1] ?? photos[index - 1])?.id ?? null);
                  remove.mutate(photo);
                }}
              />
            )}
          </div>
        </div>
      )}
    </Dialog>
  );
}

function useRemovePhoto() {
  return useAct<PhotoRecord, unknown>({
    command: ({ id }) => ({ method: 'DELETE', path: `/api/photos/${id}` }),
    collections: PHOTOS,
    done: () => ({ title: 'Photo removed', text: 'It is no longer shown.' }),
    undoneOn: (_, { id }) => ({ category: 'photo', id }),
  });
}
