import { describe, expect, test } from 'vitest';
import { EVERYBODY } from '../../../../domain/audience/segment.ts';
import { emailCampaign, emailCampaignStatusOf } from '../../../../domain/email-campaign/email-campaign.ts';
import {
  type EmailCampaignDetails,
  type EmailCampaignEvent,
  emailCampaignEvents,
} from '../../../../domain/email-campaign/events.ts';
import { fold } from '../../../../domain/kit/decider.ts';
import { specify } from '../../../support/decider-specification.ts';

const { given } = specify(emailCampaign);
const NOW = '2026-06-15T12:00:00.000Z';
const LATER = '2026-06-16T08:00:00.000Z';
const COUNTS = { sent: 2, bounced: 0, refused: 0, suppressed: 0, gone: 0, uncertain: 0 };
const details: EmailCampaignDetails = {
  name: 'Spring pruning',
  subject: 'Is it time to prune?',
  content: 'Hello {{firstName|there}}',
  templateType: 'seasonal',
  scheduledDate: null,
  segment: null,
};
const created = (more: Partial<EmailCampaignDetails> = {}): EmailCampaignEvent => ({
  type: 'EmailCampaignCreated',
  data: { ...details, ...more, createdAt: NOW },
});
const begun: EmailCampaignEvent = { type: 'EmailCampaignSendingBegun', data: { at: NOW } };
const listed: EmailCampaignEvent = { type: 'EmailCampaignListed', data: { parts: 1, recipients: 2, at: NOW } };
const paused = (why: string | null = null): EmailCampaignEvent => ({
  type: 'EmailCampaignPaused',
  data: { why, at: NOW },
});
const resumed: EmailCampaignEvent = { type: 'EmailCampaignResumed', data: { at: NOW } };
const cancelled: EmailCampaignEvent = { type: 'EmailCampaignCancelled', data: { at: NOW } };
const sent: EmailCampaignEvent = { type: 'EmailCampaignSent', data: { counts: COUNTS, at: NOW } };
const removed: EmailCampaignEvent = { type: 'EmailCampaignRemoved', data: {} };

const SEND = { type: 'SendEmailCampaign', now: NOW } as const;

describe('the sending of an email campaign', () => {
  test('A draft is sent', () => given(created()).when(SEND).then(begun));

  test.each([
    ['one that is scheduled', 'conflict', [created({ scheduledDate: LATER })]],
    ['one that is being sent', 'conflict', [created(), begun]],
    ['a paused one', 'conflict', [created(), begun, paused()]],
    ['a cancelled one', 'conflict', [created(), begun, cancelled]],
    ['one that was sent', 'conflict', [created(), begun, listed, sent]],
    ['a removed one', 'removed', [created(), removed]],
    ['one that is not there', 'not_found', []],
    ['one without a subject', 'invalid', [created({ subject: '  ' })]],
    ['one without a text', 'invalid', [created({ content: '' })]],
  ] as const)('Only a draft that says something is sent: not %s', (_, code, events) => {
    given(...events)
      .when(SEND)
      .thenRefused(code);
  });

  test('One that was sent is opened again for somebody who waits again, and any other stays as it is', () => {
    const reopen = { type: 'ReopenSending', now: NOW } as const;
    const reopened: EmailCampaignEvent = { type: 'EmailCampaignReopened', data: { at: NOW } };
    given(created(), begun, listed, sent).when(reopen).then(reopened);
    given(created(), begun, listed, sent, reopened).when(reopen).thenNothingHappens();
    given(created(), begun, listed, sent, reopened)
      .when({ type: 'FinishSending', counts: COUNTS, now: NOW })
      .then(sent);
    given(created(), begun, listed, cancelled).when(reopen).thenNothingHappens();
    given(created(), begun, listed, sent, removed).when(reopen).thenRefused('removed');
  });

  test('A second send is told that it is under way', () => {
    given(created(), begun).when(SEND).thenRefused('conflict', 'This campaign is being sent already.');
  });

  test('A field that does not exist is refused, and one that may be empty needs a fallback', () => {
    given()
      .when({ type: 'CreateEmailCampaign', details: { ...details, subject: 'Hi {{nickname}}' }, now: NOW })
      .thenRefused('invalid');
    given(created())
      .when({ type: 'ReviseEmailCampaign', details: { content: 'Hi {{firstName}}' }, now: NOW })
      .thenRefused('invalid');
  });

  test('Once the sending has begun nothing of it is changed', () => {
    given(created(), begun)
      .when({ type: 'ReviseEmailCampaign', details: { subject: 'Other' }, now: NOW })
      .thenRefused('conflict', 'The sending of this campaign has begun, so it can no longer be changed.');
  });

  test('It is paused and goes on where it was, also when something of ours stopped it', () => {
    given(created(), begun).when({ type: 'PauseSending', why: null, now: NOW }).then(paused());
    given(created(), begun).when({ type: 'PauseSending', why: 'No address.', now: NOW }).then(paused('No address.'));
    given(created(), begun, paused('No address.')).when({ type: 'ResumeSending', now: NOW }).then(resumed);
  });

  test('A pause or a resume that comes twice does nothing more', () => {
    given(created(), begun, paused()).when({ type: 'PauseSending', why: null, now: NOW }).thenNothingHappens();
    given(created(), begun).when({ type: 'ResumeSending', now: NOW }).thenNothingHappens();
  });

  test.each([
    ['draft', [created()]],
    ['cancelled', [created(), begun, cancelled]],
    ['sent', [created(), begun, listed, sent]],
  ] as const)('One that is %s is neither paused nor resumed', (_, events) => {
    given(...events)
      .when({ type: 'PauseSending', why: null, now: NOW })
      .thenRefused('conflict');
    given(...events)
      .when({ type: 'ResumeSending', now: NOW })
      .thenRefused('conflict');
  });

  test('What stops a campaign that a person has ended meanwhile says nothing', () => {
    given(created(), begun, cancelled)
      .when({ type: 'PauseSending', why: 'No address.', now: NOW })
      .thenNothingHappens();
  });

  test('It is cancelled while it is sent or paused, and stays so', () => {
    given(created(), begun).when({ type: 'CancelSending', now: NOW }).then(cancelled);
    given(created(), begun, paused()).when({ type: 'CancelSending', now: NOW }).then(cancelled);
    given(created(), begun, cancelled).when({ type: 'CancelSending', now: NOW }).thenNothingHappens();
    given(created()).when({ type: 'CancelSending', now: NOW }).thenRefused('conflict');
    given(created(), begun, listed, sent).when({ type: 'CancelSending', now: NOW }).thenRefused('conflict');
  });

  test('It is sent once its recipients are known and each has an end', () => {
    const finish = { type: 'FinishSending', counts: COUNTS, now: NOW } as const;
    given(created(), begun, listed).when(finish).then(sent);
    given(created(), begun).when(finish).thenNothingHappens();
    given(created(), begun, listed, cancelled).when(finish).thenNothingHappens();
  });

  test('Its recipients are written down once', () => {
    const record = { type: 'RecordParts', parts: 1, recipients: 2, now: NOW } as const;
    given(created(), begun).when(record).then(listed);
    given(created(), begun, listed)
      .when({ ...record, parts: 2 })
      .thenNothingHappens();
  });

  test('One that is being sent is not removed, a paused one is', () => {
    given(created(), begun)
      .when({ type: 'RemoveEmailCampaign' })
      .thenRefused('conflict', 'This campaign is being sent. Pause or cancel it first.');
    given(created(), begun, paused()).when({ type: 'RemoveEmailCampaign' }).then(removed);
  });

  test('A pause and its end can be undone', () => {
    given(created(), begun, paused()).thenUndoneLeadsBack();
    given(created(), begun, paused('No address.'), resumed).thenUndoneLeadsBack();
  });
});

describe('the date of an email campaign', () => {
  test('A draft with a date is scheduled, until it begins', () => {
    const statusAfter = (...events: EmailCampaignEvent[]) => {
      const state = fold(emailCampaign, events);
      return state.presence === 'absent' ? null : emailCampaignStatusOf(state.progress, state.details);
    };
    expect(statusAfter(created())).toBe('draft');
    expect(statusAfter(created({ scheduledDate: LATER }))).toBe('scheduled');
    expect(statusAfter(created({ scheduledDate: LATER }), begun)).toBe('sending');
  });

  test('A date in the past is refused, of a new campaign and of a revised one', () => {
    const past = '2026-06-14T12:00:00.000Z';
    given()
      .when({ type: 'CreateEmailCampaign', details: { ...details, scheduledDate: past }, now: NOW })
      .thenRefused('invalid', 'This time has passed. Choose a time that is still to come.');
    given(created())
      .when({ type: 'ReviseEmailCampaign', details: { scheduledDate: past }, now: NOW })
      .thenRefused('invalid');
  });

  test('One that says nothing yet is not scheduled, and a scheduled one goes on saying something', () => {
    given()
      .when({ type: 'CreateEmailCampaign', details: { ...details, subject: '', scheduledDate: LATER }, now: NOW })
      .thenRefused('invalid', 'Enter a subject before it is sent.');
    given(created({ scheduledDate: LATER }))
      .when({ type: 'ReviseEmailCampaign', details: { content: '' }, now: NOW })
      .thenRefused('invalid', 'Enter a text before it is sent.');
  });

  test('A scheduled one begins at its time, and pauses at once if something is missing', () => {
    const begin = { type: 'BeginScheduledSending', scheduledDate: NOW, why: null, now: NOW } as const;
    given(created({ scheduledDate: NOW }))
      .when(begin)
      .then(begun);
    given(created({ scheduledDate: NOW }))
      .when({ ...begin, why: 'No address.' })
      .then(begun, paused('No address.'));
  });

  test('One that was moved, sent, removed or is not due does not begin', () => {
    const begin = { type: 'BeginScheduledSending', scheduledDate: NOW, why: null, now: NOW } as const;
    given(created({ scheduledDate: LATER }))
      .when(begin)
      .thenNothingHappens();
    given(created({ scheduledDate: NOW }), begun)
      .when(begin)
      .thenNothingHappens();
    given(created({ scheduledDate: NOW }), removed)
      .when(begin)
      .thenNothingHappens();
    given(created({ scheduledDate: LATER }))
      .when({ ...begin, scheduledDate: LATER })
      .thenNothingHappens();
  });

  test('Other changes of one whose time has come are taken', () => {
    given(created({ scheduledDate: NOW }))
      .when({ type: 'ReviseEmailCampaign', details: { name: 'Fall' }, now: LATER })
      .then({ type: 'EmailCampaignRevised', data: { name: 'Fall' } });
  });
});

test('A segment that was stored before tags asks for none', () => {
  const { tags: _, ...before } = { ...EVERYBODY, cities: ['Hadley'] };
  const [{ versions: created }, { versions: revised }] = emailCampaignEvents;
  const segment = { ...before, tags: null };
  expect(created[0]?.upcast?.({ ...details, segment: before } as never)).toEqual({ ...details, segment });
  expect(created[0]?.upcast?.({ ...details, segment: null } as never)).toEqual(details);
  expect(revised[0]?.upcast?.({ segment: before } as never)).toEqual({ segment });
  expect(revised[0]?.upcast?.({ name: 'Fall' } as never)).toEqual({ name: 'Fall' });
});
