import { Button, FormGroup, InputGroup } from '@blueprintjs/core';
import { type FormEvent, useEffect, useId, useState } from 'react';
import type { PhotoRecord } from '../../api/photos/schema.ts';
import { PHOTO_LIMITS } from '../../domain/photo/terms.ts';
import { dropDraft, readDraft, writeDraft } from '../data/drafts.ts';
import { useCommand } from '../data/use-command.ts';
import { offerUndo } from '../records/acts/undo.ts';
import { showToast } from '../ui/status/toaster.tsx';
import { PHOTOS } from './get-photos.ts';

/** What a person is typing, and the revision of the photo it is based on. */
interface Draft {
  text: string;
  revision: number;
}

/** A photo's caption; if two people edit it at once, both are told and nothing typed is lost. */
export function PhotoCaption({ photo }: { photo: PhotoRecord }) {
  const id = useId();
  const draftKey = `photo/${photo.id}`;
  const [draft, setDraft] = useState(() => readDraft<Draft>(draftKey)?.held ?? null);
  const [problem, setProblem] = useState<string | null>(null);
  const caption = photo.caption ?? '';
  const isDirty = draft !== null && draft.text.trim() !== caption;
  useEffect(() => {
    if (isDirty) writeDraft(draftKey, draft);
    else dropDraft(draftKey);
  }, [draftKey, draft, isDirty]);
  const save = useCommand<Draft, PhotoRecord>({
    command: ({ text, revision }) => ({
      method: 'PATCH',
      path: `/api/photos/${photo.id}`,
      body: { caption: text, expectedRevision: revision },
    }),
    collections: PHOTOS,
    onSuccess({ commandId }) {
      setDraft(null);
      void showToast({
        title: 'Caption saved',
        text: 'Everyone can see it now.',
        intent: 'success',
        ...offerUndo({ category: 'photo', id: photo.id, commandId }, PHOTOS),
      });
    },
    onError(error, { text }) {
      const now = error.code === 'stale' ? (error.body['record'] as PhotoRecord) : null;
      if (now) setDraft({ text, revision: now.revision });
      setProblem(now ? `Someone else wrote “${now.caption ?? ''}”. Save again to replace it.` : error.message);
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    setProblem(null);
    if (draft) save.mutate(draft);
  }

  return (
    <form onSubmit={submit}>
      <FormGroup
        label="Caption"
        labelFor={id}
        intent={problem === null ? 'none' : 'danger'}
        helperText={problem && <span role="alert">{problem}</span>}
      >
        <InputGroup
          id={id}
          value={draft?.text ?? caption}
          maxLength={PHOTO_LIMITS.caption}
          readOnly={save.isPending}
          placeholder="What the photo shows"
          // What is the caption by now, as it was saved without an answer, is what anything else is based on.
          onValueChange={(text) => setDraft({ text, revision: isDirty ? draft.revision : photo.revision })}
          rightElement={
            isDirty ? (
              <Button type="submit" size="small" intent="primary" text="Save" loading={save.isPending} />
            ) : undefined
          }
        />
      </FormGroup>
    </form>
  );
}
