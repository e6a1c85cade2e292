import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { z } from 'zod';
import type { InvoiceRecord, remindersAnswer } from '../../../api/invoices/schema.ts';
import { read } from '../../data/query-client.ts';
import { customerPage } from '../../entities/customer/customer.ts';
import { INVOICES, invoiceName, invoicePath } from '../../entities/invoice/invoice.ts';
import { useAct } from '../../records/acts/use-act.ts';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { Day } from '../../ui/values/day.tsx';
import { Money } from '../../ui/values/money.tsx';

/** A change withdraws or rewrites a reminder that has not been sent. */
const REMINDED = [...INVOICES, 'mails'] as const;

const remindersQuery = {
  queryKey: ['invoice-reminders'],
  meta: { collections: [...REMINDED, 'company', 'customers'] },
  queryFn: (context: Parameters<typeof read>[1]) =>
    read<z.output<typeof remindersAnswer>>('/api/invoices/reminders', context),
};

const NOTHING_AHEAD = { waiting: 0, count: 0, upcoming: [], owing: [], owingCount: 0 };

/** Reminders that are waiting to be sent, and those due in the next days. */
export function RemindersAhead() {
  const { data, isError } = useQuery(remindersQuery);
  if (isError && !data) return null;
  // Reserves the space until it is known: the list below would jump.
  const { waiting, count, upcoming, owing, owingCount } = data ?? NOTHING_AHEAD;
  return (
    <section className="hw-reminders" aria-label="Reminders">
      {data && waiting + count === 0 && (
        <p className="hw-muted">No reminders are waiting, and none are due within 30 days.</p>
      )}
      {waiting > 0 && (
        <p>
          <Link to="/outbox" search={{ status: 'prepared' }} className="hw-in-text">
            {waiting === 1 ? '1 reminder is' : `${waiting} reminders are`} waiting for you to send
          </Link>
        </p>
      )}
      {count > 0 && (
        <Disclosure summary={`${count === 1 ? '1 reminder' : `${count} reminders`} coming up within 30 days`}>
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
        </Disclosure>
      )}
      {owingCount > 0 && (
        <Disclosure
          summary={`${owingCount === 1 ? '1 customer owes' : `${owingCount} customers owe`} spent credit: call`}
        >
          <ul className="hw-entries">
            {owing.map(({ customerId, customer, owed, since }) => (
              <li key={customerId}>
                <span>
                  <Link to={customerPage(customerId)} className="hw-in-text">
                    {customer ?? 'Customer'}
                  </Link>{' '}
                  <span className="hw-muted">
                    since <Day iso={since} />
                  </span>
                </span>
                <Money amount={owed} />
              </li>
            ))}
          </ul>
          {owingCount > owing.length && <p className="hw-muted">and {owingCount - owing.length} more</p>}
        </Disclosure>
      )}
    </section>
  );
}

/** When the customer of an open invoice gets reminders, and whether at all. */
export function InvoiceReminders({ invoice, canChange }: { invoice: InvoiceRecord; canChange: boolean }) {
  const { id, remindersPaused, ofCancelledJob } = invoice;
  const pause = useAct<boolean, InvoiceRecord>({
    command: (paused) => ({ method: 'POST', path: `${invoicePath(id)}/reminders`, body: { paused } }),
    collections: REMINDED,
    done: (_, paused) => ({
      title: paused ? 'Reminders Stopped' : 'Reminders Resumed',
      text: paused ? 'No reminders go out for this invoice.' : 'Reminders are written again, as the settings say.',
    }),
    undoneOn: () => ({ category: 'invoice', id }),
  });
  return (
    <section className="hw-drawer-section" aria-label="Reminders">
      <h3>Reminders</h3>
      <p>
        <ReminderState invoice={invoice} />
      </p>
      {canChange && !ofCancelledJob && (
        <Button
          text={remindersPaused ? 'Resume reminders' : 'Stop reminders'}
          loading={pause.isPending}
          onClick={() => pause.mutate(!remindersPaused)}
        />
      )}
    </section>
  );
}

function ReminderState({ invoice }: { invoice: InvoiceRecord }) {
  const { remindersPaused, nextReminder, remindedAt, reminderTo, ofCancelledJob } = invoice;
  if (ofCancelledJob)
    return 'Its job is cancelled or was removed, so nobody is reminded of this deposit. Cancel it if the customer owes nothing.';
  if (remindersPaused) return 'No reminders go out for this invoice.';
  return (
    <>
      {remindedAt && (
        <>
          The last one came due on <Day iso={remindedAt} />.{' '}
        </>
      )}
      {nextReminder ? (
        <>
          The next one will be written on <Day iso={nextReminder} />
          {reminderTo ? `, to ${reminderTo}, and will wait for you to send it.` : '.'}
        </>
      ) : (
        'No more reminders are planned.'
      )}
      {!reminderTo && ' No email: call the customer.'}
    </>
  );
}
