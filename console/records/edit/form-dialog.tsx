import { Dialog, DialogBody } from '@blueprintjs/core';
import type { ComponentProps, ReactNode } from 'react';
import { DraftBanner } from './draft-banner.tsx';
import { RecordForm } from './record-form.tsx';
import type { NewDraft } from './use-draft.ts';
import type { Edit } from './use-edit.ts';

type FormProps = Omit<ComponentProps<typeof RecordForm>, 'values' | 'onChange' | 'onCancel' | 'children'>;

/** The input of something new, or of an edit with the fields that are not saved yet. */
type DialogDraft = Pick<NewDraft, 'values' | 'change' | 'discard' | 'drop'> & {
  found: Pick<NonNullable<NewDraft['found']>, 'typedAt'> | Edit['draft'];
};

interface FormDialogProps extends FormProps {
  title: string;
  draft: DialogDraft;
  /** Room for the list of what is picked. */
  isTall?: boolean;
  /** Room for what is `below` the fields to stand beside them, where the window has it. */
  isWide?: boolean;
  /** Above the form: what it is about. */
  about?: ReactNode;
  /** What was typed stays a draft, unless it is dropped here; Cancel always drops it. */
  onClose(): void;
  /** Above the fields. */
  children?: ReactNode;
}

/** A dialog that asks for something: what was typed is there again the next time, and said to be. */
export function FormDialog({
  title,
  draft,
  isTall = false,
  isWide = false,
  about,
  onClose,
  children,
  ...form
}: FormDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      className={['hw-dialog', isTall && 'hw-dialog-tall', isWide && 'hw-dialog-wide'].filter(Boolean).join(' ')}
      canOutsideClickClose={false}
    >
      <DialogBody>
        {about}
        <RecordForm
          {...form}
          values={draft.values}
          onChange={draft.change}
          onCancel={() => {
            draft.drop();
            onClose();
          }}
        >
          {draft.found && <DraftBanner {...draft.found} onDiscard={draft.discard} />}
          {children}
        </RecordForm>
      </DialogBody>
    </Dialog>
  );
}
