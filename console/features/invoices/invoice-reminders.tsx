import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { z } from 'zod';
import type { InvoiceRecord, remindersAnswer } from '../../../api/invoices/schema.ts';
import { read } from '../../data/query-client.ts';
import { useCommand } from '../../data/use-command.ts';
import { INVOICES, invoiceName, invoicePath } from '../../entities/invoice/invoice.ts';
import { offerUndo } from '../../records/undo.ts';
import { Day } from '../../ui/day.tsx';
import { Money } from '../../ui/money.tsx';
import { showToast } from '../../ui/toaster.tsx';

/** A change takes back a letter that waits, or writes it again. */
const REMINDED = [...INVOICES, 'mails'] as const;

const remindersQuery = {
  queryKey: ['invoice-reminders'],
  meta: { collections: [...REMINDED, 'company', 'customers'] },
  queryFn: (context: Parameters<typeof read>[1]) =>
    read<z.output<typeof remindersAnswer>>('/api/invoices/reminders', context),
};

/** Which reminders wait for a person, and which are written over the next days. */
export function RemindersAhead() {
  const { data, isError } = useQuery(remindersQuery);
  if (isError && !data) return null;
  // Its place is kept until it is known: the list below would jump.
  const { waiting, count, upcoming } = data ?? { waiting: 0, count: 0, upcoming: [] };
  return (
    <section className="hw-reminders" aria-label="Reminders">
      {data && waiting + count === 0 && <p className="hw-muted">No reminders wait, and none come within 30 days.</p>}
      {waiting > 0 && (
        <p>
          <Link to="/outbox" search={{ status: 'prepared' }} className="hw-in-text">
            {waiting === 1 ? '1 reminder waits' : `${waiting} reminders wait`} for you to send
          </Link>
        </p>
      )}
      {count > 0 && (
        <details>
          <summary>{count === 1 ? '1 reminder' : `${count} reminders`} to come within 30 days</summary>
          <ul className="hw-entries">
            {upcoming.map(({ id, on, to, balance, ...named }) => (
              <li key={id}>
                <span>
                  <Link to="/invoices" search={{ invoice: id }} className="hw-in-text">
                    {invoiceName({ ...named, erased: false })}
                  </Link>{' '}
                  <span className="hw-muted">
                    <Day iso={on} />, {to ?? 'no email: call'}
                  </span>
                </span>
                <Money amount={balance} />
              </li>
            ))}
          </ul>
          {count > upcoming.length && <p className="hw-muted">and {count - upcoming.length} more</p>}
        </details>
      )}
    </section>
  );
}

/** When the customer of an open invoice is reminded of it, and whether at all. */
export function InvoiceReminders({ invoice, canChange }: { invoice: InvoiceRecord; canChange: boolean }) {
  const { id, remindersPaused } = invoice;
  const pause = useCommand<boolean, InvoiceRecord>({
    command: (paused) => ({ method: 'POST', path: `${invoicePath(id)}/reminders`, body: { paused } }),
    collections: REMINDED,
    onSuccess: ({ commandId }, paused) =>
      void showToast({
        title: paused ? 'No reminders' : 'Reminders again',
        text: paused ? 'Nobody is reminded of this invoice.' : 'Reminders are written as the settings say.',
        ...offerUndo({ category: 'invoice', id, commandId }, REMINDED),
      }),
    onError: (error) => void showToast({ title: 'Error', text: error.message, intent: 'danger' }),
  });
  return (
    <section className="hw-drawer-section" aria-label="Reminders">
      <h3>Reminders</h3>
      <p>
        <Standing invoice={invoice} />
      </p>
      {canChange && (
        <Button
          text={remindersPaused ? 'Remind again' : 'No reminders'}
          loading={pause.isPending}
          onClick={() => pause.mutate(!remindersPaused)}
        />
      )}
    </section>
  );
}

function Standing({ invoice }: { invoice: InvoiceRecord }) {
  const { remindersPaused, nextReminder, remindedAt, reminderTo } = invoice;
  if (remindersPaused) return 'Nobody is reminded of this invoice.';
  return (
    <>
      {remindedAt && (
        <>
          The last one came due on <Day iso={remindedAt} />.{' '}
        </>
      )}
      {nextReminder ? (
        <>
          The next one is written on <Day iso={nextReminder} />
          {reminderTo ? `, to ${reminderTo}, and waits for you to send it.` : '.'}
        </>
      ) : (
        'No more reminders come.'
      )}
      {!reminderTo && ' No email: call the customer.'}
    </>
  );
}
