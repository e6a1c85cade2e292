import { expect, test } from 'vitest';
import { slowLeads } from '../../../../ai/detectors/slow-leads.ts';
import type { LeadSteps } from '../../../../ai/facts/lead-steps.ts';
import type { LeadDocument } from '../../../../projections/leads.ts';
import { factsWith } from '../../../support/insights/facts-with.ts';
import { expectFit, PERSONAL } from '../../../support/insights/finding-texts.ts';
import { ago, NOW, places } from '../../../support/insights/moments.ts';
import { factsTold, type Told } from '../../../support/insights/told.ts';
import { captured } from '../../../support/samples/lead-events.ts';

interface Row {
  lead: Partial<LeadDocument>;
  steps: Partial<LeadSteps>;
}

/** A lead that came so many days ago. @param answered days until its first answer; null: it is new */
function lead(id: string, days: number, answered: number | null, more: Partial<LeadDocument> = {}): Row {
  const { name, email, phone, address, said } = PERSONAL;
  const person = { name, email, phone, address, description: said, notes: said };
  const status = answered === null ? 'New' : 'Won';
  const answeredAt = answered === null ? null : ago(days - answered);
  return {
    lead: { id, ...person, status, estimatedValue: null, createdAt: ago(days), ...more },
    steps: { id, status, answeredAt, decidedAt: null },
  };
}

const won = (count: number) => places(count).map((place) => lead(`won-${place}`, 40 + 7 * place, 0.05));
const factsOf = (rows: Row[], asOf = NOW) =>
  factsWith(asOf, { leads: rows.map((row) => row.lead), leadSteps: rows.map(({ steps }) => steps) });

const WAITING = [lead('a', 10, null), lead('b', 12, null, { estimatedValue: 250_000 }), lead('c', 7, null)];

test('New leads that wait longer than won ones did are found, the most valuable first', () => {
  const found = slowLeads.find(factsOf([...won(30), ...WAITING]));
  expectFit(found);
  expect(found).toMatchObject([
    {
      subject: 'all',
      title: '3 leads have waited longer for a first answer than those you won',
      basis:
        '4 of 5 won leads of the last year were answered within 1 hour; 3 leads that came in by November 16, 2026 wait more than 1 day. Days on which the company is closed do not count.',
      evidence: [
        { kind: 'lead', id: 'b', why: 'New since November 11, 2026; estimated at $2,500.00.' },
        { kind: 'lead', id: 'a', why: 'New since November 13, 2026.' },
        { kind: 'lead', id: 'c', why: 'New since November 16, 2026.' },
      ],
      opens: 'message',
      measure: 3,
      worth: 250_000,
    },
  ]);
  expect(slowLeads.find(factsOf([...won(30), ...WAITING]))).toEqual(found);
  expect(slowLeads.find(factsOf([...won(30), ...WAITING], ago(-1)))).toEqual(found);
});

test('What came in before the weekend has not waited on Monday', () => {
  const friday = places(5).map((place) => lead(`friday-${place}`, 3, null));
  expect(slowLeads.find(factsOf([...won(30), ...friday]))).toEqual([]);
  expect(slowLeads.find(factsOf([...won(30), ...friday], ago(-1)))).toHaveLength(1);
});

test('Where leads usually wait, waiting is no news', () => {
  const slow = places(30).map((place) => lead(`slow-${place}`, 40 + 7 * place, 7));
  expect(slowLeads.find(factsOf([...slow, ...places(5).map((place) => lead(`new-${place}`, 7, null))]))).toEqual([]);
  expect(slowLeads.find(factsOf([...slow, ...places(5).map((place) => lead(`new-${place}`, 14, null))]))).toHaveLength(
    1,
  );
});

test('A few, those of long ago, and those that are not new or gone are not told', () => {
  const healthy = [
    ...WAITING.slice(0, 2),
    ...places(5).map((place) => lead(`old-${place}`, 40, null)),
    ...places(5).map((place) => lead(`removed-${place}`, 10, null, { removed: true })),
    ...places(5).map((place) => lead(`erased-${place}`, 10, null, { erased: true })),
    ...places(5).map((place) => lead(`contacted-${place}`, 10, null, { status: 'Contacted' })),
  ];
  expect(slowLeads.find(factsOf([...won(30), ...healthy]))).toEqual([]);
});

test('With fewer than twenty won leads whose answer is known it says nothing', () => {
  expect(slowLeads.find(factsOf([...won(19), ...WAITING]))).toBeNull();
  expect(slowLeads.find(factsOf([...won(20), ...WAITING]))).toHaveLength(1);
  const unknown = won(30).map((row) => ({ ...row, steps: { ...row.steps, answeredAt: null } }));
  expect(slowLeads.find(factsOf([...unknown, ...WAITING]))).toBeNull();
});

test('The documents of a log hold what it reads', () => {
  const came = (id: string, days: number): Told => {
    const body = captured(PERSONAL.name);
    return [`lead-${id}`, { ...body, data: { ...body.data, capturedAt: ago(days) } }, ago(days)];
  };
  const became = (id: string, status: string, days: number): Told => {
    return [`lead-${id}`, { type: 'LeadStatusChanged', data: { status } }, ago(days)];
  };
  const past = places(20).flatMap((place) => [
    came(`won${place}`, 40 + place),
    became(`won${place}`, 'Contacted', 40 + place),
    became(`won${place}`, 'Won', 35 + place),
  ]);
  const found = slowLeads.find(factsTold(NOW, ...past, came('a', 10), came('b', 11), came('c', 12)));
  expectFit(found);
  expect(found).toMatchObject([{ evidence: [{ id: 'c' }, { id: 'b' }, { id: 'a' }] }]);
});

test('It was right if the leads were lost or never answered, and wrong if they were won all the same', () => {
  const [found] = slowLeads.find(factsOf([...won(30), ...WAITING])) ?? [];
  if (!found) throw new Error('It found nothing.');
  const after = (status: string) =>
    slowLeads.provedRight(found, factsOf(WAITING.map((row) => ({ ...row, lead: { ...row.lead, status } }))));
  expect([after('Lost'), after('New'), after('Won'), after('Quoting')]).toEqual([true, true, false, null]);
});
