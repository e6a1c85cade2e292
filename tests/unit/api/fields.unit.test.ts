import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { companyDays } from '../../../api/kit/company-time.ts';
import {
  amount,
  choice,
  completed,
  createBody,
  dayOrInstant,
  type Field,
  givenIn,
  idsOf,
  line,
  list,
  onceWithout,
  recordSchema,
  requiredChoice,
  requiredLine,
  reviseBody,
  shownOf,
  text,
  whole,
} from '../../../api/kit/fields/fields.schema.ts';

const fields = {
  name: onceWithout(requiredLine('The name', 10, 'Enter a name.')),
  kind: requiredChoice('The kind', ['oak', 'elm'], 'Choose a kind.'),
  phone: line('The phone number', 20),
  notes: text('The notes', 100),
  price: amount('The price'),
  source: choice('The source', ['web', 'friend']),
  days: whole('Enter 1 to 30 days.', 1, 30),
  seenOn: dayOrInstant('The day'),
  crewIds: idsOf('The crews', 3, 'Crews that there are.'),
  skills: list('skills', z.string(), 3, z.string()),
};
const create = createBody(fields);
const revise = reviseBody(fields);

const nothing = { phone: null, notes: null, price: null, source: null, days: null, seenOn: null };
const least = { name: 'Ada', kind: 'oak' } as const;

function issuesOf(schema: z.ZodType, body: object): string[] {
  const { error } = schema.safeParse(body);
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}

describe('the body of a POST', () => {
  test('The body of a POST asks for what is required, each with its own message', () => {
    expect(issuesOf(create, {})).toEqual(['name: Enter a name.', 'kind: Choose a kind.']);
    expect(issuesOf(create, { name: ' ', kind: null })).toEqual(['name: Enter a name.', 'kind: Choose a kind.']);
    expect(issuesOf(create, { ...least, name: '\u200b\u202e\ufeff' })).toEqual(['name: Enter a name.']); // without a shape
    expect(issuesOf(create, { ...least, kind: 'ash' })).toEqual(['kind: The kind must be one of: oak, elm.']);
  });

  test.each([
    [{ phone: 5 }, 'phone: The phone number must be text.'],
    [{ phone: 'a\nb' }, 'phone: The phone number must be one line, without control characters.'],
    [{ notes: 'x'.repeat(101) }, 'notes: The notes must not be longer than 100 characters.'],
    [{ price: '-1' }, 'price: The price must be an amount from 0 to 9999999.99, like 1200 or 1200.50.'],
    [{ source: 'radio' }, 'source: The source must be one of: web, friend.'],
    [{ days: 31 }, 'days: Enter 1 to 30 days.'],
    [{ crewIds: 'all' }, 'crewIds: The crews must be a list of ids.'],
    [{ crewIds: ['1', '2', '3', '4'] }, 'crewIds: There can be at most 3 of them.'],
    [{ skills: 5 }, 'skills: The skills must be a list.'],
  ])('The body of a POST is refused with %j', (said, issue) => {
    expect(issuesOf(create, { ...least, ...said })).toEqual([issue]);
  });

  test('The body of a POST gives the rules what is stored: trimmed, in cents, null for no value', () => {
    const said = {
      ...least,
      name: ' Ada ',
      phone: ' 555 ',
      price: ' 12.5 ',
      days: '7',
      source: '',
      crewIds: ['a', 'a'],
    };
    expect(completed(fields, create.parse(said))).toEqual({
      ...nothing,
      name: 'Ada',
      kind: 'oak',
      phone: '555',
      price: 1250,
      days: 7,
      crewIds: ['a'],
      skills: [],
    });
    const blank = {
      phone: '',
      notes: ' ',
      price: '',
      source: null,
      days: ' ',
      seenOn: '',
      crewIds: null,
      skills: null,
    };
    expect(completed(fields, create.parse({ ...least, ...blank }))).toEqual({
      ...least,
      ...nothing,
      crewIds: [],
      skills: [],
    });
  });
});

describe('the body of a PATCH', () => {
  test('The body of a PATCH leaves unchanged what it does not name, and clears what it names without a value', () => {
    expect(givenIn(fields, revise.parse({}))).toEqual({});
    const body = revise.parse({ phone: null, price: '', skills: [], expectedRevision: 3, nameKey: 'x' });
    expect(givenIn(fields, body)).toEqual({ phone: null, price: null, skills: [] });
    expect(body.expectedRevision).toBe(3);
  });

  test('The body of a PATCH takes nothing away that is required', () => {
    expect(issuesOf(revise, { name: '', kind: '' })).toEqual(['name: Enter a name.', 'kind: Choose a kind.']);
    expect(issuesOf(revise, { name: null })).toEqual(['name: Enter a name.']);
  });
});

describe('a record', () => {
  const stored = { ...nothing, ...least, price: 1205, crewIds: [], skills: ['climbing'] };
  const document = { ...stored, id: '7', createdAt: '2026-06-01T12:00:00.000Z', revision: 2, nameKey: 'internal' };

  test('A record shows its fields as its schema says, and nothing else', () => {
    const shown = shownOf(fields, document);
    expect(shown).toEqual({
      ...stored,
      price: '12.05',
      id: '7',
      createdAt: document.createdAt,
      revision: 2,
      removed: false,
    });
    expect(recordSchema('Sample', fields, {}).parse(shown)).toEqual(shown);
  });

  test('A record of an older generation shows no value for what its document lacks', () => {
    const { price: _, crewIds: __, ...older } = document;
    expect(shownOf(fields, older as typeof document)).toMatchObject({ price: null, crewIds: [] });
    expect(shownOf(fields, { ...document, name: null }).name).toBeNull();
  });
});

test('A day may be given as an instant: then it is that day where the company is', () => {
  const given = givenIn(fields, revise.parse({ seenOn: '2026-06-02T02:00:00Z', phone: '2026-06-02T02:00:00Z' }));
  expect(companyDays(fields, given, 'America/New_York')).toEqual({ seenOn: '2026-06-01', phone: given.phone });
});

test('What a field stores and shows is known to the compiler', () => {
  fields.price satisfies Field<number | null, string | null>;
  // @ts-expect-error an amount is stored in cents
  fields.price satisfies Field<string | null>;
  // @ts-expect-error a required field is not missing
  const missing: z.output<typeof create> = { name: 'Ada' };
  expect(missing).toBeDefined();
});
