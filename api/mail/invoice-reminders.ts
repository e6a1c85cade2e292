import { COMPANY_DEFAULTS } from '../../domain/company/terms.ts';
import { type IssuedInvoice, invoice } from '../../domain/invoice/invoice.ts';
import { balanceOf } from '../../domain/invoice/payments.ts';
import { isRemindable, type Reminder } from '../../domain/invoice/reminders.ts';
import type { JobEvent } from '../../domain/job/events.ts';
import { job } from '../../domain/job/job.ts';
import { fold } from '../../domain/kit/decider.ts';
import { partsOfStream, type Recorded, type RecordedEvent } from '../../domain/kit/event.ts';
import { numberText } from '../../domain/kit/numbers.ts';
import { type MailCommand, mail, statusOf } from '../../domain/mail/mail.ts';
import { invoiceReminderLetter } from '../../domain/mail/reminder-letters.ts';
import type { MailStatus } from '../../domain/mail/terms.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import { readAfter, type Streams } from '../../platform/commands/streams.ts';
import { readCompany } from '../../platform/company/company-settings.ts';
import { uuidv5 } from '../../platform/runtime/ids.ts';
import type { EventLog } from '../../store/event-store.ts';
import { addressOfInvoice } from '../invoices/address.ts';
import { depositIdOf, isOfCancelledWork } from '../invoices/deposits.ts';
import { dayOf } from '../kit/company-time.ts';
import type { CheckedLetters } from './checked-letters.ts';
import { type MailReactor, mailReactor, type OnRefused, takeBack, tellMail } from './reactor.ts';

/** Events after which a waiting reminder may no longer be true, or be true again. */
export const CHANGES = [
  'PaymentRecorded',
  'CreditApplied',
  'PaymentRefunded',
  'PaymentVoided',
  'InvoiceCancelled',
  'DepositDeducted',
  'DepositReleased',
  'InvoiceRemindersPaused',
  'InvoiceRemindersResumed',
];
/** Those of a job, of whose deposit nobody is reminded while it is cancelled or removed. */
export const JOB_CHANGES: ReadonlySet<string> = new Set([
  'JobCancelled',
  'JobLifeRestored',
  'JobRemoved',
  'JobRestored',
]);
/** Events that may make it true again, such as a bounced check. */
const REOPENS: ReadonlySet<string> = new Set([
  'PaymentRefunded',
  'PaymentVoided',
  'DepositReleased',
  'InvoiceRemindersResumed',
  'JobLifeRestored',
  'JobRestored',
]);

/**
 * Writes to the customer of an overdue invoice when the rule says so; a person reads each letter before it goes out. It
 * is taken back once it is no longer true (paid, even in part, cancelled, in dispute, a deposit whose job is cancelled or removed), or
 * the next one is due.
 * @param options.commands with the rules for mail
 */
export function createInvoiceReminders(options: {
  commands: CommandHandler;
  streams: Streams;
  store: Pick<EventLog, 'readStream'>;
  onRefused: OnRefused;
}): MailReactor {
  const { commands, streams, store, onRefused } = options;

  async function write(event: RecordedEvent, id: string, issued: IssuedInvoice): Promise<void> {
    const { days } = event.data as { days: number };
    const mailId = reminderId(id, days);
    const earlier = issued.reminders.filter((each) => each.days < days).map((each) => reminderId(id, each.days));
    await takeBack(commands, event, earlier);
    if (!(await isTrue(streams, issued, id, mailId))) return;
    const to = await addressOfInvoice(streams, issued.details);
    const { name, phone, paymentInstructions, timeZone } = { ...COMPANY_DEFAULTS, ...(await readCompany(streams)) };
    const { customerName, job, dueDate } = issued.details;
    const number = issued.number === null ? null : numberText('invoice', issued.number);
    const letter = invoiceReminderLetter(
      { number, customerName, customerEmail: to, job, dueDate, open: balanceOf(issued) },
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
        kind: 'invoice_reminder',
        category: 'invoice',
        recordId: id,
        ...letter,
        link: { kind: 'invoice', version: null },
      },
      now: event.metadata.recordedAt,
      holdMs: null,
    };
    await tellMail(commands, event, mailId, command, 'mail');
  }

  /** How many of these the customer has received. */
  async function countSent(ids: readonly string[]): Promise<number> {
    const states = await Promise.all(ids.map(async (id) => (await streams.load(mail, id)).state));
    return states.filter((state) => state.outcome !== 'absent' && WENT.has(statusOf(state))).length;
  }

  async function follow(event: RecordedEvent, id: string, issued: IssuedInvoice): Promise<void> {
    const last = issued.reminders.at(-1);
    if (!last) return;
    const mailId = reminderId(id, last.days);
    const { state } = await streams.load(mail, mailId);
    if (state.outcome === 'absent' || state.isErased) return;
    if (!(await isTrue(streams, issued, id, mailId))) return takeBack(commands, event, [mailId]);
    if (state.outcome !== 'cancelled' || !REOPENS.has(event.type)) return;
    const now = event.metadata.recordedAt;
    await tellMail(commands, event, mailId, { type: 'WithholdMail', now }, `withhold ${mailId}`);
  }

  return mailReactor(['InvoiceReminderCameDue', ...CHANGES, ...JOB_CHANGES], onRefused, async (event) => {
    const { id: own } = partsOfStream(event.stream);
    const id = JOB_CHANGES.has(event.type) ? await depositOf(store, event) : own;
    if (id === null) return;
    const { state } = await streams.load(invoice, id);
    if (state.presence === 'absent' || state.isErased) return;
    if (event.type === 'InvoiceReminderCameDue') await write(event, id, state);
    else await follow(event, id, state);
  });
}

const WENT: ReadonlySet<MailStatus> = new Set(['held', 'delayed', 'sent', 'uncertain']);

/** The id of the mail with a reminder. */
function reminderId(invoiceId: string, days: Reminder['days']): string {
  return uuidv5(invoiceId, `reminder/${days}`);
}

/**
 * The deposit of a job's quote, where the event cancels or removes the job or takes that back; else null. Any other undone step of a
 * job changes nothing, so that a letter that a person discarded stays discarded.
 */
export async function depositOf(store: Pick<EventLog, 'readStream'>, event: RecordedEvent): Promise<string | null> {
  const events = await readAfter(store, event.stream);
  const before = fold(job, events.filter(({ revision }) => revision < event.revision) as Recorded<JobEvent>[]);
  if (before.presence === 'absent' || before.agreement === null) return null;
  const isAbout = event.type !== 'JobLifeRestored' || before.life.status === 'cancelled';
  return isAbout ? depositIdOf(before.agreement.quoteId) : null;
}

/** Whether a reminder is still true: it is the newest, and the open amount is the one it states. */
async function isTrue(streams: Streams, issued: IssuedInvoice, id: string, mailId: string): Promise<boolean> {
  const last = issued.reminders.at(-1);
  const balance = balanceOf(issued);
  return (
    last !== undefined &&
    reminderId(id, last.days) === mailId &&
    last.open === balance &&
    isRemindable({ ...issued, balance }) &&
    !(await isOfCancelledWork(streams, issued.details))
  );
}

/** Whether waiting reminders are still true: checked before they are released, and before each attempt. */
export const checkedReminders: CheckedLetters = {
  kinds: ['invoice_reminder'],
  changed: 'The invoice was paid, or its balance changed, or its job was cancelled or removed',
  instead: 'Do not send it: the next reminder is written when one is due.',
  after: 'The customer was not reminded.',
  async isTrue({ streams }, id, { recordId }) {
    const { state } = await streams.load(invoice, recordId);
    return state.presence === 'present' && !state.isErased && isTrue(streams, state, recordId, id);
  },
  async addressNow(streams, { recordId }) {
    const { state } = await streams.load(invoice, recordId);
    return state.presence === 'present' ? addressOfInvoice(streams, state.details) : null;
  },
};
