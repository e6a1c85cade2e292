import { describe, test } from 'vitest';
import { campaignResponse, type RecordResponse } from '../../../../domain/campaign-response/campaign-response.ts';
import type { CampaignResponseEvent } from '../../../../domain/campaign-response/events.ts';
import type { Responder } from '../../../../domain/campaign-response/terms.ts';
import { specify } from '../../../support/decider-specification.ts';

const { given } = specify(campaignResponse);
const at = '2026-06-15T12:00:00.000Z';
const begun: CampaignResponseEvent = { type: 'CampaignResponsesBegun', data: { campaignId: 'spring', number: 2, at } };
const opened = (index: number, by: Responder): CampaignResponseEvent => ({
  type: 'CampaignMailOpened',
  data: { index, by, at },
});
const clicked = (index: number, by: Responder, link: number, isFirst = true): CampaignResponseEvent => ({
  type: 'CampaignLinkClicked',
  data: { index, link, by, isFirst, at },
});
const response = (index: number, by: Responder, link: number | null = null): RecordResponse => ({
  type: 'RecordResponse',
  campaignId: 'spring',
  number: 2,
  index,
  by,
  link,
  now: at,
});

describe('responses to a campaign', () => {
  test('The first response of a part says of which campaign it is', () => {
    given().when(response(7, 'people')).then(begun, opened(7, 'people'));
  });

  test('A mail that is opened again says nothing new', () => {
    given(begun, opened(7, 'people')).when(response(7, 'people')).thenNothingHappens();
    given(begun, opened(7, 'people')).when(response(8, 'people')).then(opened(8, 'people'));
  });

  test('A machine that came first does not stand for the person who comes later, nor the other way round', () => {
    given(begun, opened(7, 'machines')).when(response(7, 'people')).then(opened(7, 'people'));
    given(begun, opened(7, 'people')).when(response(7, 'machines')).then(opened(7, 'machines'));
  });

  test('A person who follows a link has opened the mail', () => {
    given(begun)
      .when(response(7, 'people', 1))
      .then(opened(7, 'people'), clicked(7, 'people', 1));
    given(begun, opened(7, 'people'))
      .when(response(7, 'people', 1))
      .then(clicked(7, 'people', 1));
  });

  test('A machine that follows a link has read nothing', () => {
    given(begun)
      .when(response(7, 'machines', 1))
      .then(clicked(7, 'machines', 1));
  });

  test('Each link counts once, and the first one of a mail is told apart', () => {
    const before = [begun, opened(7, 'people'), clicked(7, 'people', 2)];
    given(...before)
      .when(response(7, 'people', 2))
      .thenNothingHappens();
    given(...before)
      .when(response(7, 'people', 1))
      .then(clicked(7, 'people', 1, false));
    given(...before)
      .when(response(7, 'machines', 2))
      .then(clicked(7, 'machines', 2));
  });
});
