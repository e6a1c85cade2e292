import fc from 'fast-check';
import {
  type CampaignResponseState,
  campaignResponse,
  type Response,
} from '../../../domain/campaign-response/campaign-response.ts';
import { campaignResponseEvents } from '../../../domain/campaign-response/events.ts';
import { RESPONDERS, type Responder } from '../../../domain/campaign-response/terms.ts';
import { campaignResponses } from '../../../projections/campaign-responses.ts';
import { AT, LATER, maybe, of, SAMPLE_ID, sample, WHY } from './sample.ts';

export const campaignResponseSample = sample(campaignResponse, campaignResponseEvents, {
  first: { type: 'RecordResponse', campaignId: 'spring', number: 1, index: 0, by: 'machines', link: null, now: AT },
  commands: fc.record({
    type: of('RecordResponse'),
    campaignId: of('spring'),
    number: fc.constant(1),
    index: fc.nat(2),
    by: fc.constantFrom(...RESPONDERS),
    link: maybe(fc.constantFrom(1, 2)),
    now: fc.constantFrom(AT, LATER),
  }) as fc.Arbitrary<never>,
  projection: campaignResponses,
  final: ['CampaignResponsesBegun', 'CampaignMailOpened', 'CampaignLinkClicked'],
  shows: (state) => (state.presence === 'absent' ? {} : { [SAMPLE_ID]: shown(state) }),
  inClear: {
    [WHY.id]: ['CampaignResponsesBegun.campaignId'],
    [WHY.choice]: ['CampaignMailOpened.by', 'CampaignLinkClicked.by', 'CampaignLinkClicked.isFirst'],
    'which place of which list, which says nothing once a person is erased: the list has only ids': [
      'CampaignResponsesBegun.number',
      'CampaignMailOpened.index',
      'CampaignLinkClicked.index',
      'CampaignLinkClicked.link',
    ],
    'when a mail that the company sent was opened': [
      'CampaignResponsesBegun.at',
      'CampaignMailOpened.at',
      'CampaignLinkClicked.at',
    ],
  },
});

function shown({ campaignId, number, responses }: Exclude<CampaignResponseState, { presence: 'absent' }>) {
  const all: Response[] = Object.values(responses);
  const count = (is: (response: Response) => boolean) => all.filter(is).length;
  const followed = (link: number, by: Responder) => count(({ clicked }) => clicked[by]?.[link] !== undefined);
  const links = [1, 2]
    .map((link) => [link, { people: followed(link, 'people'), machines: followed(link, 'machines') }] as const)
    .filter(([, { people, machines }]) => people + machines > 0);
  return {
    campaignId,
    number,
    openedByPeople: count(({ opened }) => opened.people !== undefined),
    openedByMachines: count(({ opened }) => opened.machines !== undefined),
    clickedByPeople: count(({ clicked }) => clicked.people !== undefined),
    clickedByMachines: count(({ clicked }) => clicked.machines !== undefined),
    links: Object.fromEntries(links),
  };
}
