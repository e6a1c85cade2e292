import { expect, test } from 'vitest';
import { winRateDrop } from '../../../../ai/detectors/win-rate-drop.ts';
import { DRAFT } from '../../../../domain/quote/versions.ts';
import type { QuoteDocument } from '../../../../projections/quotes.ts';
import type { StaffDocument } from '../../../../projections/staff.ts';
import { factsWith } from '../../../support/insights/facts-with.ts';
import { expectFit, PERSONAL } from '../../../support/insights/finding-texts.ts';
import { ago, NOW, places } from '../../../support/insights/moments.ts';

type Row = Partial<QuoteDocument>;

/** A quote that was decided so many days ago. */
function quote(id: string, days: number, isWon: boolean, service = 'pruning', madeBy = 'ann'): Row {
  const life = { ...DRAFT, status: isWon ? 'approved' : 'declined', endedAt: ago(days) };
  const approval = isWon ? { approvedAt: ago(days) } : null;
  const versions = [{ version: 1, savedAt: ago(days + 5), life, approval }] as unknown as QuoteDocument['versions'];
  const items = [{ service, description: PERSONAL.said }] as unknown as QuoteDocument['items'];
  const createdAt = ago(days + 5);
  return { id, status: life.status, total: 100_000, versions, items, customerName: PERSONAL.name, createdAt, madeBy };
}

/** Decisions of 20 months, every three days, of which a share is won: another share of the last five. */
function decided(name: string, [before, recent]: [number, number], service = 'pruning', madeBy = 'ann'): Row[] {
  return places(200).map((place) => {
    const days = 1 + 3 * place;
    const share = days < 160 ? recent : before;
    const isWon = Math.floor((place + 1) * share) > Math.floor(place * share);
    return quote(`${name}-${place}`, days, isWon, service, madeBy);
  });
}

function factsOf(rows: Row[], asOf = NOW) {
  return factsWith(asOf, {
    quotes: rows,
    people: ['ann', 'ben'].map((id) => ({ id, staff: { id } as StaffDocument })),
  });
}

const pruning = decided('p', [0.6, 0.2]);
const steady = [...decided('r', [0.6, 0.6], 'tree_removal'), ...decided('s', [0.5, 0.5], 'stump_grinding')];

test('A service of which fewer quotes are won than in the year before is found', () => {
  const facts = factsOf([...pruning, ...steady]);
  const found = winRateDrop.find(facts);
  expectFit(found);
  expect(found).toMatchObject([{ subject: 'service/pruning', insightType: 'anomaly', category: 'customer' }]);
  expect(found?.[0]?.title).toMatch(/^Quotes for pruning are won less often: \d+%, down from \d+%$/);
  expect(found?.[0]?.evidence.every(({ kind }) => kind === 'quote')).toBe(true);
  expect(winRateDrop.find(facts)).toEqual(found);
});

test('One who makes quotes is told by the evidence, never by name', () => {
  const of = (share: [number, number], madeBy: string) =>
    ['pruning', 'tree_removal'].flatMap((service) => decided(`${madeBy}-${service}`, share, service, madeBy));
  const found = winRateDrop.find(factsOf([...of([0.6, 0.2], 'ann'), ...of([0.6, 0.6], 'ben')]));
  expectFit(found);
  const estimators = found?.filter(({ subject }) => subject.startsWith('estimator/'));
  expect(estimators?.map(({ subject }) => subject)).toEqual(['estimator/ann']);
  expect(estimators?.[0]?.evidence[0]).toEqual({ kind: 'staff', id: 'ann', why: 'Made these quotes.' });
  expect(estimators?.[0]?.title).toContain('{0}');
});

test('Leads of a source are compared by when they came in', () => {
  const rows = decided('l', [0.6, 0.2]);
  const others = decided('o', [0.6, 0.6]);
  const leads = [...rows, ...others].map(({ id = '', status, createdAt = NOW }) => ({
    id,
    createdAt,
    leadSource: id.startsWith('l') ? 'website_widget' : 'Referral',
    name: PERSONAL.name,
    status: status === 'approved' ? 'Won' : 'Lost',
    estimatedValue: 50_000,
  }));
  const leadSteps = [...rows, ...others].map(({ id = '', versions }) => {
    return { id, decidedAt: versions?.[0]?.life.endedAt ?? null };
  });
  const found = winRateDrop.find(factsWith(NOW, { leads, leadSteps }));
  expectFit(found);
  expect(found).toMatchObject([{ subject: 'source/website_widget' }]);
  expect(found?.[0]?.title).toContain('Leads from Website Widget are won less often');
});

test('What fell everywhere is one finding', () => {
  const all = ['pruning', 'tree_removal', 'stump_grinding'].flatMap((service) =>
    decided(service, [0.6, 0.25], service),
  );
  expect(winRateDrop.find(factsOf(all))?.map(({ subject }) => subject)).toEqual(['all']);
});

test('A company that wins as it did, or somewhat less, has nothing to hear', () => {
  expect(winRateDrop.find(factsOf(steady))).toEqual([]);
  expect(winRateDrop.find(factsOf([...decided('p', [0.6, 0.52]), ...steady]))).toEqual([]);
});

test('A quiet month after a busy one is no drop, though what is lost comes to an end later', () => {
  // In the busy month before last as many are won as ever; what was lost of it expires now.
  const busy = places(60).map((place) => {
    const isWon = place % 10 < 6;
    const row = quote(`b-${place}`, isWon ? 38 : 2, isWon, 'pruning');
    return { ...row, createdAt: ago(42) };
  });
  expect(winRateDrop.find(factsOf([...decided('p', [0.6, 0.6]), ...busy, ...steady]))).toEqual([]);
});

test('Fewer quotes for those who were there before are no drop, where leads and they are won as ever', () => {
  const fromLead = (row: Row): Row => ({ ...row, leadId: `lead-${row.id}` });
  // Every other one of earlier times was for a customer, and hardly any of late: of these nine of ten are won, of leads a third.
  const rows = places(400).map((place) => {
    const days = 1 + 2 * place;
    const isOfLead = days < 170 ? place % 10 !== 0 : place % 2 === 0;
    const row = quote(`m-${place}`, days, isOfLead ? place % 6 < 2 : place % 20 !== 1);
    return isOfLead ? fromLead(row) : row;
  });
  expect(winRateDrop.find(factsOf([...rows, ...steady]))).toEqual([]);
});

test('With too few decisions it says nothing', () => {
  expect(winRateDrop.find(factsOf(pruning.slice(0, 80)))).toBeNull();
  expect(winRateDrop.find(factsOf(pruning.filter((_, place) => place % 4 === 0)))).toBeNull();
});

test('It does not come and go from day to day', () => {
  const rows = [...pruning, ...steady];
  const found = places(60).map((day) => winRateDrop.find(factsOf(rows, ago(-day)))?.length ?? 0);
  expect(found.join('')).toMatch(/^1+0*$/);
});

test('It was right if fewer went on to be won', () => {
  const [found] = winRateDrop.find(factsOf([...pruning, ...steady])) ?? [];
  if (!found) throw new Error('It found nothing.');
  const after = (share: number) => {
    const next = places(30).map((place) => quote(`next-${place}`, -3 * place - 6, place % 10 < share * 10));
    return winRateDrop.provedRight(found, factsOf([...pruning, ...steady, ...next], ago(-135)));
  };
  expect([after(0.2), after(0.6)]).toEqual([true, false]);
  expect(winRateDrop.provedRight(found, factsOf([]))).toBeNull();
});
