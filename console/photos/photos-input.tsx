import { Button } from '@blueprintjs/core';
import { Tick } from '@blueprintjs/icons';
import { useQueries } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { PhotoRecord } from '../../api/photos/schema.ts';
import { type ControlProps, jsonOf, parsed } from '../ui/inputs/fields.ts';
import { InputsOf } from '../ui/inputs/inputs-of.tsx';
import { formatDay } from '../ui/values/format.ts';
import { type PhotoOwner, photosQuery } from './get-photos.ts';

/** An input for a list of photos: each photo of these records is a thumbnail, picked by a click. */
export function photosInput(owners: readonly PhotoOwner[]): ComponentType<ControlProps> {
  return function PhotosInput({ id, label, value, describedBy, onChange }: ControlProps) {
    const found = useQueries({ queries: owners.map((owner) => photosQuery(owner)) });
    const photos = found.flatMap(({ data = [] }) => data);
    const chosen = parsed<string[]>(value) ?? [];
    const isRead = found.every(({ data }) => data !== undefined);
    const gone = isRead ? chosen.filter((each) => photos.every((photo) => photo.id !== each)) : [];
    const put = (ids: readonly string[]) => onChange(jsonOf([...ids]));
    const without = (ids: readonly string[]) => chosen.filter((each) => !ids.includes(each));

    return (
      <InputsOf id={id} aria-label={label} aria-describedby={describedBy}>
        {isRead && photos.length === 0 && <p className="hw-muted">No photos of the customer or lead yet.</p>}
        <ul className="hw-photo-grid">
          {photos.map((photo) => {
            const isChosen = chosen.includes(photo.id);
            return (
              <li key={photo.id}>
                <Choice
                  photo={photo}
                  isChosen={isChosen}
                  onClick={() => put(isChosen ? without([photo.id]) : [...chosen, photo.id])}
                />
              </li>
            );
          })}
        </ul>
        {gone.length > 0 && (
          <Button
            text={gone.length === 1 ? 'Take out one that was removed' : `Take out ${gone.length} that were removed`}
            onClick={() => put(without(gone))}
          />
        )}
        {found
          .filter(({ error }) => error !== null)
          .map(({ error, refetch }) => (
            <p key={error?.message} className="hw-form-error" role="alert">
              {error?.message} <Button size="small" text="Try again" onClick={() => void refetch()} />
            </p>
          ))}
      </InputsOf>
    );
  };
}

function Choice({ photo, isChosen, onClick }: { photo: PhotoRecord; isChosen: boolean; onClick(): void }) {
  const { caption, thumbnailUrl, createdAt } = photo;
  return (
    <button type="button" className="hw-photo hw-photo-choice" aria-pressed={isChosen} onClick={onClick}>
      <img src={thumbnailUrl} alt={caption ?? `Added ${formatDay(createdAt)}`} loading="lazy" />
      {isChosen && <Tick className="hw-photo-tick" />}
      {caption !== null && <span aria-hidden="true">{caption}</span>}
    </button>
  );
}
