import type { CampaignDetails, CampaignEvent } from '../domain/campaign/events.ts';
import { sortText } from '../domain/kit/sort-text.ts';
import { merged, removed, restored } from './engine/handlers.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

interface Derived {
  /** What the list by name is sorted by. */
  nameKey: string;
}

/** A campaign of the company's marketing. */
export interface CampaignDocument extends RecordDocument, CampaignDetails, Derived {
  status: string;
  /** ISO UTC. */
  createdAt: string;
}

const ORDERS = ['createdAt', 'nameKey'] as const;

export const campaigns = readModel<CampaignDocument, CampaignEvent, Derived>()({
  name: 'campaigns',
  version: 1,
  of: 'campaign',
  indexes: ORDERS.flatMap((order) => [
    ['removed', order],
    ['removed', 'status', order],
  ]),
  search: ['name', 'description', 'targetAudience'],
  first: { CampaignCreated: (fields) => fields },
  after: {
    CampaignRevised: merged,
    CampaignStatusChanged: merged,
    CampaignRemoved: removed,
    CampaignRestored: restored,
  },
  derived: ({ name }) => ({ nameKey: sortText(name) }),
});
