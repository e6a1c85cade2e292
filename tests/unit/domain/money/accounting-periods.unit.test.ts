import { describe, expect, test } from 'vitest';
import { type BooksCommand, books } from '../../../../domain/books/books.ts';
import type { BooksEvent } from '../../../../domain/books/events.ts';
import { exportOf } from '../../../../domain/books/exports.ts';
import { specify } from '../../../support/decider-specification.ts';

const { given } = specify(books);
const NOW = '2026-06-15T12:00:00.000Z';
const accountNames = { bank: 'River Bank' };

type Exporting = Extract<BooksCommand, { type: 'ExportPeriod' }>;

const exporting = (from: string, to: string, more: Partial<Exporting> = {}): Exporting => ({
  type: 'ExportPeriod' as const,
  periodId: 'new',
  from,
  to,
  today: '2026-06-15',
  firstDay: '2026-03-10',
  accountNames,
  now: NOW,
  ...more,
});
const exported = (number: number, from: string, to: string, periodId = `p${number}`): BooksEvent => ({
  type: 'PeriodExported',
  data: { periodId, number, from, to, accountNames, exportedAt: NOW },
});
const reopened = (periodId: string): BooksEvent => ({ type: 'PeriodReopened', data: { periodId } });
const APRIL = exported(1, '2026-03-01', '2026-04-30');
const MAY = exported(2, '2026-05-01', '2026-05-31');

describe('exporting a period', () => {
  test('A period that is exported gets the next number, and keeps what the accounts were called', () => {
    given()
      .when(exporting('2026-03-01', '2026-04-30'))
      .then(exported(1, '2026-03-01', '2026-04-30', 'new'));
    given(APRIL)
      .when(exporting('2026-05-01', '2026-05-31'))
      .then(exported(2, '2026-05-01', '2026-05-31', 'new'));
  });

  test('A period is exported up to today at most, with its last day not before its first', () => {
    given(APRIL)
      .when(exporting('2026-05-01', '2026-06-15'))
      .then(exported(2, '2026-05-01', '2026-06-15', 'new'));
    given(APRIL)
      .when(exporting('2026-05-01', '2026-06-16'))
      .thenRefused('invalid', 'The last day must not be after today.');
    given(APRIL)
      .when(exporting('2026-05-01', '2026-04-30'))
      .thenRefused('invalid', 'The last day must not be before the first.');
  });

  test('A period begins with the day after the last one: no day is exported twice, and none is left out', () => {
    given(APRIL)
      .when(exporting('2026-04-30', '2026-05-31'))
      .thenRefused('conflict', 'The days up to 2026-04-30 are already exported. Begin with 2026-05-01.');
    given(APRIL)
      .when(exporting('2026-05-02', '2026-05-31'))
      .thenRefused('invalid', 'Days from 2026-05-01 on would be left out. Begin with 2026-05-01.');
  });

  test('The first period that is exported begins with the first entry or before it', () => {
    given()
      .when(exporting('2026-03-11', '2026-04-30'))
      .thenRefused('invalid', '2026-03-10 is the first day with an entry: begin on that day or earlier.');
    given()
      .when(exporting('2026-06-01', '2026-06-15', { firstDay: null }))
      .then(exported(1, '2026-06-01', '2026-06-15', 'new'));
  });

  test('A period is exported once', () => {
    given(APRIL)
      .when(exporting('2026-05-01', '2026-05-31', { periodId: 'p1' }))
      .thenRefused('conflict');
  });
});

describe('taking an export back', () => {
  test('Only the newest export is taken back, and its number is not given again', () => {
    given(APRIL, MAY).when({ type: 'ReopenPeriod', periodId: 'p2' }).then(reopened('p2'));
    given(APRIL, MAY, reopened('p2'))
      .when(exporting('2026-05-01', '2026-05-31'))
      .then(exported(3, '2026-05-01', '2026-05-31', 'new'));
    given(APRIL, MAY)
      .when({ type: 'ReopenPeriod', periodId: 'p1' })
      .thenRefused('conflict', 'Only the newest export can be undone: later ones build on this one.');
  });

  test('An export is taken back once, and one that does not exist is refused', () => {
    given(APRIL, reopened('p1')).when({ type: 'ReopenPeriod', periodId: 'p1' }).thenNothingHappens();
    given(APRIL).when({ type: 'ReopenPeriod', periodId: 'p7' }).thenRefused('not_found', 'There is no such export.');
  });

  test('Taking an export back is the undo of exporting, and is not undone itself', () => {
    expect(books.inverse(APRIL, books.initial)).toEqual({ type: 'ReopenPeriod', periodId: 'p1' });
    expect(books.inverse(reopened('p1'), books.initial)).toBeNull();
  });
});

test('What is recorded of an exported day belongs in the next export, whatever its days are', () => {
  const [april, may] = [
    { number: 1, to: '2026-04-30', position: '05' },
    { number: 2, to: '2026-05-31', position: '08' },
  ];
  const inExport = (day: string, position: string) => exportOf({ day, position }, [april, may])?.number ?? null;
  expect(inExport('2026-04-10', '03')).toBe(1);
  expect(inExport('2026-05-10', '03')).toBe(2);
  expect(inExport('2026-04-10', '06')).toBe(2);
  expect(inExport('2026-02-01', '07')).toBe(2);
  expect(inExport('2026-04-10', '09')).toBeNull();
  expect(inExport('2026-06-01', '03')).toBeNull();
});
