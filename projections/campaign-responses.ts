import type { CampaignResponseEvent } from '../domain/campaign-response/events.ts';
import type { Responder, Responders } from '../domain/campaign-response/terms.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

/** How many recipients of a part responded; each counts once for people and once for machines. */
export interface ResponseCounts {
  openedByPeople: number;
  openedByMachines: number;
  clickedByPeople: number;
  clickedByMachines: number;
}

/** The responses to a part of a campaign by email. Whose they are is read from its stream. */
export interface CampaignResponsesDocument extends RecordDocument, ResponseCounts {
  campaignId: string;
  /** Of the part. */
  number: number;
  /** How many recipients followed each link, by its number. */
  links: Readonly<Record<number, Responders>>;
  /** ISO UTC. */
  createdAt: string;
}

/** The counts, in the order of their sums. */
export const RESPONSE_COUNTS = [
  'openedByPeople',
  'openedByMachines',
  'clickedByPeople',
  'clickedByMachines',
] as const satisfies readonly (keyof ResponseCounts)[];

const NONE: ResponseCounts = { openedByPeople: 0, openedByMachines: 0, clickedByPeople: 0, clickedByMachines: 0 };

const OPENED = { people: 'openedByPeople', machines: 'openedByMachines' } as const;
const CLICKED = { people: 'clickedByPeople', machines: 'clickedByMachines' } as const;

export const campaignResponses = readModel<CampaignResponsesDocument, CampaignResponseEvent>()({
  name: 'campaign_responses',
  version: 1,
  of: 'campaign_response',
  indexes: [
    ['campaignId', 'number'],
    ['campaignId', ...RESPONSE_COUNTS],
  ],
  search: [],
  first: {
    CampaignResponsesBegun: ({ campaignId, number, at }) => ({ campaignId, number, ...NONE, links: {}, createdAt: at }),
  },
  after: {
    CampaignMailOpened: ({ by }, document) => oneMore(document, OPENED[by as Responder]),
    CampaignLinkClicked: ({ link, by, isFirst }, document) => {
      const before = document.links[link] ?? { people: 0, machines: 0 };
      const links = { ...document.links, [link]: { ...before, [by]: before[by as Responder] + 1 } };
      return isFirst ? { links, ...oneMore(document, CLICKED[by as Responder]) } : { links };
    },
  },
});

function oneMore(document: ResponseCounts, field: keyof ResponseCounts): Partial<ResponseCounts> {
  return { [field]: document[field] + 1 };
}
