import { COMPANY_DEFAULTS } from '../../domain/company/terms.ts';
import { partsOfStream, type RecordedEvent } from '../../domain/kit/event.ts';
import { requestLetter } from '../../domain/mail/letters.ts';
import type { MailCommand } from '../../domain/mail/mail.ts';
import { mailboxKey } from '../../domain/mail/mailbox.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import type { Streams } from '../../platform/commands/streams.ts';
import { readCompany } from '../../platform/company/company-settings.ts';
import { sha256 } from '../../platform/runtime/ids.ts';
import type { ExternalLeadDocument } from '../../projections/external-leads.ts';
import type { LeadDocument } from '../../projections/leads.ts';
import type { StateStore } from '../../store/state.ts';
import { externalLeadKind } from '../external-leads/record.ts';
import { findRecord } from '../kit/records.ts';
import { leadKind } from '../leads/record.ts';
import { type MailReactor, mailReactor, type OnRefused, tellMail } from './reactor.ts';

/** The process that turns an external lead into one of ours: its sender already got this mail when they asked. */
const TOLD_BEFORE = 'take-external-lead';

/**
 * Anybody can type somebody else's address: its mailbox gets one such mail in this time, however often it is typed
 * and spelled.
 */
const ONCE_IN_MS = 24 * 60 * 60_000;
const PREFIX = 'request-mail/';

/**
 * Writes to whoever requests work through a public form that the request arrived, and what happens next.
 * @param options.commands with the rules for mail
 * @param options.isEmailSetUp as long as it is not, nothing is written: it would be of no use later, or by hand
 */
export function createRequestMails(options: {
  commands: CommandHandler;
  streams: Streams;
  state: Pick<StateStore, 'get' | 'put'>;
  onRefused: OnRefused;
  isEmailSetUp(): Promise<boolean>;
}): MailReactor {
  const { commands, streams, state, onRefused, isEmailSetUp } = options;

  /** The address in the request; null if there is none, or if the request is gone. */
  async function addressOf({ stream, type }: RecordedEvent): Promise<string | null> {
    const { id } = partsOfStream(stream);
    const kind = type === 'LeadRequested' ? leadKind : externalLeadKind;
    const document = await findRecord<LeadDocument | ExternalLeadDocument>({ streams }, kind, id);
    return document && !document.removed && !document.erased ? document.email : null;
  }

  /** Whether this event may write to an address, because no other did so lately. Safe to repeat. */
  async function takeTurn(address: string, { id }: RecordedEvent): Promise<boolean> {
    const key = PREFIX + sha256(mailboxKey(address));
    if (await state.put(key, id, { expected: 'none', ttlMs: ONCE_IN_MS })) return true;
    return (await state.get(key))?.value === id;
  }

  return mailReactor(['LeadRequested', 'ExternalLeadReceived'], onRefused, async (event) => {
    if (event.metadata.actor === TOLD_BEFORE || !(await isEmailSetUp())) return;
    const { name, phone } = { ...COMPANY_DEFAULTS, ...(await readCompany(streams)) };
    const isOurs = event.type === 'LeadRequested';
    const letter = requestLetter(await addressOf(event), { name, phone }, { isOurs });
    if (!letter?.to || !(await takeTurn(letter.to, event))) return;
    const { category, id: recordId } = partsOfStream(event.stream);
    const command: MailCommand = {
      type: 'IntendMail',
      mail: { kind: 'request_received', category, recordId, ...letter, link: null },
      now: event.metadata.recordedAt,
    };
    await tellMail(commands, event, event.id, command, 'mail');
  });
}
