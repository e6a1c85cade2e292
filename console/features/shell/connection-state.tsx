import { Button, Dialog, DialogBody, Tag } from '@blueprintjs/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useQueue } from '../../data/device/queue.ts';
import { countsOf, type Waiting } from '../../data/device/queue-rules.ts';
import { addressOf } from '../../entities/addresses.ts';
import { NotSent } from '../../records/not-sent.tsx';

/** Says on every page that there is no network, what waits for it and what was refused, and leads to both. */
export function ConnectionState({ isConnected }: { isConnected: boolean }) {
  const queue = useQueue();
  const [isOpen, setOpen] = useState(false);
  const { waiting, refused } = countsOf(queue.all);
  const isCutOff = !isConnected || queue.isCutOff;
  const said = [
    refused > 0 && `Refused · ${refused}`,
    waiting > 0 && `${isCutOff ? 'Waiting for signal' : 'Sending'} · ${waiting}`,
  ].filter(Boolean);

  const linked = ({ record, title }: Waiting) => {
    const address = addressOf(record.category, record.id);
    if (!address) return title;
    return (
      <Link {...address} onClick={() => setOpen(false)}>
        {title}
      </Link>
    );
  };

  return (
    <>
      {/* What changes is read out; a button's name is not. */}
      <span className="hw-connection" role="status">
        {said.length === 0
          ? isCutOff && <Tag intent="warning">Offline: you do not see what others change</Tag>
          : said.map((each) => (
              <Button
                key={String(each)}
                size="small"
                intent={String(each).startsWith('Refused') ? 'danger' : 'warning'}
                text={each}
                onClick={() => setOpen(true)}
              />
            ))}
      </span>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Not sent yet" className="hw-not-sent-dialog">
        <DialogBody>
          <NotSent queue={queue} isCutOff={isCutOff} titleOf={linked} />
        </DialogBody>
      </Dialog>
    </>
  );
}
