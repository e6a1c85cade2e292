import { campaignParts } from '../../../projections/campaign-parts.ts';
import { emailCampaigns } from '../../../projections/email-campaigns.ts';
import type { ApiContext } from '../../kit/context.ts';

/** What the read models say there is to do. */
export interface Work {
  /** Scheduled campaigns whose time has come. */
  due: { id: string; scheduledDate: string; isTooLate: boolean }[];
  /** Campaigns that are being sent, in the order in which they were created. */
  sending: string[];
  /** Campaigns that were sent, with somebody who waits again. */
  reopened: string[];
  /** Parts with mails that are on their way, or were when a process died, of campaigns that are not being sent. */
  lost: { campaignId: string; number: number }[];
}

const MOST = 200;
/** What was due while Heartwood was not running is still right an hour later; after that a person is asked. */
const OVERDUE_MS = 60 * 60_000;

/** @returns null while the read models are being built: nothing is sent then */
export async function workNow({ readModels, clock }: Pick<ApiContext, 'readModels' | 'clock'>): Promise<Work | null> {
  const models = readModels.peek();
  if (models === null || !readModels.isAsDeclared()) return null;
  const now = clock();
  const [due, sending, underWay, again] = await Promise.all([
    models.find(emailCampaigns.collection, {
      where: { removed: null, status: 'scheduled', waitsUntil: { lte: new Date(now).toISOString() } },
      order: { field: 'waitsUntil', direction: 'asc' },
      limit: MOST,
    }),
    models.find(emailCampaigns.collection, {
      where: { removed: null, status: 'sending' },
      order: { field: 'createdAt', direction: 'asc' },
      limit: MOST,
    }),
    models.find(campaignParts.collection, {
      where: { isUnderWay: true },
      order: { field: 'campaignId', direction: 'asc' },
      limit: MOST,
    }),
    models.find(campaignParts.collection, {
      where: { isReopened: true },
      order: { field: 'campaignId', direction: 'asc' },
      limit: MOST,
    }),
  ]);
  const ids = sending.documents.map(({ id }) => id);
  const asked = [...new Set(again.documents.map(({ campaignId }) => campaignId))];
  const known = asked.length === 0 ? [] : [...(await models.get(emailCampaigns.collection, asked)).values()];
  return {
    due: due.documents.flatMap(({ id, scheduledDate }) =>
      scheduledDate === null ? [] : [{ id, scheduledDate, isTooLate: now - Date.parse(scheduledDate) > OVERDUE_MS }],
    ),
    sending: ids,
    reopened: known.filter(({ removed, status }) => !removed && status === 'sent').map(({ id }) => id),
    lost: underWay.documents.flatMap(({ campaignId, number }) =>
      ids.includes(campaignId) ? [] : [{ campaignId, number }],
    ),
  };
}

/** Whether there is anything to do. */
export function isWork(work: Work | null): boolean {
  return work !== null && [work.due, work.sending, work.reopened, work.lost].some(({ length }) => length > 0);
}
