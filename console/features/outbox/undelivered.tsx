import { Button, Callout, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UndeliveredMails } from '../../../api/mail/schema.ts';
import { read } from '../../data/query-client.ts';
import { emailQuery } from '../../entities/settings/email.ts';
import { useMailActs } from './use-mail-acts.ts';

const undeliveredQuery = queryOptions({
  queryKey: ['undelivered-mails'],
  meta: { collections: ['mails', 'quotes', 'invoices', 'customers', 'leads', 'jobs'] },
  queryFn: (context) => read<UndeliveredMails>('/api/mails/undelivered', context),
});

/** Once email is set up: offers to send what was not delivered before. Nothing if there is nothing to send. */
export function Undelivered() {
  const email = useQuery(emailQuery).data;
  const { data } = useQuery({ ...undeliveredQuery, enabled: email !== undefined && email.setBy !== null });
  const [isOpen, setOpen] = useState(false);
  if (!data || data.mails.length === 0) return null;
  const count = countOf(data);
  return (
    <Callout compact intent="primary" className="hw-email-not-set-up">
      <p>
        {count} {data.mails.length === 1 ? 'was' : 'were'} not delivered because email was not set up. It is now.
      </p>
      <Button size="small" text={`Send ${count}…`} onClick={() => setOpen(true)} />
      {isOpen && <SendDialog undelivered={data} onClose={() => setOpen(false)} />}
    </Callout>
  );
}

function SendDialog({ undelivered, onClose }: { undelivered: UndeliveredMails; onClose(): void }) {
  // As they were when it opened: what is confirmed is what was read.
  const [{ mails, left, hasMore }] = useState(undelivered);
  const act = useMailActs();
  const count = countOf({ mails });
  return (
    <Dialog isOpen onClose={onClose} title={`Send ${count}?`} className="hw-dialog">
      <DialogBody>
        <p>Each goes once, as it was written, to the address shown. This cannot be undone.</p>
        <ul className="hw-entries">
          {mails.map(({ id, subject, to }) => (
            <li key={id}>
              <span>{subject ?? 'Email'}</span> <span className="hw-muted">to {to}</span>
            </li>
          ))}
        </ul>
        {left > 0 && (
          <p className="hw-muted">
            {left === 1 ? 'One more stays' : `${left} more stay`} unsent: what {left === 1 ? 'it tells' : 'they tell'}{' '}
            of, or the address, has changed since, or a newer email says the same.
          </p>
        )}
        {hasMore && <p className="hw-muted">There may be more: you are asked again after these.</p>}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="Cancel" onClick={onClose} />
            <Button
              intent="primary"
              text={`Send ${count}`}
              onClick={() => {
                act.sendUndelivered(mails.map(({ id }) => id));
                onClose();
              }}
            />
          </>
        }
      />
    </Dialog>
  );
}

function countOf({ mails: { length } }: Pick<UndeliveredMails, 'mails'>): string {
  return length === 1 ? '1 email' : `${length} emails`;
}
