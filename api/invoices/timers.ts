import { settingsInForce } from '../../domain/company/company.ts';
import { reminderDue } from '../../domain/invoice/reminders.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import type { Streams } from '../../platform/commands/streams.ts';
import { commandTimer, type Timer } from '../../platform/commands/timers.ts';
import { readCompany } from '../../platform/company/company-settings.ts';
import { type Clock, isoNow } from '../../platform/runtime/clock.ts';
import { invoices } from '../../projections/invoices.ts';
import { dayOf } from '../kit/company-time.ts';
import { isOfCancelledWork } from './deposits.ts';

/**
 * Decides when to send a reminder of an overdue invoice. The rule may change at any time, so the read model only tells
 * which invoices might be due: they stay in the query, and the current rule decides.
 */
export function remindOfInvoices(
  commands: CommandHandler,
  { streams, clock }: { streams: Streams; clock: Clock },
): Timer {
  return commandTimer(
    {
      name: 'remind-of-invoices',
      collection: invoices.collection,
      where: { removed: null },
      dueAt: 'remindFrom',
      async command(invoice) {
        const { reminderDays, timeZone } = settingsInForce(await readCompany(streams));
        const days = reminderDue(invoice, reminderDays, dayOf(clock(), timeZone));
        if (days === null || (await isOfCancelledWork(streams, invoice))) return null;
        const { id } = invoice;
        const command = { type: 'RemindOfInvoice', days, now: isoNow(clock) };
        // Each entry of the rule applies once per invoice, however the rule changes.
        return { category: 'invoice', id, command, eventId: id, role: `RemindOfInvoice/${days}`, body: { days } };
      },
    },
    commands,
  );
}
