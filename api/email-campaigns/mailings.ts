import { campaignPart } from '../../domain/campaign-part/campaign-part.ts';
import { campaignResponse, NO_RESPONSE, responseOf } from '../../domain/campaign-response/campaign-response.ts';
import { may } from '../../domain/user/terms.ts';
import type { CurrentUser } from '../../platform/http/access.ts';
import { campaignMailings, type Mailing } from '../../projections/campaign-mailings.ts';
import type { CustomerDocument } from '../../projections/customers.ts';
import { emailCampaigns } from '../../projections/email-campaigns.ts';
import type { HistoryPage } from '../kit/changes/history.ts';
import type { ToldStep } from '../kit/changes/timeline.ts';
import type { ApiContext } from '../kit/context.ts';
import type { CampaignMailing } from './mailings.schema.ts';

type Models = Pick<ApiContext, 'readModels' | 'streams'>;
type Customer = Pick<CustomerDocument, 'id' | 'erased'>;

/** Of the steps that tell of a campaign; their id is the campaign's. */
export const MAILING = 'campaign_mailing';

async function mailingsOf({ readModels }: Models, { id }: Customer): Promise<readonly Mailing[]> {
  const documents = await readModels.current().get(campaignMailings.collection, [id]);
  return documents.get(id)?.mailings ?? [];
}

/**
 * The campaigns by email that a customer is a recipient of, as steps of their timeline, each where its recipients were
 * chosen: a page of the newest, oldest first; none for whoever may not read marketing. What became of each is added to those that are shown
 * (`withMailings`), as it is in another stream.
 * @param before a position in the log, exclusive; null begins at the end
 */
export async function mailingSteps(
  context: Models,
  { role }: CurrentUser,
  customer: Customer,
  { before, limit }: { before: string | null; limit: number },
): Promise<HistoryPage<ToldStep>> {
  if (!may(role, 'marketing:read')) return { steps: [], earlier: null };
  const mailings = await mailingsOf(context, customer);
  const older = mailings.filter(({ position }) => before === null || position < before);
  const steps = older.slice(-limit).map(({ campaignId, at, partId: _, index: __, ...recorded }) => ({
    ...recorded,
    category: MAILING,
    id: campaignId,
    recordedAt: at,
    type: 'CampaignPartListed',
    revision: 0,
    undoes: null,
    changes: [],
  }));
  return { steps, earlier: older.length > limit ? 0 : null };
}

/** Steps of a customer's timeline, with what became of the campaigns among them. */
export async function withMailings<Step extends ToldStep>(
  context: Models,
  customer: Customer,
  steps: readonly Step[],
): Promise<(Step & { mailing?: CampaignMailing })[]> {
  const ids = new Set(steps.filter(({ category }) => category === MAILING).map(({ id }) => id));
  if (ids.size === 0) return [...steps];
  const [mailings, campaigns] = await Promise.all([
    mailingsOf(context, customer),
    context.readModels.current().get(emailCampaigns.collection, [...ids]),
  ]);
  const shown = await Promise.all(
    mailings
      .filter(({ campaignId }) => ids.has(campaignId))
      .map(async (mailing) => {
        const { campaignId, commandId } = mailing;
        const name = campaigns.get(campaignId)?.name ?? null;
        return [commandId, { campaignId, name, ...(await whatBecameOf(context, customer, mailing)) }] as const;
      }),
  );
  const byCommand = new Map<string, CampaignMailing>(shown);
  return steps.map((step) => {
    const mailing = step.category === MAILING ? byCommand.get(step.commandId) : undefined;
    return mailing ? { ...step, mailing } : step;
  });
}

/** How it ended for a customer; what they did then is gone with their personal data. */
async function whatBecameOf({ streams }: Models, { erased }: Customer, { partId, index }: Mailing) {
  const [{ state }, responses] = await Promise.all([
    streams.load(campaignPart, partId),
    streams.load(campaignResponse, partId),
  ]);
  const progress = state.presence === 'absent' ? undefined : state.recipients[index]?.progress;
  const hasEnd = progress !== undefined && progress.step !== 'waiting' && progress.step !== 'claimed';
  const { opened, clicked } = erased ? NO_RESPONSE : responseOf(responses.state, index);
  return {
    end: hasEnd ? progress.step : ('waiting' as const),
    endedAt: hasEnd ? progress.at : null,
    opened: firstTime(opened.people, opened.machines),
    clicked: firstTime(earliest(clicked.people), earliest(clicked.machines)),
  };
}

/** People first, if any did. */
function firstTime(people: string | undefined, machines: string | undefined): CampaignMailing['opened'] {
  if (people !== undefined) return { by: 'people', at: people };
  return machines === undefined ? null : { by: 'machines', at: machines };
}

function earliest(byLink: Readonly<Record<number, string>> | undefined): string | undefined {
  return Object.values(byLink ?? {}).sort()[0];
}
