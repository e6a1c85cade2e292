import { describe, test } from 'vitest';
import { type JobCommand, job } from '../../../../domain/job/job.ts';
import { specify } from '../../../support/decider-specification.ts';
import { PLAIN_JOB } from '../../../support/samples/jobs.ts';

const NOW = '2026-06-15T12:00:00.000Z';
const LATER = '2026-06-20T12:00:00.000Z';
const created = { type: 'JobCreated', data: { number: 1001, customerId: 'c', ...PLAIN_JOB, createdAt: NOW } } as const;
const ofNobody = { ...created, data: { ...created.data, customerId: null } } as const;
const removed = { type: 'JobRemoved', data: {} } as const;
const erased = { type: 'JobErased', data: {} } as const;
const consent = (recordedBy: string | null = 'ada', at = NOW) =>
  ({ type: 'JobPhotoConsentGiven', data: { recordedBy, at } }) as const;
const takenBack = (at = LATER) => ({ type: 'JobPhotoConsentTakenBack', data: { recordedBy: 'ada', at } }) as const;
const cleared = { type: 'JobPhotoConsentCleared', data: {} } as const;

const give: JobCommand = { type: 'GivePhotoConsent', recordedBy: 'ada', now: NOW };
const takeBack: JobCommand = { type: 'TakeBackPhotoConsent', recordedBy: 'ada', now: LATER };
const byCustomer: JobCommand = { type: 'RecordPhotoConsentOfCustomer', now: LATER };

const { given } = specify(job);

describe('whether photos of a job may be shown in public', () => {
  test('What the customer says is recorded once, and they can take it back and agree again', () => {
    given(created).when(give).then(consent());
    given(created, consent()).when(give).thenNothingHappens();
    given(created, consent()).when(takeBack).then(takenBack());
    given(created, consent(), takenBack()).when(takeBack).thenNothingHappens();
    given(created, consent(), takenBack()).when(give).thenRefused('conflict');
    given(created, consent(), takenBack())
      .when({ ...give, now: LATER })
      .then(consent('ada', LATER));
  });

  test('What was said earlier and is recorded late does not replace what was said since', () => {
    given(created, consent(null, LATER))
      .when({ ...takeBack, now: NOW })
      .thenRefused('conflict');
    given(created, consent(null, LATER)).when(give).thenNothingHappens();
  });

  test('A customer who never agreed can say no', () => {
    given(created).when(takeBack).then(takenBack());
  });

  test('Nobody agrees to photos of a job without a customer, and of a removed or erased one nothing is recorded', () => {
    given(ofNobody).when(give).thenRefused('conflict');
    given(created, removed).when(give).thenRefused('removed');
    given(created, erased).when(give).thenRefused('erased');
    given(created, consent(), erased).when(takeBack).thenRefused('erased');
  });

  test('What a customer says themselves replaces what somebody heard, and is never refused', () => {
    given(created).when(byCustomer).then(consent(null, LATER));
    given(created, consent()).when(byCustomer).then(consent(null, LATER));
    given(created, consent(null)).when(byCustomer).thenNothingHappens();
    given(created, removed).when(byCustomer).then(consent(null, LATER));
    given(created, erased).when(byCustomer).thenNothingHappens();
    given().when(byCustomer).thenNothingHappens();
  });

  test('Undo puts back what was known before', () => {
    given(created, consent()).thenUndoneLeadsBack();
    given(created, consent(), takenBack()).thenUndoneLeadsBack();
    given(created, consent(), consent(null, LATER)).thenUndoneLeadsBack();
    given(created, consent(), takenBack(), consent()).thenUndoneLeadsBack();
    given(created, consent(), cleared).thenUndoneLeadsBack();
  });
});
