import { COMPANY_DEFAULTS } from '../../domain/company/terms.ts';
import { partsOfStream, type Recorded, type RecordedEvent } from '../../domain/kit/event.ts';
import type { Letter } from '../../domain/mail/events.ts';
import {
  answerLetter,
  approvalLetter,
  type CustomerDid,
  officeNote,
  type PayeeTold,
  type QuoteTold,
  quoteLetter,
  reminderLetter,
} from '../../domain/mail/letters.ts';
import { attemptDue, type MailCommand, mail } from '../../domain/mail/mail.ts';
import type { MailKind } from '../../domain/mail/terms.ts';
import type { QuoteEvent } from '../../domain/quote/events.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import { readAfter, type Streams } from '../../platform/commands/streams.ts';
import { readCompany } from '../../platform/company/company-settings.ts';
import { uuidv5 } from '../../platform/runtime/ids.ts';
import type { QuoteDocument } from '../../projections/quotes.ts';
import type { EventLog } from '../../store/event-store.ts';
import { asksInVain } from '../invoices/deposits.ts';
import { invoiceKind } from '../invoices/record.ts';
import { findRecord, streamOf } from '../kit/records.ts';
import { wentElsewhere } from '../quotes/recipients.ts';
import { quoteKind } from '../quotes/record.ts';
import type { CheckedLetters } from './checked-letters.ts';
import { type MailReactor, mailReactor, type OnRefused, takeBack, tellMail } from './reactor.ts';

type Fact = Recorded<QuoteEvent>;

interface Meant {
  kind: MailKind;
  letter: Letter | null;
  link: { kind: 'quote' | 'office'; version: number | null };
}

/** Events that send something to a customer. */
const SENT: ReadonlySet<string> = new Set(['QuoteSent', 'QuoteReminded']);
/** Events after which a waiting mail is not sent: its link leads nowhere, or to an older version. One of a later version goes. */
const ENDS_WAITING: ReadonlySet<string> = new Set(['QuoteSent', 'QuoteRevoked', 'QuoteLifeRestored', 'QuoteRemoved']);
const MEANS_ONE: readonly string[] = ['QuoteApproved', 'QuoteDeclined', 'QuoteQuestionAsked', 'QuoteQuestionAnswered'];

/**
 * Sends the mails that follow from a quote's events, to customers and to the office, or takes one back.
 * @param options.commands with the rules for mail
 * @param options.isEmailSetUp as long as it is not, the office gets no notes: its first page tells the same
 */
export function createQuoteMails(options: {
  commands: CommandHandler;
  streams: Streams;
  store: Pick<EventLog, 'readStream'>;
  onRefused: OnRefused;
  isEmailSetUp(): Promise<boolean>;
}): MailReactor {
  const { commands, streams, store, onRefused, isEmailSetUp } = options;

  /** Takes back the mails from earlier events that still wait. */
  async function endWaiting(event: RecordedEvent): Promise<void> {
    const all = await readAfter(store, event.stream);
    const sent = all.filter(({ type, revision }) => revision < event.revision && SENT.has(type));
    const last = versionOf(event) ?? Number.POSITIVE_INFINITY;
    const ended = sent.filter((each) => (versionOf(each) ?? 0) <= last);
    await takeBack(
      commands,
      event,
      ended.map(({ id }) => id),
    );
  }

  /** Whether a mail about an earlier question is about to go to the office, which will then find this one as well. */
  async function isToldOfAnother(event: RecordedEvent): Promise<boolean> {
    for (const earlier of await readAfter(store, event.stream)) {
      if (earlier.revision >= event.revision || earlier.type !== event.type) continue;
      if (attemptDue((await streams.load(mail, earlier.id)).state) !== null) return true;
    }
    return false;
  }

  async function mean(event: RecordedEvent): Promise<void> {
    if (event.type === 'QuoteQuestionAsked' && (await isToldOfAnother(event))) return;
    const { id } = partsOfStream(event.stream);
    const document = await findRecord({ streams }, quoteKind, id);
    if (!document || document.erased) return;
    const company = { ...COMPANY_DEFAULTS, ...(await readCompany(streams)) };
    for (const meant of meantBy(event as Fact, document, company)) await tell(event, document, meant);
  }

  async function tell(event: RecordedEvent, document: QuoteDocument, { kind, letter, link }: Meant): Promise<void> {
    if (letter === null || (kind === 'office_note' && !(await isEmailSetUp()))) return;
    if (kind === 'quote_answer' && (await wentElsewhere({ streams, store }, document, link.version ?? 0))) return;
    const command: MailCommand = {
      type: 'IntendMail',
      mail: { kind, category: 'quote', recordId: document.id, ...letter, link },
      now: event.metadata.recordedAt,
    };
    if (kind === 'quote_approved') await tellMail(commands, event, thanksId(event), command, kind);
    else await tellMail(commands, event, event.id, command, 'mail');
  }

  return mailReactor([...SENT, ...ENDS_WAITING, ...MEANS_ONE], onRefused, async (event) => {
    if (ENDS_WAITING.has(event.type)) await endWaiting(event);
    await mean(event);
  });
}

/** The version that an event is about; undefined if it is about the whole quote. */
function versionOf({ data }: RecordedEvent): number | undefined {
  return (data as { version?: number }).version;
}

/** The letter of an offer goes while that stands, and only the one that was written last. */
export const checkedQuotes: CheckedLetters = {
  kinds: ['quote', 'quote_reminder', 'quote_answer'],
  changed: 'The quote was sent anew, changed or taken back',
  instead: 'If it still stands, send it from its own page.',
  after: 'It was not sent.',
  async isTrue({ streams, store }, id, { kind, link, category, recordId }) {
    if (category !== 'quote') return true;
    const { document, stream } = await standing(streams, recordId);
    if (document === null) return false;
    if (kind === 'quote_answer') return !(await wentElsewhere({ streams, store }, document, link?.version ?? 0));
    const { status } = document.versions.find(({ version }) => version === link?.version)?.life ?? {};
    if (status !== 'sent' && status !== 'approved') return false;
    if (kind !== 'quote') return true;
    return (await readAfter(store, stream)).findLast(({ type }) => type === 'QuoteSent')?.id === id;
  },
  addressNow: async (_streams, { to }) => to,
};

/**
 * The thanks for an approval go as long as the deposit that they ask for is to be paid: all of it, for work that is not
 * cancelled. Those that ask for none always do.
 */
export const checkedThanks: CheckedLetters = {
  kinds: ['quote_approved'],
  changed: 'The quote was removed, or its deposit was paid or is not asked for anymore',
  instead: 'If something of the deposit is to be paid, send its invoice.',
  after: 'It was not sent.',
  async isTrue({ streams, store }, id, { recordId }) {
    const { document, stream } = await standing(streams, recordId);
    if (document === null) return false;
    const approval = ((await readAfter(store, stream)) as Fact[]).find((event) => thanksId(event) === id);
    const { depositInvoiceId = null } = approval?.type === 'QuoteApproved' ? approval.data : {};
    return depositInvoiceId === null || isAskedFor(streams, depositInvoiceId);
  },
  addressNow: async (_streams, { to }) => to,
};

/** The document of a quote and its stream; null if it was removed or erased. */
async function standing(streams: Streams, id: string): Promise<{ document: QuoteDocument | null; stream: string }> {
  const document = await findRecord({ streams }, quoteKind, id);
  return { document: document?.removed || document?.erased ? null : document, stream: streamOf(quoteKind, id) };
}

/** Whether nothing of a deposit is paid and somebody is asked for it; also while its invoice is still being made. */
async function isAskedFor(streams: Streams, depositId: string): Promise<boolean> {
  const deposit = await findRecord({ streams }, invoiceKind, depositId);
  if (deposit === null) return true;
  return deposit.balance === deposit.total && !(await asksInVain(streams, deposit));
}

/** The id of the mail that thanks for an approval: the office's note has the event's own. */
export function thanksId({ id }: Pick<RecordedEvent, 'id'>): string {
  return uuidv5(id, 'quote_approved');
}

/** The mails that an event calls for. @param company with its own address, for notes to the office */
function meantBy(event: Fact, quote: QuoteDocument, company: PayeeTold & { email: string | null }): Meant[] {
  const note = (told: QuoteTold, what: CustomerDid): Meant => ({
    kind: 'office_note',
    letter: company.email === null ? null : officeNote(told, company, company.email, what),
    link: { kind: 'office', version: null },
  });
  const customer = (kind: MailKind, version: number, letter: Letter | null): Meant => ({
    kind,
    letter,
    link: { kind: 'quote', version },
  });
  const toldOf = (version: number) => toldOfQuote(quote, version);
  switch (event.type) {
    case 'QuoteSent': {
      const { version, validUntil } = event.data;
      return [customer('quote', version, quoteLetter({ ...toldOf(version), validUntil }, company))];
    }
    case 'QuoteReminded': {
      const { version } = event.data;
      return [customer('quote_reminder', version, reminderLetter(toldOf(version), company))];
    }
    case 'QuoteQuestionAnswered': {
      const { questionId, answer } = event.data;
      const asked = quote.questions.find(({ id }) => id === questionId);
      if (!asked) return [];
      const letter = answerLetter(toldOf(asked.version), company, { question: asked.question, answer });
      return [customer('quote_answer', asked.version, letter)];
    }
    case 'QuoteApproved': {
      const { version, total, isChange, depositInvoiceId } = event.data;
      const deposit = depositInvoiceId === null ? 0 : event.data.deposit;
      return [
        note(toldOf(version), { did: 'approved', total, isChange }),
        customer('quote_approved', version, approvalLetter(toldOf(version), company, { total, deposit })),
      ];
    }
    case 'QuoteDeclined':
      return [note(toldOf(event.data.version), { did: 'declined', reason: event.data.reason })];
    case 'QuoteQuestionAsked':
      return [note(toldOf(event.data.version), { did: 'asked', question: event.data.question })];
    default:
      return [];
  }
}

function toldOfQuote({ quoteNumber, versions, customerName, ...quote }: QuoteDocument, version: number): QuoteTold {
  const found = versions.find((each) => each.version === version);
  const details = found?.details ?? { customerName, ...quote };
  return {
    number: quoteNumber,
    customerName: details.customerName,
    customerEmail: details.customerEmail,
    propertyAddress: details.propertyAddress,
    total: found?.figures.total ?? quote.total,
    validUntil: found?.life.validUntil ?? null,
  };
}
