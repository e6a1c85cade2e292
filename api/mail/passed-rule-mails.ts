import { partsOfStream, type RecordedEvent } from '../../domain/kit/event.ts';
import { mail } from '../../domain/mail/mail.ts';
import { RULE_KINDS } from '../../domain/mail/terms.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import type { Streams } from '../../platform/commands/streams.ts';
import { untilReached } from '../../platform/runtime/live-read-models.ts';
import { type MailDocument, mails } from '../../projections/mails.ts';
import { customerKind } from '../customers/record.ts';
import { invoiceKind } from '../invoices/record.ts';
import { jobKind } from '../jobs/record.ts';
import { findRecord } from '../kit/records.ts';
import type { Told } from './checked-letters.ts';
import { CHANGES, depositOf, JOB_CHANGES } from './invoice-reminders.ts';
import { type MailReactor, mailReactor, type OnRefused, tellMail } from './reactor.ts';
import { checkedRuleMails } from './rule-mails.ts';

/**
 * Events after which the reason of a message may have passed: its customer has booked or is archived, its lead is answered, its
 * quote sent, its invoice paid, the work of its deposit cancelled.
 */
const TYPES = [
  'JobCreated',
  'JobScheduled',
  'JobStarted',
  'JobHeld',
  'JobCompleted',
  ...JOB_CHANGES,
  'LeadStatusChanged',
  'LeadConverted',
  'LeadRemoved',
  'QuoteSent',
  'QuoteRemoved',
  'CustomerArchived',
  ...CHANGES,
];
/** It was prepared by what was known a moment before. */
const PREPARED = 'MailIntended';
/** Nobody has as many waiting. */
const MOST_MAILS = 200;

type About = Pick<MailDocument, 'category' | 'recordId'>;

/**
 * Takes back a message that a rule prepared and that still waits, once its reason has passed. That undoes its preparation, so it is in
 * nobody's way who takes back the whole run.
 * @param options.commands with the rules for mail
 */
export function createRuleMails(
  options: Told & { commands: CommandHandler; streams: Streams; onRefused: OnRefused },
): MailReactor {
  const { commands, streams, store, readModels, onRefused } = options;

  async function takeBackPassed(event: RecordedEvent, id: string): Promise<void> {
    const { state } = await streams.load(mail, id);
    if (state.outcome !== 'prepared' || state.markedAt !== null || state.isErased) return;
    if (!RULE_KINDS.has(state.kind) || (await checkedRuleMails.isTrue(options, id, state))) return;
    const [prepared] = await store.readStream(`${mail.category}-${id}`, { limit: 1 });
    const command = { type: 'CancelMail', now: event.metadata.recordedAt, mayBeLate: true } as const;
    await tellMail(commands, event, id, command, `cancel ${id}`, prepared?.metadata.commandId);
  }

  /** The records that messages may be about after an event: of a job, its customer and its deposit. */
  async function writtenAbout(event: RecordedEvent, own: About): Promise<About[]> {
    if (own.category !== jobKind.category) return [own];
    const customerId = (await findRecord({ streams }, jobKind, own.recordId))?.customerId ?? null;
    const depositId = JOB_CHANGES.has(event.type) ? await depositOf(store, event) : null;
    return [
      ...(customerId === null ? [] : [{ category: customerKind.category, recordId: customerId }]),
      ...(depositId === null ? [] : [{ category: invoiceKind.category, recordId: depositId }]),
    ];
  }

  return mailReactor([PREPARED, ...TYPES], onRefused, async (event, signal) => {
    const { category, id } = partsOfStream(event.stream);
    if (category === mail.category) {
      if (!RULE_KINDS.has((event.data as { kind: string }).kind)) return;
      await untilReached(readModels, event.position, signal);
      return takeBackPassed(event, id);
    }
    await untilReached(readModels, event.position, signal);
    for (const about of await writtenAbout(event, { category, recordId: id })) {
      const where = { ...about, status: 'prepared' };
      const { documents } = await readModels.current().find(mails.collection, { where, limit: MOST_MAILS });
      for (const each of documents.filter(({ kind }) => RULE_KINDS.has(kind))) await takeBackPassed(event, each.id);
    }
  });
}
