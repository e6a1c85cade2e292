import { globSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AnyList } from '../../../api/kit/lists/lists.schema.ts';
import { anyHistory, folded } from '../../support/samples/histories.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** What the lists of the calls read. */
const READ: Readonly<Record<string, readonly string[]>> = {
  analysisList: ['analyses'],
  campaignList: ['campaigns', 'email_campaigns'],
  costList: ['costs'],
  crewList: ['crews'],
  customerList: ['customers'],
  customerReviewList: ['customer_reviews'],
  equipmentList: ['equipment'],
  externalLeadList: ['external_leads'],
  insightList: ['insights'],
  invoiceList: ['invoices'],
  jobList: ['jobs'],
  leadList: ['leads'],
  mailList: ['mails'],
  paymentList: ['payments'],
  planList: ['plans'],
  quoteList: ['quotes'],
  reviewList: ['performance_reviews'],
  ruleList: ['automation_rules'],
  runList: ['automation_runs'],
  socialPostList: ['social_posts'],
  staffList: ['people'],
  suppressionList: ['suppressions'],
  taskList: ['tasks'],
  timeOffList: ['time_off'],
  userList: ['people'],
};
/** For a filter that the start need not try. */
const ANY = '2026-06-15';
/** Every record has these, from when they are set on. */
const OF_RECORDS = ['removed', 'erased'];

const lists = (
  await Promise.all(
    globSync('api/**/*schema.ts', { cwd: ROOT }).map(async (file) => Object.entries(await import(join(ROOT, file)))),
  )
)
  .flat()
  .filter((entry): entry is [string, AnyList] => isList(entry[1]));

function isList(value: unknown): value is AnyList {
  return typeof value === 'object' && value !== null && ['where', 'filters', 'sorts'].every((part) => part in value);
}

/** By collection, the fields of its documents, in histories of all kinds of records. */
const fields = new Map<string, Set<string>>();
for (const history of fc.sample(anyHistory, { seed: 1, numRuns: 400 }))
  for (const [collection, documents] of Object.entries(folded(history))) {
    const known = fields.get(collection) ?? new Set(OF_RECORDS);
    for (const name of documents.flatMap((document) => Object.keys(document))) known.add(name);
    fields.set(collection, known);
  }

/** What a filter or an order asks about, by what it is called. */
function asked({ where, filters, sorts }: AnyList): [string, readonly string[]][] {
  const narrowed = Object.entries(filters).map(([name, filter]): [string, string[]] => [
    name,
    (filter.samples.length > 0 ? filter.samples : [ANY]).flatMap((sample) =>
      Object.keys(filter.where(sample, '2026-06-15', '2026-06-15T12:00:00.000Z', 'UTC')),
    ),
  ]);
  return [['every call', Object.keys(where)], ...narrowed, ['sort', Object.values(sorts)]];
}

describe('the fields of a list', () => {
  test.each(lists)('What %s asks about are fields of the records that it reads', (name, list) => {
    const collections = READ[name] ?? [];
    expect(collections, `Say in READ what ${name} reads.`).not.toEqual([]);
    for (const collection of collections)
      for (const [by, names] of asked(list))
        for (const field of names) expect(fields.get(collection), `${by} of ${name}`).toContain(field);
  });

  test('Each list that is named here is there', () => {
    expect(Object.keys(READ).sort()).toEqual(lists.map(([name]) => name).sort());
  });
});
