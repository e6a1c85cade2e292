import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { existing, type Presence, presenceWords } from '../kit/presence.ts';
import type { CampaignPartEvent, Listed } from './events.ts';
import type { RecipientEnd } from './terms.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** How far it has come for one recipient. */
export type RecipientProgress =
  /** @param dueAt not before this, ISO UTC; null for any time @param tries how often the server put it off */
  | { step: 'waiting'; dueAt: string | null; tries: number; code: string | null }
  /** @param run which run of the sending has it, since `at` */
  | { step: 'claimed'; run: string; tries: number; at: string }
  /** @param run which one had it, where nobody knows more: it may still tell that it sent nothing */
  | { step: RecipientEnd; code: string | null; at: string; run?: string; tries?: number };

export type Recipient = Listed & {
  progress: RecipientProgress;
  /** Whether a person had it sent again. */
  isAgain?: true;
};

interface Part {
  campaignId: string;
  /** From 1 on, within its campaign. */
  number: number;
  recipients: readonly Recipient[];
}

export type CampaignPartState = Presence<Part>;

const NEW: RecipientProgress = { step: 'waiting', dueAt: null, tries: 0, code: null };

/** Where a recipient stands after an event, by their place in the part; only those that it names. */
export function stepsOf(
  event: Exclude<CampaignPartEvent, { type: 'CampaignPartListed' }>,
): { index: number; next(before: RecipientProgress): RecipientProgress }[] {
  switch (event.type) {
    case 'CampaignRecipientsClaimed': {
      const { run, indexes, at } = event.data;
      return indexes.map((index) => ({
        index,
        next: (before) => ({ step: 'claimed', run, tries: triesOf(before), at }),
      }));
    }
    case 'CampaignRecipientsPutBack':
      return event.data.recipients.map(({ index, code, dueAt }) => ({
        index,
        next: (before) => ({ step: 'waiting', dueAt, code, tries: triesOf(before) + (code === null ? 0 : 1) }),
      }));
    case 'CampaignRecipientsEnded': {
      const { ends, at } = event.data;
      return ends.map(({ index, end, code }) => ({
        index,
        next: (before) => ({ step: end as RecipientEnd, code, at, ...(end === 'uncertain' && claimOf(before)) }),
      }));
    }
    case 'CampaignMailBounced': {
      const { index, code, at } = event.data;
      return [{ index, next: () => ({ step: 'bounced', code, at }) }];
    }
    case 'CampaignMailAskedAgain':
      return [{ index: event.data.index, next: () => NEW }];
    default:
      return unchanged([], event);
  }
}

function triesOf(progress: RecipientProgress): number {
  return ('tries' in progress ? progress.tries : null) ?? 0;
}

function claimOf(progress: RecipientProgress): { run: string; tries: number } | null {
  return progress.step === 'claimed' ? { run: progress.run, tries: progress.tries } : null;
}

function evolve(state: CampaignPartState, event: CampaignPartEvent): CampaignPartState {
  if (event.type === 'CampaignPartListed') {
    const { campaignId, number, recipients } = event.data;
    return {
      presence: 'present',
      campaignId,
      number,
      recipients: recipients.map((each) => ({ ...each, progress: NEW })),
    };
  }
  if (state.presence === 'absent') return state;
  const recipients = [...state.recipients];
  for (const { index, next } of stepsOf(event)) {
    const before = recipients[index];
    const again = event.type === 'CampaignMailAskedAgain' ? ({ isAgain: true } as const) : null;
    if (before) recipients[index] = { ...before, ...again, progress: next(before.progress) };
  }
  return { ...state, recipients };
}

/** The recipients who still wait, by place, in order; those whose time has not come are left out. */
export function readyIn(state: CampaignPartState, now: string): number[] {
  return placesIn(state, (progress) => isReady(progress, now));
}

/**
 * The recipients whom other runs than this one have claimed, by place.
 * @param within.by those claimed no later than this @param within.after or later than that, as clocks are set back
 */
export function claimedByOthers(
  state: CampaignPartState,
  run: string,
  { by, after }: { by: string; after: string },
): number[] {
  return placesIn(
    state,
    (progress) => progress.step === 'claimed' && progress.run !== run && (progress.at <= by || progress.at > after),
  );
}

/** When the next recipient who was put off is due, ISO UTC; null if nobody waits for a time. */
export function nextDueIn(state: CampaignPartState): string | null {
  if (state.presence === 'absent') return null;
  const times = state.recipients.flatMap(({ progress }) =>
    progress.step === 'waiting' && progress.dueAt !== null ? [progress.dueAt] : [],
  );
  return times.sort()[0] ?? null;
}

/** Whether each recipient has an end. */
export function isFinished(state: CampaignPartState): boolean {
  return placesIn(state, ({ step }) => step === 'waiting' || step === 'claimed').length === 0;
}

function placesIn(state: CampaignPartState, is: (progress: RecipientProgress) => boolean): number[] {
  if (state.presence === 'absent') return [];
  return state.recipients.flatMap(({ progress }, index) => (is(progress) ? [index] : []));
}

function isReady(progress: RecipientProgress, now: string): boolean {
  return progress.step === 'waiting' && (progress.dueAt === null || progress.dueAt <= now);
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** How a mail ended; `code` is what the server answered with, if it did. */
export interface Ended {
  index: number;
  end: RecipientEnd;
  code: string | null;
}

/** As `Listed`, where nobody changes it. */
export type Reached = { readonly [Field in keyof Listed]: Readonly<Listed[Field]> };

export type CampaignPartCommand =
  /** Nothing happens to a part that is listed already: who is in it stays. */
  | { type: 'ListPart'; campaignId: string; number: number; recipients: readonly Reached[]; now: string }
  /** All of them, or none. */
  | { type: 'ClaimRecipients'; run: string; indexes: readonly number[]; now: string }
  /**
   * The server took nothing of theirs.
   * @param recipients.code null where that says nothing about the recipient, such as a server that is not there
   */
  | {
      type: 'PutBackRecipients';
      run: string;
      recipients: readonly { index: number; code: string | null; dueAt: string | null }[];
      now: string;
    }
  /** The truth counts even if it comes late: what was uncertain may turn out to be sent, or refused. */
  | { type: 'EndRecipients'; ends: readonly Ended[]; now: string }
  /** Nobody can tell what became of the mails of a run that is over: @param run is not; the times are as in `claimedByOthers`. */
  | { type: 'SettleClaims'; run: string; by: string; after: string; now: string }
  /** What came back is no news once there is none to come. @param code as in the event */
  | { type: 'RecordBounce'; index: number; code: string; now: string }
  /** A person says that it came back. */
  | { type: 'EnterBounce'; index: number; now: string }
  /** A person has it sent again, once. */
  | { type: 'AskAgain'; index: number; now: string };

const PART = presenceWords('part of a campaign');

function decide(command: CampaignPartCommand, state: CampaignPartState): CampaignPartEvent[] {
  const { now } = command;
  switch (command.type) {
    case 'ListPart': {
      const { campaignId, number, recipients } = command;
      if (state.presence !== 'absent') return [];
      const listed = recipients.map(({ mailboxId, customerIds }) => ({ mailboxId, customerIds: [...customerIds] }));
      return [{ type: 'CampaignPartListed', data: { campaignId, number, recipients: listed, at: now } }];
    }
    case 'ClaimRecipients':
      return claim(command, existing(state, PART));
    case 'PutBackRecipients': {
      const { recipients } = existing(state, PART);
      const back = command.recipients.filter(({ index }) => {
        const progress = recipients[index]?.progress;
        // Also where it was taken for lost in the meantime.
        const isOpen = progress?.step === 'claimed' || progress?.step === 'uncertain';
        return isOpen && progress.run === command.run;
      });
      return back.length === 0 ? [] : [{ type: 'CampaignRecipientsPutBack', data: { recipients: back, at: now } }];
    }
    case 'EndRecipients': {
      const { recipients } = existing(state, PART);
      return ended(command.ends.filter(isNews(recipients)), now);
    }
    case 'SettleClaims': {
      const ends = claimedByOthers(existing(state, PART), command.run, command);
      return ended(
        ends.map((index) => ({ index, end: 'uncertain', code: null })),
        now,
      );
    }
    case 'RecordBounce': {
      const { index, code } = command;
      const { step } = recipientAt(existing(state, PART), index).progress;
      const isOver = step === 'bounced' || step === 'refused' || step === 'suppressed' || step === 'gone';
      return isOver ? [] : [{ type: 'CampaignMailBounced', data: { index, code, at: now } }];
    }
    case 'EnterBounce': {
      const { index } = command;
      const { progress, isAgain } = recipientAt(existing(state, PART), index);
      if (progress.step === 'bounced') return [];
      const isOut =
        progress.step === 'sent' || progress.step === 'uncertain' || (isAgain && progress.step === 'waiting');
      if (!isOut) throw new Rejection('conflict', NOTHING_CAME);
      return [{ type: 'CampaignMailBounced', data: { index, code: null, at: now } }];
    }
    case 'AskAgain': {
      requireUncertain(recipientAt(existing(state, PART), command.index));
      return [{ type: 'CampaignMailAskedAgain', data: { index: command.index, at: now } }];
    }
    default:
      return unreachable(command);
  }
}

const NOTHING_CAME = 'No email of this campaign went to this recipient, so none can have come back.';

/** @throws Rejection */
function recipientAt({ recipients }: Part, index: number): Recipient {
  const recipient = recipients[index];
  if (!recipient) throw new Rejection('not_found', 'There is no such recipient of this campaign.');
  return recipient;
}

/** @throws Rejection for any other recipient, and for one to whom it was sent again already */
function requireUncertain({ progress: { step }, isAgain }: Recipient): void {
  if (step === 'uncertain' && !isAgain) return;
  if (step === 'uncertain')
    throw new Rejection(
      'conflict',
      'It was sent to this recipient again once, and again nobody can tell. Write to them yourself.',
    );
  if (isAgain && (step === 'waiting' || step === 'claimed'))
    throw new Rejection('conflict', 'It is being sent to this recipient again already.');
  throw new Rejection(
    'conflict',
    'Only an email of which nobody can tell whether the mail server took it is sent again. See how it ended for this recipient.',
  );
}

/** @throws Rejection if one of them does not wait: another run has them, or had */
function claim(
  { run, indexes, now }: Extract<CampaignPartCommand, { type: 'ClaimRecipients' }>,
  { recipients }: Part,
): CampaignPartEvent[] {
  if (indexes.length === 0) return [];
  const areFree = indexes.every((index) => {
    const progress = recipients[index]?.progress;
    return progress !== undefined && isReady(progress, now);
  });
  if (!areFree || new Set(indexes).size < indexes.length)
    throw new Rejection('conflict', 'Some of these recipients are being mailed already, or were.');
  return [{ type: 'CampaignRecipientsClaimed', data: { run, indexes: [...indexes], at: now } }];
}

function isNews(recipients: readonly Recipient[]) {
  return ({ index, end }: Ended): boolean => {
    const step = recipients[index]?.progress.step;
    if (step === 'uncertain') return end === 'sent' || end === 'refused';
    return step === 'waiting' || step === 'claimed';
  };
}

function ended(ends: readonly Ended[], now: string): CampaignPartEvent[] {
  return ends.length === 0 ? [] : [{ type: 'CampaignRecipientsEnded', data: { ends: [...ends], at: now } }];
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** A mail that went out stays so. */
function inverse(): null {
  return null;
}

export const campaignPart: Decider<CampaignPartState, CampaignPartCommand, CampaignPartEvent> = {
  category: 'campaign_part',
  noun: 'part of a campaign',
  whose: 'nobody',
  initial: { presence: 'absent' },
  evolve,
  decide,
  inverse,
};
