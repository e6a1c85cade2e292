import { Button, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core';
import { type FormEvent, useId, useState } from 'react';
import type { CustomerRecord, ErasedCustomer } from '../../../api/customers/schema.ts';
import { dropDraft } from '../../data/drafts.ts';
import { useCommand } from '../../data/use-command.ts';
import { customerName } from '../../entities/customer/customer.ts';
import { customerKind } from '../../entities/customer/customer-kind.ts';

/** What else holds something of a customer. */
const COLLECTIONS = [...customerKind.collections, 'leads', 'photos'];

/** Erases somebody for good: says what goes and what stays, asks for the full name, and tells what came of it. */
export function EraseCustomerDialog({ customer, onClose }: { customer: CustomerRecord; onClose(): void }) {
  // The name as it was when the dialog opened: once it is done, the record has none.
  const [name] = useState(() => customerName(customer));
  const [wasErased] = useState(customer.erased);
  const [confirm, setConfirm] = useState('');
  const [done, setDone] = useState<ErasedCustomer | null>(null);
  const erase = useCommand<{ confirm: string; expectedRevision: number }, ErasedCustomer>({
    command: (body) => ({ method: 'POST', path: `${customerKind.path(customer.id)}/erase`, body }),
    collections: COLLECTIONS,
    onSuccess({ data }) {
      dropDraft(`${customerKind.category}/${customer.id}`);
      setDone(data);
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    erase.mutate({ confirm, expectedRevision: customer.revision });
  }

  // Who reloads the page afterwards is asked nothing more.
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
        <Done {...done} onClose={onClose} />
      ) : (
        <form onSubmit={submit}>
          <DialogBody>
            <WhatGoes hasLead={customer.leadId !== null} />
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

function WhatGoes({ hasLead }: { hasLead: boolean }) {
  return (
    <>
      <p>This cannot be undone, and no earlier change can be undone either.</p>
      <p>
        <strong>Erased for good:</strong> name, contact, notes, and the addresses of all properties
        {hasLead && ', with all of that in the lead that they came from'}; every photo; and all of it in the history.
      </p>
      <p>
        <strong>Kept:</strong> that there was a customer, the steps of the history with who took them and when, and
        figures. Backups and exports that were made before still hold the data.
      </p>
    </>
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

function Done({ leadId, photos, isComplete, onClose }: ErasedCustomer & { onClose(): void }) {
  const parts = ['The customer', leadId !== null && 'their lead', photosText(photos)].filter(Boolean);
  return (
    <>
      <DialogBody>
        <p role="status">
          {inWords(parts as string[])} {parts.length === 1 ? 'was' : 'were'} erased.{' '}
          {isComplete
            ? 'None of their data is left in any list or file here.'
            : 'Lists and files are still being cleaned up. That finishes by itself, even after a restart.'}
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
