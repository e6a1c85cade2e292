import { expect, test } from 'vitest';
import { kinds } from '../../../api/areas.ts';
import { descentsOf, originOf } from '../../../api/audit/origins.ts';
import type { RecordedEvent } from '../../../domain/kit/event.ts';
import { metadata } from '../../support/samples/event-samples.ts';

const found = [...descentsOf(kinds)].flatMap(([category, descents]) =>
  descents.map(({ kind }) => `${kind.category} from ${category}`),
);

test('What came of a record is found by an index, wherever a step of that record does not tell', () => {
  const followed = kinds.all.flatMap(({ category, decider: { whose } }) =>
    typeof whose === 'object' && 'follows' in whose
      ? whose.follows.map((each) => `${category} from ${each.category}`)
      : [],
  );
  // Who makes a customer of a lead, or of a quote's nobody, changes that too.
  const toldByStep = ['customer from lead', 'customer from quote'];
  expect(followed.filter((each) => !found.includes(each)).sort()).toEqual(toldByStep);
  expect(found).toEqual(
    expect.arrayContaining([
      'quote from lead',
      'job from quote',
      'invoice from job',
      'invoice from quote',
      'pay from staff',
    ]),
  );
});

/** The events that begin a record, each with these data. */
function begun(stream: string, events: readonly (readonly [type: string, data: object])[]): RecordedEvent[] {
  return events.map(([type, data], at) => {
    const revision = BigInt(at);
    return { type, data, stream, revision, id: `e${at}`, position: String(at), metadata: metadata() };
  });
}

test.each([
  [
    'job',
    [
      ['JobCreated', { customerId: 'c' }],
      ['JobAgreed', { quoteId: 'q' }],
    ],
    { category: 'quote', id: 'q' },
  ],
  ['job', [['JobCreated', { customerId: 'c' }]], { category: 'customer', id: 'c' }],
  ['job', [['JobCreated', { customerId: null }]], null],
  ['invoice', [['InvoiceIssued', { customerId: 'c', jobId: 'j', quoteId: 'q' }]], { category: 'job', id: 'j' }],
  ['invoice', [['InvoiceIssued', { customerId: 'c', jobId: null, quoteId: 'q' }]], { category: 'quote', id: 'q' }],
  ['quote', [['QuoteCreated', { customerId: 'c', leadId: 'l' }]], { category: 'lead', id: 'l' }],
  ['mail', [['MailIntended', { category: 'invoice', recordId: 'i' }]], { category: 'invoice', id: 'i' }],
  ['pay', [['PayRateSet', {}]], { category: 'staff', id: 'own' }],
  ['lead', [['LeadCaptured', {}]], null],
] as const)('A %s that begins with %j came from %j', (category, events, origin) => {
  const kind = kinds.of(category);
  expect(originOf(kind, 'own', begun(`${category}-own`, events))).toEqual(origin);
});
