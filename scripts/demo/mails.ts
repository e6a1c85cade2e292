import { handleMails } from '../../api/mail/handle-mails.ts';
import { createInvoiceMails } from '../../api/mail/invoice-mails.ts';
import { createQuoteMails, thanksId } from '../../api/mail/quote-mails.ts';
import type { MailReactor, OnRefused } from '../../api/mail/reactor.ts';
import { createRequestMails } from '../../api/mail/request-mails.ts';
import { createReviewMails } from '../../api/mail/review-mails.ts';
import type { InvoiceEvent } from '../../domain/invoice/events.ts';
import type { EffectOutcome } from '../../domain/kit/effect.ts';
import type { RecordedEvent } from '../../domain/kit/event.ts';
import { attemptDue, mail } from '../../domain/mail/mail.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import type { Streams } from '../../platform/commands/streams.ts';
import { uuidv5 } from '../../platform/runtime/ids.ts';
import type { EventLog } from '../../store/event-store.ts';
import type { StateStore } from '../../store/state.ts';

/** The year's mails: what quotes, requests and invoices lead to, and what a mail server answered to each. */
export interface DemoMails {
  /**
   * Writes what follows from these events. The server's answer about a quote is recorded once something else happens to
   * it.
   */
  follow(events: readonly RecordedEvent[]): Promise<void>;
  /** The very last one went to a mailbox that does not exist: it waits for a person. */
  end(): Promise<void>;
}

const HOLD_MS = 10_000;
const NO_END = new AbortController().signal;
const TAKEN: EffectOutcome = { did: 'done', detail: '250 2.0.0 Ok: queued' };
const NO_MAILBOX: EffectOutcome = {
  did: 'refused',
  reason: 'The mail server refused it: 550 5.1.1 The email account that you tried to reach does not exist',
};

export function demoMails(options: {
  commands: CommandHandler;
  streams: Streams;
  store: Pick<EventLog, 'readStream'>;
  state: Pick<StateStore, 'get' | 'put'>;
}): DemoMails {
  const { streams, store, state } = options;
  const commands = handleMails({
    ...options,
    effects: { withdraw: async () => true, canWithdraw: async () => true },
    holdMs: async () => HOLD_MS,
  });
  const onRefused: OnRefused = (cause) => {
    throw cause;
  };
  const isEmailSetUp = async () => true;
  const quoteMails = createQuoteMails({ commands, streams, store, onRefused, isEmailSetUp });
  const requestMails = createRequestMails({ commands, streams, state, onRefused, isEmailSetUp });
  const invoiceMails = createInvoiceMails({ commands, streams, store, onRefused });
  const reviewMails = createReviewMails({ commands, streams, store, onRefused });
  /** By quote: mails whose answer is recorded when something else happens to the quote. */
  const open = new Map<string, RecordedEvent>();

  /** @param id the mail's */
  async function answered({ metadata }: RecordedEvent, outcome: EffectOutcome, id: string): Promise<void> {
    const due = attemptDue((await streams.load(mail, id)).state);
    const now = due?.dueAt ?? metadata.recordedAt;
    const role = `attempt 1: ${outcome.did}`;
    await commands.handle(mail, id, [{ type: 'RecordOutcome', attempt: 1, outcome, now }], {
      actor: 'mail',
      commandId: uuidv5(`mail-${id}`, role),
      body: role,
      correlationId: metadata.correlationId,
      causationId: `mail-${id}@0`,
    });
  }

  async function answer(stream: string, outcome: EffectOutcome): Promise<void> {
    const event = open.get(stream);
    open.delete(stream);
    if (event) await answered(event, outcome, event.id);
  }

  /** Writes what follows from these events, and what the mail server answered to it. */
  async function followAtOnce({ types, react }: MailReactor, events: readonly RecordedEvent[]): Promise<void> {
    for (const event of events.filter(({ type }) => types.has(type))) {
      await react(event, NO_END);
      // The mail of a request for a review has the id of that.
      const { requestId: id = event.id } = event.data as { requestId?: string };
      if ((await streams.load(mail, id)).state.outcome !== 'absent') await answered(event, TAKEN, id);
    }
  }

  return {
    async follow(events) {
      for (const mails of [requestMails, reviewMails]) await followAtOnce(mails, events);
      for (const event of events.filter(isInvoiceSent)) {
        await invoiceMails.react(event, NO_END);
        await answered(event, TAKEN, event.data.sendingId);
      }
      for (const event of events.filter(({ type }) => quoteMails.types.has(type))) {
        await answer(event.stream, TAKEN);
        await quoteMails.react(event, NO_END);
        if ((await streams.load(mail, event.id)).state.outcome === 'absent') continue;
        open.set(event.stream, event);
        if (event.type !== 'QuoteSent') await answer(event.stream, TAKEN);
        const thanks = thanksId(event);
        if ((await streams.load(mail, thanks)).state.outcome !== 'absent') await answered(event, TAKEN, thanks);
      }
    },
    async end() {
      const last = [...open.keys()].at(-1);
      for (const stream of open.keys()) await answer(stream, stream === last ? NO_MAILBOX : TAKEN);
    },
  };
}

type Sent = RecordedEvent & Extract<InvoiceEvent, { type: 'InvoiceSent' }>;

function isInvoiceSent(event: RecordedEvent): event is Sent {
  return event.type === ('InvoiceSent' satisfies InvoiceEvent['type']);
}
