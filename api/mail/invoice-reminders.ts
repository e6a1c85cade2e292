import { COMPANY_DEFAULTS } from '../../domain/company/terms.ts';
import { type InvoiceState, invoice } from '../../domain/invoice/invoice.ts';
import { balanceOf } from '../../domain/invoice/payments.ts';
import { isRemindable, type Reminder } from '../../domain/invoice/reminders.ts';
import { partsOfStream, type RecordedEvent } from '../../domain/kit/event.ts';
import { type MailCommand, mail, statusOf } from '../../domain/mail/mail.ts';
import { invoiceReminderLetter } from '../../domain/mail/reminder-letters.ts';
import type { MailStatus } from '../../domain/mail/terms.ts';
import { numberText } from '../../domain/numbering/terms.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import { readCompany } from '../../platform/commands/company-settings.ts';
import type { Streams } from '../../platform/commands/streams.ts';
import { uuidv5 } from '../../platform/runtime/ids.ts';
import { addressOfInvoice } from '../invoices/address.ts';
import { dayOf } from '../kit/company-time.ts';
import { type MailReactor, mailReactor, type OnRefused, takeBack, tellMail } from './reactor.ts';
import type { StandingLetters } from './standing-letters.ts';

type Standing = Extract<InvoiceState, { presence: 'present' }>;

/** After which a reminder that waits may not be true any more, or again. */
const CHANGES = [
  ...['PaymentRecorded', 'CreditApplied', 'PaymentRefunded', 'PaymentVoided', 'InvoiceCancelled'],
  ...['DepositDeducted', 'DepositReleased', 'InvoiceRemindersPaused', 'InvoiceRemindersResumed'],
];
/** After which it is true again, where it was: a check that bounced. */
const REOPENS: ReadonlySet<string> = new Set([
  ...['PaymentRefunded', 'PaymentVoided', 'DepositReleased', 'InvoiceRemindersResumed'],
]);

/**
 * The customer of an overdue invoice is written to when the rule says so; a person reads each letter before it goes. One that
 * waits is taken back once it is not true any more (paid, in part too, cancelled, in dispute), or the next one is due.
 * @param options.commands with the rules of mails
 */
export function createInvoiceReminders(options: {
  commands: CommandHandler;
  streams: Streams;
  onRefused: OnRefused;
}): MailReactor {
  const { commands, streams, onRefused } = options;

  async function write(event: RecordedEvent, id: string, standing: Standing): Promise<void> {
    const { days } = event.data as { days: number };
    const mailId = reminderId(id, days);
    const earlier = standing.reminders.filter((each) => each.days < days).map((each) => reminderId(id, each.days));
    await takeBack(commands, event, earlier);
    if (!isTrue(standing, id, mailId)) return;
    const to = await addressOfInvoice(streams, standing.details);
    const { name, phone, paymentInstructions, timeZone } = { ...COMPANY_DEFAULTS, ...(await readCompany(streams)) };
    const { customerName, job, dueDate } = standing.details;
    const number = standing.number === null ? null : numberText('invoice', standing.number);
    const letter = invoiceReminderLetter(
      { number, customerName, customerEmail: to, job, dueDate, open: balanceOf(standing) },
      { name, phone, paymentInstructions },
      {
        before: await countSent(earlier),
        day: dayOf(Date.parse(event.metadata.recordedAt), timeZone ?? COMPANY_DEFAULTS.timeZone),
      },
    );
    if (!letter) return;
    const command: MailCommand = {
      type: 'IntendMail',
      mail: {
        ...{ kind: 'invoice_reminder', category: 'invoice', recordId: id, ...letter },
        link: { kind: 'invoice', version: null },
      },
      ...{ now: event.metadata.recordedAt, holdMs: null },
    };
    await tellMail(commands, event, mailId, command, 'mail');
  }

  /** How many the customer has had of these. */
  async function countSent(ids: readonly string[]): Promise<number> {
    const states = await Promise.all(ids.map(async (id) => (await streams.load(mail, id)).state));
    return states.filter((state) => state.outcome !== 'absent' && WENT.has(statusOf(state))).length;
  }

  async function follow(event: RecordedEvent, id: string, standing: Standing): Promise<void> {
    const last = standing.reminders.at(-1);
    if (!last) return;
    const mailId = reminderId(id, last.days);
    const { state } = await streams.load(mail, mailId);
    if (state.outcome === 'absent' || state.isErased) return;
    if (!isTrue(standing, id, mailId)) return takeBack(commands, event, [mailId]);
    if (state.outcome !== 'cancelled' || !REOPENS.has(event.type)) return;
    const now = event.metadata.recordedAt;
    await tellMail(commands, event, mailId, { type: 'WithholdMail', now }, `withhold ${mailId}`);
  }

  return mailReactor(['InvoiceReminderCameDue', ...CHANGES], onRefused, async (event) => {
    const { id } = partsOfStream(event.stream);
    const { state } = await streams.load(invoice, id);
    if (state.presence === 'absent' || state.isErased) return;
    if (event.type === 'InvoiceReminderCameDue') await write(event, id, state);
    else await follow(event, id, state);
  });
}

const WENT: ReadonlySet<MailStatus> = new Set(['held', 'delayed', 'sent', 'uncertain']);

/** Of the mail with a reminder. */
function reminderId(invoiceId: string, days: Reminder['days']): string {
  return uuidv5(invoiceId, `reminder/${days}`);
}

/** Whether a reminder says what is so: it is the newest, and as much is open as it says. */
function isTrue(standing: Standing, id: string, mailId: string): boolean {
  const last = standing.reminders.at(-1);
  const balance = balanceOf(standing);
  return (
    last !== undefined &&
    reminderId(id, last.days) === mailId &&
    last.open === balance &&
    isRemindable({ ...standing, balance })
  );
}

/** Whether reminders that wait still hold: asked before they are released, and before each attempt. */
export const standingReminders: StandingLetters = {
  kinds: ['invoice_reminder'],
  changed: 'The invoice was paid, or what is open on it changed',
  instead: 'Do not send it: the next reminder is written where one is due.',
  after: 'The customer was not reminded.',
  async isTrue(streams, id, { recordId }) {
    const { state } = await streams.load(invoice, recordId);
    return state.presence === 'present' && !state.isErased && isTrue(state, recordId, id);
  },
  async addressNow(streams, { recordId }) {
    const { state } = await streams.load(invoice, recordId);
    return state.presence === 'present' ? addressOfInvoice(streams, state.details) : null;
  },
};
