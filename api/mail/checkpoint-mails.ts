import { COMPANY_DEFAULTS, COMPANY_ID } from '../../domain/company/terms.ts';
import { checkpointLetter } from '../../domain/mail/checkpoint-letter.ts';
import { mail } from '../../domain/mail/mail.ts';
import { COMPANY_MAIL } from '../../domain/mail/terms.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import type { Streams } from '../../platform/commands/streams.ts';
import { readCompany } from '../../platform/company/company-settings.ts';
import type { Checkpoint, Proofs } from '../../platform/proof/proofs.ts';
import { type Clock, isoNow } from '../../platform/runtime/clock.ts';
import { sha256, uuidv5 } from '../../platform/runtime/ids.ts';
import type { StateRecord, StateStore } from '../../store/state.ts';
import { MAIL_ACTOR } from './reactor.ts';

const KEY = 'proof/mailed';
const DAY_MS = 24 * 60 * 60_000;

/** How far checkpoints were mailed. It is stored as it is. */
interface Mailed {
  /** Of the last one that was looked at. */
  seen: number;
  /** Of the last one that was mailed. */
  sent: number;
  /** When the last one of a day was mailed, ISO UTC. */
  dailyAt: string;
}

/**
 * Mails checkpoints to the addresses that the owner named: the newest once a day, and that of each export of the books.
 * Nothing is written while nobody is named or email is not set up; what was made until then is not sent later.
 * @param options.commands with the rules for mail
 * @returns what mails those that are due now; safe to repeat
 */
export function createCheckpointMails(options: {
  commands: CommandHandler;
  streams: Streams;
  state: StateStore;
  proofs: Proofs;
  isEmailSetUp(): Promise<boolean>;
  clock: Clock;
}): () => Promise<void> {
  const { commands, streams, state, proofs, isEmailSetUp, clock } = options;

  /** A mail's id is made of the checkpoint and its address, so that it is meant once. */
  async function tell(checkpoint: Checkpoint, addresses: readonly string[]): Promise<void> {
    const { name, phone, timeZone } = { ...COMPANY_DEFAULTS, ...(await readCompany(streams)) };
    const { size, note, madeAt, why } = checkpoint;
    const signedAt = new Date(madeAt).toLocaleString('en-US', {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: timeZone ?? COMPANY_DEFAULTS.timeZone,
    });
    const told = { size, note, signedAt, isOfExport: why === 'export', key: await proofs.verifierKey() };
    for (const address of addresses) {
      const id = uuidv5(`checkpoint ${sha256(note)}`, address.toLowerCase());
      const letter = checkpointLetter(address, told, { name, phone });
      const meant = { kind: 'checkpoint', category: COMPANY_MAIL, recordId: COMPANY_ID, ...letter } as const;
      const link = { kind: 'checkpoint', version: size };
      const about = { actor: MAIL_ACTOR, commandId: id, body: sha256(note), correlationId: id, causationId: null };
      await commands.handle(mail, id, [{ type: 'IntendMail', mail: { ...meant, link }, now: isoNow(clock) }], about);
    }
  }

  async function tellUpTo(newest: Checkpoint, stored: StateRecord | null, addresses: readonly string[]): Promise<void> {
    const before = mailedBefore(newest, stored);
    const isDaily = newest.size > before.sent && isOver(DAY_MS, before.dailyAt, clock());
    const made = await proofs.checkpointsAfter(before.seen);
    const exports = made.filter(({ why, size }) => why === 'export' && size < newest.size);
    const isNewExport = newest.why === 'export' && newest.size > before.seen;
    if (!isDaily && newest.size === before.seen) return;
    const due = isDaily || isNewExport ? [...exports, newest] : exports;
    for (const checkpoint of due) await tell(checkpoint, addresses);
    const sent = due.at(-1)?.size ?? before.sent;
    const after: Mailed = { seen: newest.size, sent, dailyAt: isDaily ? isoNow(clock) : before.dailyAt };
    await state.put(KEY, { ...after }, { expected: stored?.version ?? 'none' });
  }

  return async () => {
    const stored = await state.get(KEY);
    const { checkpointAddresses } = await readCompany(streams);
    const addresses = checkpointAddresses ?? [];
    if (addresses.length === 0 || !(await isEmailSetUp())) {
      if (stored) await state.delete(KEY);
      return;
    }
    const newest = await proofs.newest();
    if (newest !== null) await tellUpTo(newest, stored, addresses);
  };
}

/** Of another log, nothing was. */
function mailedBefore(newest: Checkpoint, stored: StateRecord | null): Mailed {
  const known = (stored?.value ?? null) as unknown as Mailed | null;
  if (known !== null && known.seen <= newest.size) return known;
  return { seen: newest.size, sent: -1, dailyAt: '1970-01-01T00:00:00.000Z' };
}

/** Whether so long has passed since an instant. A clock that was put back waits for nothing. */
function isOver(milliseconds: number, since: string, now: number): boolean {
  const passed = now - Date.parse(since);
  return passed >= milliseconds || passed < 0;
}
