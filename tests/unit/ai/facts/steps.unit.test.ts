import { expect, test } from 'vitest';
import type { EventBody } from '../../../../domain/kit/event.ts';
import { ago, NOW } from '../../../support/insights/moments.ts';
import { factsTold, type Told } from '../../../support/insights/told.ts';
import { captured } from '../../../support/samples/lead-events.ts';

const LEAD = 'lead-1';
const CAPTURED_AT = '2026-11-21T10:00:00.000Z';
const became = (status: string): EventBody => ({ type: 'LeadStatusChanged', data: { status } });

function stepsAfter(...told: (readonly [EventBody, string])[]) {
  const first: Told = [LEAD, captured('Ada King'), CAPTURED_AT];
  const facts = factsTold(NOW, first, ...told.map(([body, at]): Told => [LEAD, body, at]));
  return facts.leadSteps.get('1');
}

test('A lead is answered when it first is no longer new, and decided when it is won or lost', () => {
  expect(stepsAfter()).toMatchObject({ status: 'New', answeredAt: null, decidedAt: null });
  const answered = [became('Contacted'), ago(5)] as const;
  expect(stepsAfter(answered)).toMatchObject({ answeredAt: ago(5), decidedAt: null });
  const quoting = [became('Quoting'), ago(4)] as const;
  const lost = [became('Lost'), ago(3)] as const;
  expect(stepsAfter(answered, quoting, lost)).toMatchObject({ answeredAt: ago(5), decidedAt: ago(3) });
  expect(stepsAfter(answered, lost, quoting)).toMatchObject({ answeredAt: ago(5), decidedAt: null });
});

test('A lead that is new again has no answer, and a conversion wins it', () => {
  expect(stepsAfter([became('Contacted'), ago(5)], [became('New'), ago(4)])).toMatchObject({ answeredAt: null });
  const converted: EventBody = { type: 'LeadConverted', data: { customerId: 'c' } };
  const reverted: EventBody = { type: 'LeadConversionReverted', data: { customerId: 'c', status: 'New' } };
  expect(stepsAfter([converted, ago(2)])).toMatchObject({ status: 'Won', answeredAt: ago(2), decidedAt: ago(2) });
  expect(stepsAfter([converted, ago(2)], [reverted, ago(1)])).toMatchObject({ answeredAt: null, decidedAt: null });
});

test('What else happens to a lead is no step', () => {
  const revised: EventBody = { type: 'LeadDetailsRevised', data: { phone: '555-0100' } };
  expect(stepsAfter([revised, ago(1)])).toMatchObject({ status: 'New', answeredAt: null, revision: 0 });
});
