import { Button, ProgressBar } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { undo } from '../records/acts/undo.ts';
import { showToast } from '../ui/status/toaster.tsx';
import { PHOTOS } from './get-photos.ts';
import { forgetPhoto, type PhotoUpload, retryPhoto, type WhenThrough } from './photo-uploads.ts';

/** A photo being uploaded, or why its upload failed. */
export function UploadTile({ upload }: { upload: PhotoUpload }) {
  const { id, name, sent, isWaiting, problem, canRetry } = upload;
  if (problem === null) {
    return (
      <li className="hw-photo-upload">
        <span className="hw-photo-upload-name">{name}</span>
        <span className="hw-muted">{isWaiting ? 'Waiting…' : progressOf(sent)}</span>
        <ProgressBar
          value={sent < 1 && !isWaiting ? sent : undefined}
          intent="primary"
          stripes={sent === 1}
          aria-label={`Uploading ${name}`}
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
  return sent < 1 ? `${Math.round(sent * 100)}%` : 'Preparing…';
}

/** Reports the outcome of photos added together, and offers to undo those that were uploaded. */
export const tellAdded: WhenThrough = (added, unseen) => {
  const [first] = unseen;
  if (first) {
    const more = unseen.length > 1 ? ` And ${unseen.length - 1} more.` : '';
    void showToast({ title: 'Error', text: `${first.name}: ${first.problem}${more}`, intent: 'danger' });
  } else if (added.length > 0) {
    void showToast({
      title: added.length === 1 ? 'Photo added' : `${added.length} photos added`,
      text: `Open ${added.length === 1 ? 'it' : 'one'} to write a caption.`,
      intent: 'success',
      action: { text: 'Undo', run: () => void takeBack(added) },
    });
  }
};

async function takeBack(added: Parameters<WhenThrough>[0]): Promise<void> {
  for (const { data, commandId } of added) {
    if (commandId !== null) await undo({ category: 'photo', id: data.id, commandId }, PHOTOS);
  }
}
