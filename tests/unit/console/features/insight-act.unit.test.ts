import { expect, test } from 'vitest';
import { confidenceText } from '../../../../console/entities/insight/insight.ts';
import { aiDashboardSearch, filterOf } from '../../../../console/features/insights/ai-dashboard-search.ts';
import { actOf } from '../../../../console/features/insights/open-act.ts';

const on = (kind: string, removed = false) => [{ kind, id: 'a1', label: 'Elm', why: 'Waits', removed }];
const leadsTo = (opens: Parameters<typeof actOf>[0]['opens'], kind: string) => {
  const act = actOf({ opens, evidence: on(kind) });
  return act && [act.text, act.to, act.search];
};

test('The act that an insight opens leads to where it is done, on its first record', () => {
  expect(leadsTo('schedule', 'job')).toEqual(['Schedule the job', '/schedule', { move: 'a1' }]);
  expect(leadsTo('quote', 'customer')).toEqual(['Create a quote', '/quotes', { customer: 'a1' }]);
  expect(leadsTo('quote', 'lead')).toEqual(['Create a quote', '/quotes', { lead: 'a1' }]);
  expect(leadsTo('invoice', 'job')).toEqual(['Generate the invoice', '/invoices', { new: true, job: 'a1' }]);
  expect(leadsTo('message', 'invoice')).toEqual(['Email the invoice', '/invoices', { invoice: 'a1', do: 'email' }]);
});

test('Any other act opens the record, where its acts are', () => {
  expect(leadsTo('message', 'lead')).toEqual(['Open the lead', '/leads', { lead: 'a1' }]);
  expect(leadsTo('open', 'equipment')?.slice(1)).toEqual(['/equipment', { equipment: 'a1' }]);
  expect(leadsTo('open', 'quote')?.slice(0, 1)).toEqual(['Open the quote']);
});

test('An act is done on the first record that it can be done on: the crew’s job, not the crew', () => {
  const crew = { kind: 'crew', id: 'c1', label: 'Elm', why: '', removed: false };
  const evidence = [crew, ...on('job', true), { ...crew, kind: 'job', id: 'b2' }];
  expect(actOf({ opens: 'schedule', evidence })?.search).toEqual({ move: 'b2' });
  expect(actOf({ opens: 'schedule', evidence: [crew] })?.text).toBe('Open the crew');
});

test('No act is offered on a record that is gone or has no page, or where there is none', () => {
  expect(actOf({ opens: 'invoice', evidence: on('job', true) })).toBeNull();
  expect(actOf({ opens: 'open', evidence: [] })).toBeNull();
  expect(actOf({ opens: null, evidence: on('job') })).toBeNull();
  expect(leadsTo('open', 'unheard-of')).toBeNull();
});

test('What is said of confidence is a count once its kind was checked, and named as a rule of thumb before', () => {
  const text = (said: Partial<Parameters<typeof confidenceText>[0]>) =>
    confidenceText({ confidence: '0.75', track: null, cases: null, detector: 'slow_leads', ...said });
  expect(text({ track: { right: 17, of: 21 } })).toBe('Right 17 of 21 times');
  expect(text({ cases: 7 })).toBe('75% by rule of thumb, until 20 cases are checked (7 so far)');
  expect(text({})).toBe('75% by rule of thumb, until 20 cases are checked');
  expect(text({ detector: null })).toBe('75%, as entered');
});

test('A hand-written link filters like the console’s own', () => {
  const filter = (search: object) => filterOf(aiDashboardSearch.parse(search));
  expect(filter({ read: false, acted: true })).toMatchObject({ isRead: 'false', isActionTaken: 'true' });
  expect(filter({ read: 'false', acted: 'true' })).toMatchObject({ isRead: 'false', isActionTaken: 'true' });
  expect(filter({ read: 'perhaps', acted: 1 })).toMatchObject({ isRead: undefined, isActionTaken: undefined });
});
