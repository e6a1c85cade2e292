import { Button, Callout, Dialog, DialogBody, DialogFooter, FormGroup } from '@blueprintjs/core';
import { useId, useState } from 'react';
import type { ImportedReviews } from '../../../../api/customer-reviews/schema.ts';
import { useCommand } from '../../../data/use-command.ts';
import { CUSTOMER_REVIEWS, CUSTOMER_REVIEWS_PATH } from '../../../entities/customer-review/customer-review.ts';
import { showToast } from '../../../ui/status/toaster.tsx';

/** Adds the reviews of a file that a platform exported, or that somebody kept: all of them or none. */
export function ImportReviewsDialog({ onClose }: { onClose(): void }) {
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const load = useCommand<string, ImportedReviews>({
    command: (csv) => ({ method: 'POST', path: `${CUSTOMER_REVIEWS_PATH}/import`, body: { csv } }),
    collections: CUSTOMER_REVIEWS,
    onSuccess({ data: { added, known } }) {
      void showToast({
        title: 'Reviews Imported',
        text: `${added} added${known === 0 ? '.' : `, ${known} were there already.`}`,
        intent: 'success',
      });
      onClose();
    },
  });
  const wrong = isUnreadable
    ? 'This file cannot be read. If it was changed since, choose it again.'
    : load.error?.message;
  return (
    <Dialog isOpen onClose={onClose} title="Import Reviews" className="hw-dialog" canOutsideClickClose={false}>
      <DialogBody>
        <p>
          A CSV file with the columns customer, platform, rating, review and date (like 2026-06-15), and if you like
          “may publish”: yes where its writer agreed. All of its reviews are added, or none where a line is wrong. What
          is there already is not added again.
        </p>
        <FormGroup label="File" labelFor={id}>
          <input
            id={id}
            type="file"
            accept=".csv,text/csv"
            onChange={({ currentTarget }) => {
              setFile(currentTarget.files?.[0] ?? null);
              setUnreadable(false);
            }}
          />
        </FormGroup>
        {wrong && (
          <Callout compact intent="danger" role="alert">
            {wrong}
          </Callout>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="Cancel" onClick={onClose} />
            <Button
              intent="primary"
              text="Import"
              disabled={file === null || load.isPending}
              onClick={() => {
                if (file) void textOf(file).then(load.mutate, () => setUnreadable(true));
              }}
            />
          </>
        }
      />
    </Dialog>
  );
}

/** What is not UTF-8 is what Excel writes on Windows. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
