import { Button, Dialog, DialogBody } from '@blueprintjs/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useQueue } from '../../data/device/queue.ts';
import { countsOf, type Waiting } from '../../data/device/queue-rules.ts';
import { addressOf } from '../../entities/addresses.ts';
import { KeptJobs } from '../../entities/job/kept-jobs.tsx';
import { NotSent } from '../../records/edit/not-sent.tsx';

/**
 * Shows on every page that there is no network, what is unsent and what was refused, with a dialog of both and of what
 * opens offline.
 */
export function ConnectionState({ isConnected }: { isConnected: boolean }) {
  const queue = useQueue();
  const [isOpen, setOpen] = useState(false);
  const { waiting, refused } = countsOf(queue.all);
  const isCutOff = !isConnected || queue.isCutOff;
  const open = () => setOpen(true);
  const close = () => setOpen(false);

  const linked = ({ record, title }: Waiting) => {
    const address = addressOf(record.category, record.id);
    if (!address) return title;
    return (
      <Link {...address} onClick={close}>
        {title}
      </Link>
    );
  };

  return (
    <>
      {/* Changes here are announced; a button's name is not. */}
      <span className="hw-connection" role="status">
        {refused > 0 && <Button intent="danger" text={`Refused · ${refused}`} onClick={open} />}
        {waiting > 0 && (
          <Button
            intent="warning"
            text={`${isCutOff ? 'Waiting for signal' : 'Sending'} · ${waiting}`}
            onClick={open}
          />
        )}
        {isCutOff && queue.all.length === 0 && (
          <Button intent="warning" text="Offline: you cannot see what others change" onClick={open} />
        )}
      </span>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={isCutOff && queue.all.length === 0 ? 'Offline' : 'Not sent yet'}
        className="hw-dialog"
      >
        <DialogBody>
          {queue.all.length === 0 && (
            <p>{isCutOff ? 'What you do with a job is kept here.' : 'Everything has been sent.'}</p>
          )}
          <NotSent queue={queue} isCutOff={isCutOff} titleOf={linked} />
          {isCutOff && <KeptJobs onFollow={close} />}
        </DialogBody>
      </Dialog>
    </>
  );
}
