import { stepsOf } from '../domain/campaign-part/campaign-part.ts';
import type { CampaignPartEvent } from '../domain/campaign-part/events.ts';
import type { RecipientEnd } from '../domain/campaign-part/terms.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

/** How many recipients of a part stand where. */
export type StepCounts = Readonly<Record<'waiting' | 'claimed' | RecipientEnd, number>>;

/** A part of a campaign by email: how far its sending has come. Who is in it is read from its stream. */
export interface CampaignPartDocument extends RecordDocument, StepCounts {
  campaignId: string;
  /** From 1 on. */
  number: number;
  recipients: number;
  /** Where each recipient stands, by place: the letter of their step, as in LETTERS. */
  steps: string;
  /** Whether mails of it are under way, or were when a process died. */
  isUnderWay: boolean;
  /** Whether somebody waits again who had an end: their campaign may be over. */
  isReopened: boolean;
  /** ISO UTC. */
  createdAt: string;
}

type Derived = StepCounts & Pick<CampaignPartDocument, 'isUnderWay' | 'isReopened'>;

const LETTERS: Readonly<Record<keyof StepCounts, string>> = {
  waiting: 'w',
  claimed: 'c',
  sent: 's',
  bounced: 'b',
  refused: 'r',
  suppressed: 'p',
  gone: 'g',
  uncertain: 'u',
};
/** Of who waits after an end. */
const AGAIN = 'a';

/** The steps, in the order of their sums. */
export const STEPS = Object.keys(LETTERS) as (keyof StepCounts)[];

type StepEvent = Exclude<CampaignPartEvent, { type: 'CampaignPartListed' }>;

const stepped =
  <Type extends StepEvent['type']>(type: Type) =>
  (data: Extract<StepEvent, { type: Type }>['data'], { steps }: Pick<CampaignPartDocument, 'steps'>) => {
    const letters = [...steps];
    for (const { index, next } of stepsOf({ type, data } as StepEvent)) {
      const { step } = next({ step: 'waiting', dueAt: null, tries: 0, code: null });
      const isAgain = step === 'waiting' && letters[index] === LETTERS.uncertain;
      if (index in letters) letters[index] = isAgain ? AGAIN : LETTERS[step];
    }
    return { steps: letters.join('') };
  };

export const campaignParts = readModel<CampaignPartDocument, CampaignPartEvent, Derived>()({
  name: 'campaign_parts',
  version: 2,
  of: 'campaign_part',
  indexes: [
    ['campaignId', 'number'],
    ['campaignId', 'recipients', ...STEPS],
    ['isUnderWay', 'campaignId'],
    ['isReopened', 'campaignId'],
  ],
  search: [],
  first: {
    CampaignPartListed: ({ campaignId, number, recipients, at }) => ({
      campaignId,
      number,
      recipients: recipients.length,
      steps: LETTERS.waiting.repeat(recipients.length),
      createdAt: at,
    }),
  },
  after: {
    CampaignRecipientsClaimed: stepped('CampaignRecipientsClaimed'),
    CampaignRecipientsPutBack: stepped('CampaignRecipientsPutBack'),
    CampaignRecipientsEnded: stepped('CampaignRecipientsEnded'),
    CampaignMailBounced: stepped('CampaignMailBounced'),
    CampaignMailAskedAgain: stepped('CampaignMailAskedAgain'),
  },
  derived: ({ steps }) => {
    const counts = { waiting: 0, claimed: 0, sent: 0, bounced: 0, refused: 0, suppressed: 0, gone: 0, uncertain: 0 };
    const stepOf = new Map([...STEPS.map((step) => [LETTERS[step], step] as const), [AGAIN, 'waiting'] as const]);
    for (const letter of steps) {
      const step = stepOf.get(letter);
      if (step) counts[step] += 1;
    }
    return { ...counts, isUnderWay: counts.claimed > 0, isReopened: steps.includes(AGAIN) };
  },
});
