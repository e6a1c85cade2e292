import { type Decider, unchanged } from '../kit/decider.ts';
import type { Presence } from '../kit/presence.ts';
import type { CampaignResponseEvent } from './events.ts';
import { RESPONDERS, type Responder } from './terms.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What became of the mail of one recipient. */
export interface Response {
  /** When it was first opened, ISO UTC, by whom. */
  opened: Partial<Record<Responder, string>>;
  /** When each link was first followed, ISO UTC, by its number, by whom. */
  clicked: Partial<Record<Responder, Readonly<Record<number, string>>>>;
}

interface Responses {
  campaignId: string;
  /** Of the part. */
  number: number;
  /** By the recipient's place in the part. */
  responses: Readonly<Record<number, Response>>;
}

export type CampaignResponseState = Presence<Responses>;

export const NO_RESPONSE: Response = { opened: {}, clicked: {} };

/** What became of a recipient's mail. @param index their place in the part */
export function responseOf(state: CampaignResponseState, index: number): Response {
  return (state.presence !== 'absent' && state.responses[index]) || NO_RESPONSE;
}

/** Who did something: people, if any did; else machines. */
export function firstOf(did: Partial<Record<Responder, unknown>>): Responder | null {
  return RESPONDERS.find((by) => did[by] !== undefined) ?? null;
}

function evolve(state: CampaignResponseState, event: CampaignResponseEvent): CampaignResponseState {
  if (event.type === 'CampaignResponsesBegun') {
    const { campaignId, number } = event.data;
    return { presence: 'present', campaignId, number, responses: {} };
  }
  if (state.presence === 'absent') return state;
  const before = responseOf(state, event.data.index);
  const by = event.data.by as Responder;
  const next = (response: Response) => ({
    ...state,
    responses: { ...state.responses, [event.data.index]: response },
  });
  switch (event.type) {
    case 'CampaignMailOpened':
      return next({ ...before, opened: { ...before.opened, [by]: event.data.at } });
    case 'CampaignLinkClicked': {
      const { link, at } = event.data;
      return next({ ...before, clicked: { ...before.clicked, [by]: { ...before.clicked[by], [link]: at } } });
    }
    default:
      return unchanged(state, event);
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * A mail was opened, or one of its links was followed. Only the first time is an event, so that the log does not grow
 * with how often somebody, or their mail service, looks at a mail.
 */
export interface RecordResponse {
  type: 'RecordResponse';
  campaignId: string;
  /** Of the part. */
  number: number;
  /** The recipient's place in the part. */
  index: number;
  by: Responder;
  /** From 1 on; null for the mail itself. */
  link: number | null;
  now: string;
}

function decide({ campaignId, number, index, by, link, now: at }: RecordResponse, state: CampaignResponseState) {
  const { opened, clicked } = responseOf(state, index);
  const events: CampaignResponseEvent[] = [];
  // Who follows a link has read the mail, also where no picture was loaded; a scanner reads nothing.
  const isOpening = link === null || by === 'people';
  if (isOpening && opened[by] === undefined) events.push({ type: 'CampaignMailOpened', data: { index, by, at } });
  if (link !== null && clicked[by]?.[link] === undefined) {
    events.push({ type: 'CampaignLinkClicked', data: { index, link, by, isFirst: clicked[by] === undefined, at } });
  }
  if (events.length === 0 || state.presence !== 'absent') return events;
  return [{ type: 'CampaignResponsesBegun', data: { campaignId, number, at } } as const, ...events];
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** What somebody has seen stays seen. */
function inverse(): null {
  return null;
}

export const campaignResponse: Decider<CampaignResponseState, RecordResponse, CampaignResponseEvent> = {
  category: 'campaign_response',
  noun: 'response to a campaign',
  whose: 'nobody',
  initial: { presence: 'absent' },
  evolve,
  decide,
  inverse,
};
