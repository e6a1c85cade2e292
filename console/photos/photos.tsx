import { Button, Classes } from '@blueprintjs/core';
import { Camera } from '@blueprintjs/icons';
import { useEffect, useRef, useState } from 'react';
import type { PhotoRecord } from '../../api/photos/schema.ts';
import type { PhotoCategory } from '../../domain/photo/terms.ts';
import { keptPicture } from '../data/device/kept.ts';
import { fileOf, useQueue, useWaitingOf } from '../data/device/queue.ts';
import type { Waiting } from '../data/device/queue-rules.ts';
import { useFileDrop } from '../ui/inputs/file-drop.ts';
import { DataArea, SkeletonText } from '../ui/status/data-area.tsx';
import { formatDay } from '../ui/values/format.ts';
import { type AlsoShown, type PhotoPlace, usePhotos } from './get-photos.ts';
import { keepPhotos, usePhotosRead } from './photo-queue.ts';
import { photoWords } from './photo-stage.tsx';
import { tellAdded, UploadTile } from './photo-upload.tsx';
import { addPhotos, usePhotoUploads } from './photo-uploads.ts';
import { PhotoViewer } from './photo-viewer.tsx';
import { TAKEN_TYPES } from './shrink.ts';

interface PhotosProps {
  category: PhotoCategory;
  recordId: string;
  canChange: boolean;
  /** Only the photos of this one of a customer's properties; without it, all of the record's. */
  propertyId?: string;
  also?: AlsoShown;
  /** The record's title: photos are then stored on the device until they are sent, even offline. */
  keptFor?: string;
}

/** The photos of a record: to look at, and to add by button, drop or paste. */
export function Photos({ category, recordId, canChange, propertyId, also = {}, keptFor }: PhotosProps) {
  const place: PhotoPlace = { category, recordId, propertyId };
  const query = usePhotos(place, also);
  const uploads = usePhotoUploads(place);
  const waiting = useWaitingOf(recordId).filter(({ file }) => file !== null);
  const reads = usePhotosRead(recordId);
  const { sending } = useQueue();
  const [openId, setOpenId] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);

  const add = (files: readonly File[]) => {
    if (files.length === 0) return;
    if (keptFor === undefined) void addPhotos(place, files, tellAdded);
    else void keepPhotos(place, keptFor, files);
  };
  usePasted(canChange ? add : null);
  const count = query.data?.length ?? 0;
  const { isOver, handlers } = useFileDrop(canChange ? add : null);

  return (
    <section className={isOver ? 'hw-photos hw-photos-over' : 'hw-photos'} aria-label="Photos" {...handlers}>
      <div className="hw-photos-head">
        <h3>Photos {count > 0 && <span className="hw-muted">{count}</span>}</h3>
        {canChange && (
          <Button size="small" icon={<Camera />} text="Add photos" onClick={() => input.current?.click()} />
        )}
        <input
          ref={input}
          className="hw-photos-input"
          type="file"
          aria-label="Choose photos"
          tabIndex={-1}
          accept={TAKEN_TYPES.join(',')}
          multiple
          onChange={({ target }) => {
            add([...(target.files ?? [])]);
            target.value = '';
          }}
        />
      </div>
      {uploads.length + waiting.length + reads.length > 0 && (
        <ul className="hw-photo-uploads" aria-label="Photos being uploaded">
          {waiting.map((each) => (
            <WaitingPhoto key={each.id} waiting={each} isSending={sending.has(each.id)} />
          ))}
          {reads.map(({ id, name }) => (
            <li key={id} className="hw-photo-upload">
              <span className="hw-photo-upload-name">{name}</span>
              <span className="hw-muted">Reading…</span>
            </li>
          ))}
          {uploads.map((upload) => (
            <UploadTile key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
      <DataArea
        query={query}
        firstUse={{
          title: 'No photos yet',
          ...(canChange && { description: 'Drop or paste photos here, or take them with a phone.' }),
        }}
        filtered={null}
        isEmpty={(photos) => photos.length === 0}
        skeleton={<PhotoPlaces />}
      >
        {(photos) => (
          <>
            <ul className="hw-photo-grid">
              {photos.map((photo) => (
                <li key={photo.id}>
                  <PhotoTile photo={photo} onOpen={() => setOpenId(photo.id)} />
                </li>
              ))}
            </ul>
            <PhotoViewer photos={photos} openId={openId} onOpen={setOpenId} canChange={canChange} />
          </>
        )}
      </DataArea>
    </section>
  );
}

/** Placeholders for photos: one row, as most records have no more. */
function PhotoPlaces() {
  return (
    <div className="hw-photo-grid">
      {Array.from({ length: 3 }, (_, photo) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the places never move
        <div key={photo}>
          <div className={`hw-photo-place ${Classes.SKELETON}`} />
          <SkeletonText length={12} />
        </div>
      ))}
    </div>
  );
}

/** A photo stored on this device until it is sent. */
function WaitingPhoto({ waiting: { id, file }, isSending }: { waiting: Waiting; isSending: boolean }) {
  const [src, setSrc] = useState<string | null>(null);
  useEffect(
    () =>
      void fileOf(id)
        .then(previewOf)
        .then(setSrc, () => {}),
    [id],
  );
  return (
    <li className="hw-photo-upload">
      <span className="hw-photo-upload-name">{file}</span>
      <span className="hw-muted">{isSending ? 'Sending…' : 'Waiting for signal'}</span>
      {src && <img src={src} alt={file ?? ''} />}
    </li>
  );
}

/** Length of a preview's longer side in pixels: twice its size on the screen. */
const PREVIEW = 480;

/** A small copy of a picture as a data URL: the page may show no other kind. */
async function previewOf(picture: Blob): Promise<string> {
  const whole = await createImageBitmap(picture);
  const scale = Math.min(1, PREVIEW / Math.max(whole.width, whole.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(whole.width * scale);
  canvas.height = Math.round(whole.height * scale);
  canvas.getContext('2d')?.drawImage(whole, 0, 0, canvas.width, canvas.height);
  whole.close();
  return canvas.toDataURL('image/jpeg');
}

function PhotoTile({ photo, onOpen }: { photo: PhotoRecord; onOpen(): void }) {
  const { thumbnailUrl, createdAt } = photo;
  const words = photoWords(photo);
  // Offline it is the copy stored on this device, if any.
  const [src, setSrc] = useState(thumbnailUrl);
  return (
    <button type="button" className="hw-photo" onClick={onOpen} title={words ?? undefined}>
      <img
        src={src}
        alt={words ?? `Added ${formatDay(createdAt)}`}
        loading="lazy"
        onError={() => void keptPicture(thumbnailUrl).then((found) => found && setSrc(found))}
      />
      {words !== null && <span aria-hidden="true">{words}</span>}
    </button>
  );
}

type Take = (files: File[]) => void;

const ignore: Take = () => {};

/** The mounted takers of pasted pictures; the last one is on top. */
let takers: readonly { take: Take }[] = [];

document.addEventListener('paste', (event) => {
  const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
  const top = takers.at(-1);
  if (files.length === 0 || !top) return;
  event.preventDefault();
  top.take(files);
});

/**
 * Takes pictures pasted anywhere on the page; pasted text goes where it always does.
 * @param take null takes nothing
 */
function usePasted(take: Take | null): void {
  const isTaking = take !== null;
  const own = useRef({ take: ignore });
  own.current.take = take ?? ignore;
  useEffect(() => {
    const { current } = own;
    if (!isTaking) return;
    takers = [...takers, current];
    return () => {
      takers = takers.filter((each) => each !== current);
    };
  }, [isTaking]);
}
