import { pickFields } from '../kit/changes.ts';
import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { partOf } from '../kit/event.ts';
import { type Presence, presenceWords, present, removal, requireNew, restoral, revision } from '../kit/presence.ts';
import { requireLikelyDay } from '../kit/times.ts';
import { type CampaignDetails, type CampaignEvent, campaignDetails } from './events.ts';
import { CAMPAIGN_MOVES, CAMPAIGN_STATUS_LABELS, type CampaignStatus } from './terms.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

export type CampaignState = Presence<{ details: CampaignDetails; status: CampaignStatus }>;

function evolve(state: CampaignState, event: CampaignEvent): CampaignState {
  if (event.type === 'CampaignCreated') {
    const status = event.data.status as CampaignStatus;
    return { presence: 'present', details: partOf(campaignDetails, event.data), status };
  }
  if (state.presence === 'absent') return state;
  switch (event.type) {
    case 'CampaignRevised':
      return { ...state, details: { ...state.details, ...event.data } as CampaignDetails };
    case 'CampaignStatusChanged':
      return { ...state, status: event.data.status as CampaignStatus };
    case 'CampaignRemoved':
      return { ...state, presence: 'removed' };
    case 'CampaignRestored':
      return { ...state, presence: 'present' };
    default:
      return unchanged(state, event);
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** @param today in the company's zone, `YYYY-MM-DD`; null where days that were valid are put back */
export type CampaignCommand =
  | { type: 'CreateCampaign'; details: CampaignDetails; today: string; now: string }
  /** A missing field is unchanged. */
  | { type: 'ReviseCampaign'; details: Partial<CampaignDetails>; today: string | null }
  | { type: 'ChangeCampaignStatus'; status: CampaignStatus }
  /** An undo: back to where it stood, from wherever that led. */
  | { type: 'PutBackCampaignStatus'; status: CampaignStatus }
  | { type: 'RemoveCampaign' }
  | { type: 'RestoreCampaign' };

const CAMPAIGN = presenceWords('campaign');

function decide(command: CampaignCommand, state: CampaignState): CampaignEvent[] {
  switch (command.type) {
    case 'CreateCampaign': {
      const { details, today, now } = command;
      requireNew(state, CAMPAIGN);
      requirePlan(details, today);
      return [{ type: 'CampaignCreated', data: { ...details, status: 'draft', createdAt: now } }];
    }
    case 'ReviseCampaign': {
      const { details } = present(state, CAMPAIGN);
      return revision(
        command.details,
        details,
        (data): CampaignEvent => ({ type: 'CampaignRevised', data }),
        (after) => requirePlan(after, command.today),
      );
    }
    case 'ChangeCampaignStatus':
    case 'PutBackCampaignStatus': {
      const { status } = present(state, CAMPAIGN);
      if (status === command.status) return [];
      if (command.type === 'ChangeCampaignStatus') requireMove(status, command.status);
      return [{ type: 'CampaignStatusChanged', data: { status: command.status } }];
    }
    case 'RemoveCampaign':
      return removal(state, CAMPAIGN, { type: 'CampaignRemoved', data: {} });
    case 'RestoreCampaign':
      return restoral(state, CAMPAIGN, { type: 'CampaignRestored', data: {} });
    default:
      return unreachable(command);
  }
}

/** @throws Rejection for a negative budget, a mistyped year, or an end before the start */
function requirePlan({ budget, startDate, endDate }: CampaignDetails, today: string | null): void {
  if (budget !== null && budget < 0) throw new Rejection('invalid', 'The budget cannot be negative.', 'budget');
  if (today !== null && startDate !== null) requireLikelyDay('startDate', startDate, today);
  if (today !== null && endDate !== null) requireLikelyDay('endDate', endDate, today);
  if (startDate !== null && endDate !== null && endDate < startDate)
    throw new Rejection('invalid', 'A campaign cannot end before it starts.', 'endDate');
}

/** @throws Rejection for a status that does not follow the one it has */
function requireMove(from: CampaignStatus, to: CampaignStatus): void {
  const next = CAMPAIGN_MOVES[from];
  if (next.includes(to)) return;
  const label = (status: CampaignStatus) => (CAMPAIGN_STATUS_LABELS[status] ?? status).toLowerCase();
  const message = `A campaign that is ${from === 'draft' ? 'a draft' : label(from)} can only become ${next.map(label).join(' or ')}.`;
  throw new Rejection('invalid', message, 'status');
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse(event: CampaignEvent, before: CampaignState): CampaignCommand | null {
  switch (event.type) {
    case 'CampaignCreated':
    case 'CampaignRestored':
      return { type: 'RemoveCampaign' };
    case 'CampaignRemoved':
      return { type: 'RestoreCampaign' };
    case 'CampaignRevised':
      if (before.presence === 'absent') return null;
      return { type: 'ReviseCampaign', details: pickFields(before.details, event.data), today: null };
    case 'CampaignStatusChanged':
      return before.presence === 'absent' ? null : { type: 'PutBackCampaignStatus', status: before.status };
    default:
      return unreachable(event);
  }
}

export const campaign: Decider<CampaignState, CampaignCommand, CampaignEvent> = {
  category: 'campaign',
  whose: 'nobody',
  initial: { presence: 'absent' },
  evolve,
  decide,
  inverse,
};
