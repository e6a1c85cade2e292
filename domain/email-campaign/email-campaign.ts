import { pickFields } from '../kit/changes.ts';
import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { partOf } from '../kit/event.ts';
import { type Presence, presenceWords, present, removal, requireNew, restoral, revision } from '../kit/presence.ts';
import { requireLikelyTime } from '../kit/times.ts';
import { type EmailCampaignDetails, type EmailCampaignEvent, type EndCounts, emailCampaignDetails } from './events.ts';
import { requireFields } from './fields.ts';
import type { EmailCampaignStatus } from './terms.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** How far the sending has come. */
export interface SendingProgress {
  stage: Exclude<EmailCampaignStatus, 'scheduled'>;
  /** What has stopped it, in words for a person; null if a person did, or nothing has. */
  why: string | null;
  /** When it began, ISO UTC. */
  begunAt: string | null;
  /** When it was over, ISO UTC: sent or cancelled. */
  endedAt: string | null;
  /** Its parts and their recipients, once all are written; null before. */
  parts: number | null;
  recipients: number | null;
}

interface KnownCampaign {
  details: EmailCampaignDetails;
  progress: SendingProgress;
}

export type EmailCampaignState = Presence<KnownCampaign>;

/** The progress of a new campaign. */
export const NOT_BEGUN: SendingProgress = {
  stage: 'draft',
  why: null,
  begunAt: null,
  endedAt: null,
  parts: null,
  recipients: null,
};

/** Its progress after an event; shared by the rules and the read model. */
export function evolveSending(before: SendingProgress, event: EmailCampaignEvent): SendingProgress {
  switch (event.type) {
    case 'EmailCampaignSendingBegun':
      return { ...before, stage: 'sending', begunAt: event.data.at };
    case 'EmailCampaignListed':
      return { ...before, parts: event.data.parts, recipients: event.data.recipients };
    case 'EmailCampaignPaused':
      return { ...before, stage: 'paused', why: event.data.why };
    case 'EmailCampaignResumed':
      return { ...before, stage: 'sending', why: null };
    case 'EmailCampaignCancelled':
      return { ...before, stage: 'cancelled', why: null, endedAt: event.data.at };
    case 'EmailCampaignSent':
      return { ...before, stage: 'sent', why: null, endedAt: event.data.at };
    case 'EmailCampaignReopened':
      return { ...before, stage: 'sending', endedAt: null };
    case 'EmailCampaignCreated':
    case 'EmailCampaignRevised':
    case 'EmailCampaignRemoved':
    case 'EmailCampaignRestored':
      return before;
    default:
      return unchanged(before, event);
  }
}

function evolve(state: EmailCampaignState, event: EmailCampaignEvent): EmailCampaignState {
  if (event.type === 'EmailCampaignCreated')
    return { presence: 'present', details: partOf(emailCampaignDetails, event.data), progress: NOT_BEGUN };
  if (state.presence === 'absent') return state;
  switch (event.type) {
    case 'EmailCampaignRevised':
      return { ...state, details: { ...state.details, ...event.data } as EmailCampaignDetails };
    case 'EmailCampaignRemoved':
      return { ...state, presence: 'removed' };
    case 'EmailCampaignRestored':
      return { ...state, presence: 'present' };
    default:
      return { ...state, progress: evolveSending(state.progress, event) };
  }
}

/** A campaign's status as people see it: a draft with a date is scheduled. */
export function emailCampaignStatusOf(
  { stage }: Pick<SendingProgress, 'stage'>,
  { scheduledDate }: Pick<EmailCampaignDetails, 'scheduledDate'>,
): EmailCampaignStatus {
  return stage === 'draft' && scheduledDate !== null ? 'scheduled' : stage;
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type EmailCampaignCommand =
  | { type: 'CreateEmailCampaign'; details: EmailCampaignDetails; now: string }
  /** A missing field is unchanged. @param now null where a time that was right is put back */
  | { type: 'ReviseEmailCampaign'; details: Partial<EmailCampaignDetails>; now: string | null }
  | { type: 'RemoveEmailCampaign' }
  | { type: 'RestoreEmailCampaign' }
  /** A person sends a draft. */
  | { type: 'SendEmailCampaign'; now: string }
  /** The time of a scheduled one has come. @param why what keeps it from going out, if anything does */
  | { type: 'BeginScheduledSending'; scheduledDate: string; why: string | null; now: string }
  /** Who gets it is written down. */
  | { type: 'RecordParts'; parts: number; recipients: number; now: string }
  /** @param why null where a person does */
  | { type: 'PauseSending'; why: string | null; now: string }
  | { type: 'ResumeSending'; now: string }
  | { type: 'CancelSending'; now: string }
  /** Each recipient has an end. */
  | { type: 'FinishSending'; counts: EndCounts; now: string }
  /** Somebody waits again in one that was sent. */
  | { type: 'ReopenSending'; now: string };

const CAMPAIGN = presenceWords('email campaign');

function decide(command: EmailCampaignCommand, state: EmailCampaignState): EmailCampaignEvent[] {
  switch (command.type) {
    case 'CreateEmailCampaign': {
      const { details, now } = command;
      requireNew(state, CAMPAIGN);
      requireFields(details.subject, details.content);
      requireSchedule(details, now);
      return [{ type: 'EmailCampaignCreated', data: { ...details, createdAt: now } }];
    }
    case 'ReviseEmailCampaign':
      return revise(command, present(state, CAMPAIGN));
    case 'RemoveEmailCampaign': {
      const isSending = state.presence === 'present' && state.progress.stage === 'sending';
      if (isSending) throw new Rejection('conflict', 'This campaign is being sent. Pause or cancel it first.');
      return removal(state, CAMPAIGN, { type: 'EmailCampaignRemoved', data: {} });
    }
    case 'RestoreEmailCampaign':
      return restoral(state, CAMPAIGN, { type: 'EmailCampaignRestored', data: {} });
    case 'SendEmailCampaign': {
      const campaign = present(state, CAMPAIGN);
      requireDraft(campaign);
      requireWritten(campaign.details);
      return [{ type: 'EmailCampaignSendingBegun', data: { at: command.now } }];
    }
    case 'BeginScheduledSending':
      return beginScheduled(command, state);
    case 'RecordParts': {
      const { progress } = present(state, CAMPAIGN);
      const { parts, recipients, now } = command;
      if (progress.begunAt === null || progress.parts !== null) return [];
      return [{ type: 'EmailCampaignListed', data: { parts, recipients, at: now } }];
    }
    case 'PauseSending':
      return pause(command, present(state, CAMPAIGN));
    case 'ResumeSending':
      return resume(command.now, present(state, CAMPAIGN));
    case 'CancelSending':
      return cancel(command.now, present(state, CAMPAIGN));
    case 'FinishSending': {
      const { progress } = present(state, CAMPAIGN);
      if (progress.stage !== 'sending' || progress.parts === null) return [];
      return [{ type: 'EmailCampaignSent', data: { counts: command.counts, at: command.now } }];
    }
    case 'ReopenSending': {
      const { stage } = present(state, CAMPAIGN).progress;
      return stage === 'sent' ? [{ type: 'EmailCampaignReopened', data: { at: command.now } }] : [];
    }
    default:
      return unreachable(command);
  }
}

/** @throws Rejection for a time that is clearly past, or a campaign that says nothing yet */
function requireSchedule(details: EmailCampaignDetails, now: string | null): void {
  if (details.scheduledDate === null) return;
  if (now !== null) requireLikelyTime('scheduledDate', details.scheduledDate, now);
  requireWritten(details);
}

/** @throws Rejection where a mail would have no subject or no text */
function requireWritten({ subject, content }: EmailCampaignDetails): void {
  if (subject.trim() === '') throw new Rejection('invalid', 'Enter a subject before it is sent.', 'subject');
  if (content.trim() === '') throw new Rejection('invalid', 'Enter a text before it is sent.', 'content');
}

type Asked<Type extends EmailCampaignCommand['type']> = Extract<EmailCampaignCommand, { type: Type }>;

function revise(
  { details: given, now }: Asked<'ReviseEmailCampaign'>,
  { details, progress }: KnownCampaign,
): EmailCampaignEvent[] {
  return revision(given, details, (data) => {
    if (progress.stage !== 'draft')
      throw new Rejection('conflict', 'The sending of this campaign has begun, so it can no longer be changed.');
    requireFields(data.subject ?? '', data.content ?? '');
    const isMoved = data.scheduledDate !== undefined;
    requireSchedule({ ...details, ...data }, isMoved ? now : null);
    return { type: 'EmailCampaignRevised', data };
  });
}

/** Only a draft can be sent (spec, public and back office, section 4). @throws Rejection with what to do instead */
function requireDraft({ details, progress }: KnownCampaign): void {
  const status = emailCampaignStatusOf(progress, details);
  if (status === 'draft') return;
  throw new Rejection('conflict', NOT_SENDABLE[status]);
}

const NOT_SENDABLE: Readonly<Record<Exclude<EmailCampaignStatus, 'draft'>, string>> = {
  scheduled: 'This campaign is scheduled and goes out by itself. Clear its date to send it now.',
  sending: 'This campaign is being sent already.',
  paused: 'The sending of this campaign has begun and is paused. Resume it.',
  cancelled: 'This campaign was cancelled. Create a new one to write to its recipients.',
  sent: 'This campaign was sent already. Create a new one to write again.',
};

/** Nothing happens if it was moved, sent or removed in the meantime. */
function beginScheduled(
  { scheduledDate, why, now }: Asked<'BeginScheduledSending'>,
  state: EmailCampaignState,
): EmailCampaignEvent[] {
  if (state.presence !== 'present' || state.progress.stage !== 'draft') return [];
  if (state.details.scheduledDate !== scheduledDate || scheduledDate > now) return [];
  const begun: EmailCampaignEvent = { type: 'EmailCampaignSendingBegun', data: { at: now } };
  return why === null ? [begun] : [begun, { type: 'EmailCampaignPaused', data: { why, at: now } }];
}

function pause({ why, now }: Asked<'PauseSending'>, { progress: { stage } }: KnownCampaign): EmailCampaignEvent[] {
  if (stage === 'sending') return [{ type: 'EmailCampaignPaused', data: { why, at: now } }];
  if (stage === 'paused' || why !== null) return [];
  throw notUnderWay(stage);
}

function resume(now: string, { progress: { stage } }: KnownCampaign): EmailCampaignEvent[] {
  if (stage === 'paused') return [{ type: 'EmailCampaignResumed', data: { at: now } }];
  if (stage === 'sending') return [];
  throw notUnderWay(stage);
}

function cancel(now: string, { progress: { stage } }: KnownCampaign): EmailCampaignEvent[] {
  if (stage === 'sending' || stage === 'paused') return [{ type: 'EmailCampaignCancelled', data: { at: now } }];
  if (stage === 'cancelled') return [];
  throw notUnderWay(stage);
}

function notUnderWay(stage: SendingProgress['stage']): Rejection {
  return new Rejection('conflict', NOT_UNDER_WAY[stage] ?? 'This campaign is not being sent.');
}

const NOT_UNDER_WAY: Partial<Readonly<Record<SendingProgress['stage'], string>>> = {
  draft: 'The sending of this campaign has not begun.',
  cancelled: 'This campaign was cancelled.',
  sent: 'This campaign was sent already.',
};

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** What went out stays so; a pause and its end are taken back. */
function inverse(event: EmailCampaignEvent, before: EmailCampaignState): EmailCampaignCommand | null {
  switch (event.type) {
    case 'EmailCampaignCreated':
    case 'EmailCampaignRestored':
      return { type: 'RemoveEmailCampaign' };
    case 'EmailCampaignRemoved':
      return { type: 'RestoreEmailCampaign' };
    case 'EmailCampaignRevised':
      if (before.presence === 'absent') return null;
      return { type: 'ReviseEmailCampaign', details: pickFields(before.details, event.data), now: null };
    case 'EmailCampaignPaused':
      return { type: 'ResumeSending', now: event.data.at };
    case 'EmailCampaignResumed':
      if (before.presence === 'absent') return null;
      return { type: 'PauseSending', why: before.progress.why, now: event.data.at };
    case 'EmailCampaignSendingBegun':
    case 'EmailCampaignListed':
    case 'EmailCampaignCancelled':
    case 'EmailCampaignSent':
    case 'EmailCampaignReopened':
      return null;
    default:
      return unreachable(event);
  }
}

export const emailCampaign: Decider<EmailCampaignState, EmailCampaignCommand, EmailCampaignEvent> = {
  category: 'email_campaign',
  noun: 'email campaign',
  whose: 'nobody',
  initial: { presence: 'absent' },
  evolve,
  decide,
  inverse,
};
