import { describe, expect, test } from 'vitest';
import { kinds } from '../../../api/areas.ts';
import { beginOf, endOf, isMoment } from '../../../api/audit/moments.schema.ts';
import { auditRights } from '../../../api/audit/rights.ts';
import { deciders } from '../../../domain/index.ts';
import { AREAS, may, ROLES, type Role } from '../../../domain/user/terms.ts';

const iso = (milliseconds: number) => new Date(milliseconds).toISOString();
const NEW_YORK = 'America/New_York';

describe('a moment', () => {
  test.each([
    ['2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ['2026-03-03T12:00', '2026-03-03T17:00:00.000Z', '2026-03-03T17:00:00.001Z'],
    ['2026-11-01T01:30-05:00', '2026-11-01T06:30:00.000Z', '2026-11-01T06:30:00.001Z'],
    ['2026-06-15T12:00+02:00', '2026-06-15T10:00:00.000Z', '2026-06-15T10:00:00.001Z'],
    ['2026-06-15T12:00:00.5Z', '2026-06-15T12:00:00.500Z', '2026-06-15T12:00:00.501Z'],
  ])('%s begins and ends by the company’s clock', (text, begin, end) => {
    expect(isMoment(text)).toBe(true);
    expect([iso(beginOf(text, NEW_YORK)), iso(endOf(text, NEW_YORK))]).toEqual([begin, end]);
  });

  test('The last day of all has no end', () => {
    expect(endOf('9999-12-31', NEW_YORK)).toBe(Number.POSITIVE_INFINITY);
  });

  test.each(['', 'today', '2026-02-30', '2026-06-15T25:00', '2026-06-15 12:00', '2026', '1750000000'])(
    '“%s” is no moment',
    (text) => expect(isMoment(text)).toBe(false),
  );
});

describe('the rights to the whole history', () => {
  const rightsOf = (role: Role) =>
    auditRights(kinds, { id: 'a', username: 'a', firstName: null, lastName: null, email: null, role });
  const categories = [...deciders.keys(), 'numbering'];

  test('The owner is told everything, also what nobody has placed', () => {
    const { lacking, hidden } = rightsOf('owner');
    expect([...categories, 'of-a-newer-version'].map(lacking).filter((need) => need !== null)).toEqual([]);
    expect([...hidden('staff', ['emergencyName', 'firstName'])]).toEqual([]);
  });

  test('The auditor is told all but pay, reviews and what nobody has placed', () => {
    const { lacking, hidden } = rightsOf('auditor');
    expect(categories.flatMap((category) => lacking(category) ?? []).toSorted()).toEqual(['pay:read', 'reviews:read']);
    expect(lacking('of-a-newer-version')).toBe('accounts:change');
    expect([...hidden('staff', ['emergencyName', 'firstName'])]).toEqual(['emergencyName']);
  });

  test('Whoever reads the history reads every other area, so that it does not matter of which a batch is', () => {
    for (const role of ROLES.filter((each) => may(each, 'history:read') && each !== 'owner')) {
      const unread = AREAS.filter((area) => !may(role, `${area}:read`));
      expect(unread, role).toEqual(['pay', 'reviews']);
    }
  });
});
