import { Button, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { ErasurePreview, ErasureProgress } from '../../../api/kit/changes/erasure.schema.ts';
import { dropDraft } from '../../data/drafts.ts';
import { read } from '../../data/query-client.ts';
import { useCommand } from '../../data/use-command.ts';
import { fileCount, recordsText } from './erased-where.ts';

interface EraseProps<Answer> {
  record: { id: string; revision: number; erased: boolean };
  category: string;
  /** Path of the record's calls. */
  path: string;
  /** Whose data it is: the name to type as confirmation. */
  name: string;
  /** Other collections that hold data about them. */
  collections: readonly string[];
  /** What is erased and what stays. */
  children: ReactNode;
  /** What was erased besides the photos: `The customer`. */
  partsOf(answer: Answer): string[];
  onClose(): void;
}

/**
 * Erases somebody's data for good: says what is erased and what stays, asks for the full name, and reports the result.
 */
export function EraseDialog<Answer extends ErasureProgress>(props: EraseProps<Answer>) {
  const { record, category, path, collections, children, partsOf, onClose } = props;
  // The name when the dialog opened: afterwards the record has none.
  const [name] = useState(props.name);
  const [wasErased] = useState(record.erased);
  const [confirm, setConfirm] = useState('');
  const [done, setDone] = useState<Answer | null>(null);
  const erase = useCommand<{ confirm: string; expectedRevision: number }, Answer>({
    command: (body) => ({ method: 'POST', path: `${path}/erase`, body }),
    collections,
    onSuccess({ data }) {
      dropDraft(`${category}/${record.id}`);
      setDone(data);
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    erase.mutate({ confirm, expectedRevision: record.revision });
  }

  // After a reload there is nothing left to ask.
  if (wasErased) return null;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={done ? 'Personal data erased' : `Erase the personal data of ${name}?`}
      className="hw-dialog"
      canOutsideClickClose={false}
    >
      {done ? (
        <Done parts={partsOf(done)} progress={done} onClose={onClose} />
      ) : (
        <form onSubmit={submit}>
          <DialogBody>
            <p>This cannot be undone, and no earlier change can be undone either.</p>
            <Takes path={path} />
            {children}
            <NameInput name={name} value={confirm} onChange={setConfirm} />
            {erase.error && (
              <p className="hw-form-error" role="alert">
                {erase.error.message}
              </p>
            )}
          </DialogBody>
          <DialogFooter
            actions={
              <>
                <Button text="Keep" onClick={onClose} />
                <Button type="submit" intent="danger" text="Erase for good" loading={erase.isPending} />
              </>
            }
          />
        </form>
      )}
    </Dialog>
  );
}

/** What goes, counted: of what the words name there may be none, or hundreds. */
function Takes({ path }: { path: string }) {
  const { data, error } = useQuery({
    queryKey: ['erasure', path],
    meta: { collections: [] },
    gcTime: 0,
    queryFn: (context) => read<ErasurePreview>(`${path}/erasure`, context),
  });
  // Its line is there before the counts are: nothing below may move.
  return (
    <p className="hw-erase-takes" aria-live="polite">
      {error
        ? 'What this takes cannot be counted right now.'
        : data
          ? `This erases ${recordsText(data.records)}${data.files.count > 0 ? `, and ${fileCount(data.files.count)}` : ''}.`
          : 'Counting what this erases…'}
    </p>
  );
}

function NameInput({ name, value, onChange }: { name: string; value: string; onChange(value: string): void }) {
  const id = useId();
  return (
    <FormGroup
      label={
        <>
          To continue, enter the full name: <strong>{name}</strong>
        </>
      }
      labelFor={id}
    >
      <InputGroup id={id} value={value} autoComplete="off" autoFocus onValueChange={onChange} />
    </FormGroup>
  );
}

interface DoneProps {
  parts: string[];
  progress: ErasureProgress;
  onClose(): void;
}

function Done({ parts, progress: { photos, isComplete }, onClose }: DoneProps) {
  const all = [...parts, photosText(photos)].filter((part) => part !== false);
  return (
    <>
      <DialogBody>
        <p role="status">
          {inWords(all)} {all.length === 1 ? 'was' : 'were'} erased.{' '}
          {isComplete
            ? 'None of their data is left in any list or file here.'
            : 'Lists and files are still being cleaned up. This finishes on its own, even after a restart.'}
        </p>
        <p>Delete earlier backups and exports by the date that you promised.</p>
      </DialogBody>
      <DialogFooter actions={<Button intent="primary" text="Done" onClick={onClose} />} />
    </>
  );
}

function photosText(photos: number): string | false {
  if (photos === 0) return false;
  return photos === 1 ? '1 photo' : `${photos} photos`;
}

/** `a, b and c`. */
function inWords(parts: readonly string[]): string {
  return [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ');
}
