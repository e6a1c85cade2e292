import { type Decider, erasedRejection, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { type AttemptDue, type RecordOutcome, tryAgainAt } from '../kit/effect.ts';
import { erasedFields } from '../kit/event.ts';
import { type Letter, letter, type MailEvent, type Mailed } from './events.ts';
import { EMAIL_NOT_SET_UP, MAIL_CATEGORIES, MAIL_LIMITS, type MailKind, type MailStatus, RULE_KINDS } from './terms.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The progress of a mail. */
export interface MailProgress {
  /** How its last attempt ended, or what it is waiting for. */
  outcome: MailStatus;
  /** The attempt it is waiting for, or the last one. */
  attempt: number;
  /** How many attempts have failed since somebody last asked for it. */
  tries: number;
  /** When that attempt is due; null if it is not waiting for one. */
  dueAt: string | null;
  /** What the mail server answered, or why it was not sent. */
  reason: string | null;
  /** The start of this outcome, ISO UTC. */
  since: string;
  /** When a person marked it as arrived. */
  markedAt: string | null;
}

export interface KnownMail extends Omit<Mailed, 'dueAt'>, MailProgress {
  /** Where earlier attempts may have arrived: nobody knows how they ended. Oldest first. */
  perhapsReached: readonly Reached[];
  isErased?: true;
}

/** An address that a mail reached, or may have reached, and since when that is known; null while it is still to go. */
export interface Reached {
  to: string;
  at: string | null;
}

export type MailState = { outcome: 'absent' } | KnownMail;

/** The personal fields of a mail whose person was erased. */
export const ERASED_MAIL: Letter & { reason: string | null } = { ...(erasedFields(letter) as Letter), reason: null };

/** The progress of a mail that is to be sent and has not been tried. */
export function newProgress({ dueAt, intendedAt }: Pick<Mailed, 'dueAt' | 'intendedAt'>): MailProgress {
  const outcome = dueAt === null ? 'prepared' : 'held';
  return { outcome, attempt: 1, tries: 0, dueAt, reason: null, since: intendedAt, markedAt: null };
}

type ProgressEvent = Exclude<MailEvent, { type: 'MailIntended' | 'MailErased' }>;

/** Its progress after an event; shared by the rules and the read model. */
export function evolveProgress(before: MailProgress, event: ProgressEvent): MailProgress {
  const ended = { attempt: before.attempt, tries: before.tries, dueAt: null, markedAt: before.markedAt };
  switch (event.type) {
    case 'MailReleased':
      return { ...before, outcome: 'held', dueAt: event.data.dueAt, since: event.data.at };
    case 'MailWithheld': {
      // The attempt it was waiting for is gone: the next release needs a new one.
      const attempt = before.dueAt === null ? before.attempt : before.attempt + 1;
      return { ...newProgress({ dueAt: null, intendedAt: event.data.at }), attempt };
    }
    case 'MailCancelled':
      return { ...ended, outcome: 'cancelled', reason: null, since: event.data.at };
    case 'MailSent': {
      const { reason, at } = event.data;
      if (reason?.startsWith(ONLY_WRITTEN)) return { ...ended, outcome: 'failed', reason: EMAIL_NOT_SET_UP, since: at };
      return { ...ended, outcome: 'sent', reason, since: at };
    }
    case 'MailFailed':
      return { ...ended, outcome: 'failed', reason: event.data.reason, since: event.data.at };
    case 'MailBecameUncertain':
      return { ...ended, outcome: 'uncertain', reason: event.data.reason, since: event.data.at };
    case 'MailDelayed': {
      const { reason, dueAt, at } = event.data;
      return {
        ...ended,
        outcome: 'delayed',
        attempt: before.attempt + 1,
        tries: before.tries + 1,
        dueAt,
        reason,
        since: at,
      };
    }
    case 'MailAskedAgain': {
      const { dueAt, at } = event.data;
      return { ...newProgress({ dueAt, intendedAt: at }), attempt: before.attempt + 1 };
    }
    case 'MailMarkedSent':
      return { ...before, markedAt: event.data.at };
    case 'MailMarkWithdrawn':
      return { ...before, markedAt: null };
    default:
      return unchanged(before, event);
  }
}

/** Heartwood once called a mail sent that, without a mail server, it had only written to a file. */
const ONLY_WRITTEN = 'Written to outbox/';

function evolve(state: MailState, event: MailEvent): MailState {
  if (event.type === 'MailIntended') return { ...event.data, ...newProgress(event.data), perhapsReached: [] };
  if (state.outcome === 'absent') return state;
  if (event.type === 'MailErased') {
    return { ...state, ...ERASED_MAIL, ...erasedProgress(state), perhapsReached: [], isErased: true };
  }
  if (event.type !== 'MailAskedAgain') return { ...state, ...evolveProgress(state, event) };
  const { to = state.to } = event.data;
  const perhapsReached = state.outcome === 'uncertain' ? reachedBy(state) : state.perhapsReached;
  return { ...state, to, perhapsReached, ...evolveProgress(state, event) };
}

/** Every address that a mail reached, may have reached, or is about to; what was certainly not taken is left out. */
export function reachedBy(mail: KnownMail): readonly Reached[] {
  const { to, markedAt, since, perhapsReached } = mail;
  const status = statusOf(mail);
  if (to === null || mail.isErased || !(isWaiting(status) || status === 'sent' || status === 'uncertain')) {
    return perhapsReached;
  }
  return [...perhapsReached, { to, at: isWaiting(status) ? null : (markedAt ?? since) }];
}

/** After an erasure, a mail that is waiting is no longer sent. */
export function erasedProgress({ outcome }: MailProgress): Partial<MailProgress> {
  return isOpen(outcome) ? { outcome: 'cancelled', dueAt: null } : { dueAt: null };
}

/** A mail's status as people see it: their own mark takes precedence. */
export function statusOf({ outcome, markedAt }: Pick<MailProgress, 'outcome' | 'markedAt'>): MailStatus {
  return markedAt === null ? outcome : 'sent';
}

/** The attempt a mail is waiting for; null if it is not waiting for one. */
export function attemptDue(state: MailState): AttemptDue | null {
  if (state.outcome === 'absent' || state.dueAt === null) return null;
  return { attempt: state.attempt, dueAt: state.dueAt };
}

/** Whether it will be sent automatically, sooner or later. */
function isWaiting(outcome: MailStatus): outcome is 'held' | 'delayed' {
  return outcome === 'held' || outcome === 'delayed';
}

/** Whether it can be taken back. */
export function isOpen(outcome: MailStatus): outcome is 'prepared' | 'held' | 'delayed' {
  return outcome === 'prepared' || isWaiting(outcome);
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** A mail that a process wants sent. */
export interface MailMeant extends Letter {
  kind: MailKind;
  category: string;
  recordId: string;
  link: Mailed['link'];
  /** The batch it is about, if any. */
  batchId?: string;
}

export type MailCommand =
  /** @param holdMs how long it can be taken back; by default as configured, null to wait until a person releases it */
  | { type: 'IntendMail'; mail: MailMeant; now: string; holdMs?: number | null }
  /** @param to the address, if it has changed */
  | { type: 'ReleaseMail'; to?: string; now: string; holdMs?: number }
  /** Makes it wait for a person again. The rules cannot see either whether its attempt has begun. */
  | { type: 'WithholdMail'; now: string }
  /**
   * The rules cannot see whether its attempt has begun: `handleMails` checks.
   * @param mayBeLate set by a process, which takes it back only if still possible and is never refused
   */
  | { type: 'CancelMail'; now: string; mayBeLate?: true }
  /** @param to the address, if it has changed */
  | { type: 'SendMailAgain'; to?: string; now: string; holdMs?: number }
  | { type: 'MarkMailSent'; now: string }
  | { type: 'WithdrawMark' }
  | RecordOutcome
  | { type: 'EraseMail' };

function decide(command: MailCommand, state: MailState): MailEvent[] {
  switch (command.type) {
    case 'IntendMail':
      return intend(command, state);
    case 'ReleaseMail':
      return release(command, present(state));
    case 'WithholdMail':
      return withhold(present(state), command.now);
    case 'CancelMail':
      return cancel(command, state);
    case 'SendMailAgain':
      return sendAgain(command, present(state));
    case 'MarkMailSent':
      return mark(present(state), command.now);
    case 'WithdrawMark':
      return withdraw(present(state));
    case 'RecordOutcome':
      return ended(command, existing(state));
    case 'EraseMail':
      return state.outcome === 'absent' || state.isErased ? [] : [{ type: 'MailErased', data: {} }];
    default:
      return unreachable(command);
  }
}

function existing(state: MailState): KnownMail {
  if (state.outcome === 'absent') throw new Rejection('not_found', 'There is no such email.');
  return state;
}

function present(state: MailState): KnownMail {
  const mail = existing(state);
  if (mail.isErased) throw erasedRejection('mail');
  return mail;
}

/** A repeated process means the mail that already exists. */
function intend(
  { mail, now, holdMs = 0 }: Extract<MailCommand, { type: 'IntendMail' }>,
  state: MailState,
): MailEvent[] {
  if (state.outcome !== 'absent') return [];
  const subject = mail.subject === null ? null : oneLine(mail.subject).slice(0, MAIL_LIMITS.subject);
  const toName = mail.toName === null ? null : oneLine(mail.toName);
  const dueAt = holdMs === null ? null : after(now, holdMs);
  const batchId = mail.batchId ?? null;
  return [{ type: 'MailIntended', data: { ...mail, subject, toName, dueAt, batchId, intendedAt: now } }];
}

/** A mail header must never contain a line break. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

function after(now: string, milliseconds: number): string {
  return new Date(Date.parse(now) + milliseconds).toISOString();
}

/** A mail that is under way or sent has been released already. */
function release({ to, now, holdMs = 0 }: Extract<MailCommand, { type: 'ReleaseMail' }>, mail: KnownMail): MailEvent[] {
  const status = statusOf(mail);
  if (status === 'prepared') {
    const released = { dueAt: after(now, holdMs), at: now };
    // A new address takes another event: a release does not hold one.
    if (to !== undefined && to !== mail.to) return [{ type: 'MailAskedAgain', data: { to, ...released } }];
    return [{ type: 'MailReleased', data: released }];
  }
  if (isWaiting(status) || status === 'sent') return [];
  throw new Rejection('conflict', 'This email is not waiting to be sent. Send it again instead.');
}

function withhold(mail: KnownMail, now: string): MailEvent[] {
  const status = statusOf(mail);
  if (status === 'prepared') return [];
  if (isWaiting(status) || status === 'cancelled') return [{ type: 'MailWithheld', data: { at: now } }];
  throw new Rejection('conflict', TOO_LATE[status]);
}

function cancel({ now, mayBeLate }: Extract<MailCommand, { type: 'CancelMail' }>, state: MailState): MailEvent[] {
  if (mayBeLate && (state.outcome === 'absent' || state.isErased)) return [];
  // One that a person passed on themselves is not taken back: its recipient was told.
  const mail = present(state);
  const status = statusOf(mail);
  // What never left is taken back with what it told of.
  const neverLeft = mayBeLate && status === 'failed' && mail.reason === EMAIL_NOT_SET_UP;
  if (isOpen(status) || neverLeft) return [{ type: 'MailCancelled', data: { at: now } }];
  if (status === 'cancelled' || mayBeLate) return [];
  throw new Rejection('conflict', TOO_LATE[status]);
}

const TOO_LATE: Readonly<Record<'sent' | 'failed' | 'uncertain', string>> = {
  sent: 'This email was already sent.',
  failed: 'This email was not sent, so there is nothing to undo.',
  uncertain: 'This email may already have been sent.',
};

function sendAgain(
  { to, now, holdMs = 0 }: Extract<MailCommand, { type: 'SendMailAgain' }>,
  mail: KnownMail,
): MailEvent[] {
  const status = statusOf(mail);
  if (isWaiting(status)) return [];
  if (status === 'prepared') throw new Rejection('conflict', 'This email is waiting for you to send it.');
  if (status === 'sent') throw new Rejection('conflict', TOO_LATE.sent);
  const changed = to === undefined || to === mail.to ? {} : { to };
  return [{ type: 'MailAskedAgain', data: { ...changed, dueAt: after(now, holdMs), at: now } }];
}

/** What a person may have passed on themselves. */
const MARKED: ReadonlySet<MailStatus> = new Set(['prepared', 'failed', 'uncertain']);

function mark(mail: KnownMail, now: string): MailEvent[] {
  const status = statusOf(mail);
  if (status === 'sent') return [];
  if (MARKED.has(status)) return [{ type: 'MailMarkedSent', data: { at: now } }];
  throw new Rejection('conflict', 'Only an email that waits for you, failed or is uncertain can be marked as sent.');
}

/** A person's mark no longer matters once the server has reported the mail as sent. */
function withdraw({ markedAt, outcome }: KnownMail): MailEvent[] {
  return markedAt === null || outcome === 'sent' ? [] : [{ type: 'MailMarkWithdrawn', data: {} }];
}

/**
 * Records the outcome of an attempt. A process that was suspended may report it late: then the truth about that attempt
 * still counts, but nothing is retried automatically.
 */
function ended({ attempt, outcome, now }: RecordOutcome, mail: KnownMail): MailEvent[] {
  if (mail.isErased || attempt !== mail.attempt) return [];
  const told = { attempt, at: now };
  if (outcome.did === 'done') {
    return mail.outcome === 'sent' ? [] : [{ type: 'MailSent', data: { ...told, reason: outcome.detail } }];
  }
  const { did, reason } = outcome;
  if (isWaiting(mail.outcome)) {
    if (did === 'unknown') return [{ type: 'MailBecameUncertain', data: { ...told, reason } }];
    const dueAt = did === 'not taken' ? tryAgainAt(mail.tries + 1, now) : null;
    if (dueAt !== null) return [{ type: 'MailDelayed', data: { ...told, reason, dueAt } }];
  } else if (mail.outcome !== 'uncertain' || did === 'unknown') return [];
  return [{ type: 'MailFailed', data: { ...told, reason } }];
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** A sent mail cannot be undone: only a person's mark can, and what they did with a mail that is still waiting. */
function inverse(event: MailEvent, before: MailState): MailCommand | null {
  if (before.outcome === 'absent') return inverseOfIntent(event);
  const { outcome, since, markedAt } = before;
  switch (event.type) {
    case 'MailReleased':
      return { type: 'WithholdMail', now: since };
    case 'MailAskedAgain':
    case 'MailCancelled':
      return outcome === 'prepared' ? { type: 'WithholdMail', now: since } : null;
    // Only a person decides to release it again, and when.
    case 'MailWithheld':
      return outcome === 'cancelled' ? { type: 'CancelMail', now: since } : null;
    case 'MailMarkedSent':
      return { type: 'WithdrawMark' };
    case 'MailMarkWithdrawn':
      return markedAt === null ? null : { type: 'MarkMailSent', now: markedAt };
    default:
      return null;
  }
}

/** What a rule prepared is taken back with its run, as long as it waits. */
function inverseOfIntent(event: MailEvent): MailCommand | null {
  if (event.type !== 'MailIntended' || event.data.dueAt !== null || !RULE_KINDS.has(event.data.kind)) return null;
  return { type: 'CancelMail', now: event.data.intendedAt };
}

export const mail: Decider<MailState, MailCommand, MailEvent> = {
  category: 'mail',
  whose: {
    begins: 'MailIntended',
    follows: MAIL_CATEGORIES.map((category) => ({ category, by: 'recordId', when: { category } })),
    erase: { type: 'EraseMail' },
  },
  initial: { outcome: 'absent' },
  evolve,
  decide,
  inverse,
};
