import { Button, ProgressBar } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { forgetPhoto, type PhotoUpload, retryPhoto } from '../data/photo-uploads.ts';

/** A photo on its way, or what kept it from arriving. */
export function UploadTile({ upload }: { upload: PhotoUpload }) {
  const { id, name, sent, isWaiting, problem, canRetry } = upload;
  if (problem === null) {
    return (
      <li className="hw-photo-upload">
        <span className="hw-photo-upload-name">{name}</span>
        <span className="hw-muted">{isWaiting ? 'Waiting for its turn…' : progressOf(sent)}</span>
        <ProgressBar
          value={sent < 1 && !isWaiting ? sent : undefined}
          intent="primary"
          stripes={sent === 1}
          aria-label={`Sending ${name}`}
        />
      </li>
    );
  }
  return (
    <li className="hw-photo-upload hw-photo-upload-failed">
      <span className="hw-photo-upload-name">{name}</span>
      <span>
        {canRetry && <Button size="small" text="Try again" onClick={() => void retryPhoto(id)} />}
        <Button
          size="small"
          variant="minimal"
          icon={<Cross />}
          aria-label={`Dismiss ${name}`}
          onClick={() => forgetPhoto(id)}
        />
      </span>
      <p role="alert">{problem}</p>
    </li>
  );
}

function progressOf(sent: number): string {
  return sent < 1 ? `${Math.round(sent * 100)} %` : 'Preparing…';
}
