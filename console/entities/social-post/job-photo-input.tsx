import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { byStage, photosQuery } from '../../photos/get-photos.ts';
import { photoWords } from '../../photos/photo-stage.tsx';
import { RecordPicker } from '../../records/edit/record-picker.tsx';
import type { ControlProps } from '../../ui/inputs/fields.ts';
import { InputsOf } from '../../ui/inputs/inputs-of.tsx';
import { formatDay } from '../../ui/values/format.ts';
import { useAccountId } from '../account/session.ts';
import { jobQuery } from '../job/job.ts';
import { jobPicker } from '../job/job-picker.ts';

/** A photo of a job, chosen by hand: nothing of a customer's property is shown that nobody looked at. */
export function JobPhotoInput({ id, label, value, describedBy, isInvalid, onChange }: ControlProps) {
  const [jobId, setJobId] = useState('');
  const accountId = useAccountId();
  if (value !== '') {
    return (
      <InputsOf id={id} aria-label={label} aria-describedby={describedBy}>
        <ul className="hw-photo-grid">
          <li>
            <span className="hw-photo">
              <img src={`/api/photos/${encodeURIComponent(value)}/thumbnail`} alt="The chosen one" />
            </span>
          </li>
        </ul>
        <Button size="small" text="Choose another one" onClick={() => onChange('')} />
      </InputsOf>
    );
  }
  return (
    <>
      <RecordPicker
        id={id}
        label={label}
        describedBy={describedBy}
        isInvalid={isInvalid}
        kind={jobPicker}
        accountId={accountId}
        picked={jobId === '' ? [] : [jobId]}
        placeholder="Search the job it was taken on…"
        onPick={([picked = '']) => setJobId(picked)}
      />
      {jobId !== '' && <PhotosToShow jobId={jobId} onChoose={onChange} />}
    </>
  );
}

/** The photos of a job, with what its customer says of showing them; none where they said no. */
function PhotosToShow({ jobId, onChoose }: { jobId: string; onChoose(photoId: string): void }) {
  const { data: job, error } = useQuery(jobQuery(jobId));
  const problem = job?.photoConsent?.isGiven === false ? SAID_NO : error?.message;
  if (problem) {
    return (
      <p className="hw-form-error" role="alert">
        {problem}
      </p>
    );
  }
  if (!job) return null;
  return (
    <>
      <p className="hw-muted">{job.photoConsent ? 'The customer agreed that photos are shown.' : NOT_ASKED}</p>
      <PhotosOfJob jobId={jobId} onChoose={onChoose} />
    </>
  );
}

const SAID_NO = 'The customer does not want photos of this job shown in public. Choose another job.';
const NOT_ASKED = 'Nobody has recorded that the customer agrees: ask them before you show a photo.';

function PhotosOfJob({ jobId, onChoose }: { jobId: string; onChoose(photoId: string): void }) {
  const { data, error } = useQuery(photosQuery({ category: 'job', recordId: jobId }));
  if (error) {
    return (
      <p className="hw-form-error" role="alert">
        {error.message}
      </p>
    );
  }
  if (!data) return null;
  if (data.length === 0) return <p className="hw-muted">This job has no photos.</p>;
  return (
    <ul className="hw-photo-grid" aria-label="Photos of the job">
      {data.toSorted(byStage).map(({ id, stage, caption, thumbnailUrl, createdAt }) => (
        <li key={id}>
          <button type="button" className="hw-photo hw-photo-choice" onClick={() => onChoose(id)}>
            <img
              src={thumbnailUrl}
              alt={photoWords({ stage, caption }) ?? `Added ${formatDay(createdAt)}`}
              loading="lazy"
            />
          </button>
        </li>
      ))}
    </ul>
  );
}
