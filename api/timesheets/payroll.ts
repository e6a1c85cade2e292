import { Rejection } from '../../domain/kit/decider.ts';
import { addDays } from '../../domain/kit/times.ts';
import { type PaidMinutes, paidSum } from '../../domain/timesheet/overtime.ts';
import { payrollEntries } from '../../domain/timesheet/payroll.ts';
import { daysOf, timesheetIdOf, weekOf } from '../../domain/timesheet/terms.ts';
import { type TimesheetDocument, timesheets } from '../../projections/timesheets.ts';
import type { ReadModels } from '../../store/read-models.ts';
import { allOf } from '../../store/read-pages.ts';
import { personNames } from '../hr/employees.ts';
import { dayOf, instantsOf } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { emptySheet } from './present.ts';
import type { Payroll, PayrollLine } from './schema.ts';
import { type Days, readWork, reckoned, type Work } from './work.ts';

const MOST_DAYS = 366;

/**
 * What is to be paid of some days: a line for each person, week and pay type, of approved hours and of what was
 * changed of them in these days; and which hours of these days nobody has approved (docs/payroll-export.md).
 * @throws Rejection for a period that is backwards or too long
 */
export async function payrollOf(context: ApiContext, { from, to }: Days): Promise<Payroll> {
  if (to < from) throw new Rejection('invalid', 'The period must not end before it starts.', 'to');
  if (to >= addDays(from, MOST_DAYS)) throw new Rejection('invalid', 'A period can be of at most a year.', 'to');
  const models = context.readModels.current();
  const weeks = weeksOf(from, to);
  const work = await readWork(models, { from, to });
  const sheets = await sheetsWhere(models, 'week', { gte: weeks[0] ?? from, lte: to });
  const changed = await sheetsWhere(models, 'bookedAt', { gte: instantsOf({ from, to }, work.zone).gte });
  const told = new Map([...sheets, ...changed].map((sheet) => [sheet.id, sheet]));
  const nameOf = await personNames(context, [...work.personIds, ...[...told.values()].map(({ personId }) => personId)]);
  const named = (line: Omit<PayrollLine, 'employee'>): PayrollLine => ({ ...line, employee: nameOf(line.employeeId) });
  const lines = [...told.values()].flatMap((sheet) => linesOfWeek(sheet, { from, to }, work.zone)).map(named);
  const waiting = waitingIn(work, sheets, weeks).map((each) => ({ ...each, person: nameOf(each.personId) }));
  return {
    from,
    to,
    lines: lines.sort((a, b) => compare(placeOf(a), placeOf(b))),
    waiting: waiting.sort((a, b) => compare(`${a.week} ${a.person}`, `${b.week} ${b.person}`)),
  };
}

function placeOf({ employee, employeeId, weekStart, entry, payType }: PayrollLine): string {
  // Hours before corrections, and regular before overtime.
  return [employee ?? '', employeeId, weekStart, entry === 'hours' ? 0 : 1, payType === 'regular' ? 0 : 1].join('\n');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The Mondays of the weeks that have one of the days. */
function weeksOf(from: string, to: string): string[] {
  const weeks: string[] = [];
  for (let week = weekOf(from); week <= to; week = addDays(week, 7)) weeks.push(week);
  return weeks;
}

function sheetsWhere(
  models: ReadModels,
  field: 'week' | 'bookedAt',
  range: { gte: string; lte?: string },
): Promise<TimesheetDocument[]> {
  return allOf(models, timesheets.collection, { where: { [field]: range }, order: { field, direction: 'asc' } });
}

function isWithin(day: string, { from, to }: Days): boolean {
  return from <= day && day <= to;
}

/** What the file of some days has of a week: its hours by pay type, and each change by the day that it is of. */
function linesOfWeek(
  { personId, week, bookings }: TimesheetDocument,
  days: Days,
  zone: string,
): Omit<PayrollLine, 'employee'>[] {
  const dated = bookings.map(({ at, ...booking }) => ({ ...booking, on: dayOf(Date.parse(at), zone) }));
  const told = payrollEntries(dated).filter(({ fileDay }) => isWithin(fileDay, days));
  const line = { employeeId: personId, ...spanOf(week) };
  const hours = paidSum(told.filter(({ entry }) => entry === 'hours'));
  return [
    ...linesOf(hours, { ...line, entry: 'hours', reference: null }),
    ...told
      .filter(({ entry }) => entry === 'correction')
      .flatMap((each) => linesOf(each, { ...line, entry: 'correction', reference: each.day })),
  ];
}

function spanOf(week: string) {
  return { weekStart: week, weekEnd: addDays(week, 6) };
}

function linesOf(
  { regular, overtime }: PaidMinutes,
  line: Omit<PayrollLine, 'employee' | 'payType' | 'hours' | 'minutes'>,
): Omit<PayrollLine, 'employee'>[] {
  const all = [
    { payType: 'regular', minutes: regular },
    { payType: 'overtime', minutes: overtime },
  ] as const;
  return all
    .filter(({ minutes }) => minutes !== 0)
    .map(({ payType, minutes }) => ({ ...line, payType, minutes, hours: (minutes / 60).toFixed(2) }));
}

/** The weeks in which somebody worked on one of the days, without anybody's approval. */
function waitingIn(work: Work, sheets: readonly TimesheetDocument[], weeks: readonly string[]) {
  const byId = new Map(sheets.map((sheet) => [sheet.id, sheet]));
  const personIds = [...new Set([...work.personIds, ...sheets.map(({ personId }) => personId)])];
  return weeks.flatMap((week) =>
    personIds.flatMap((personId) => {
      const id = timesheetIdOf(personId, week);
      const sheet = byId.get(id) ?? emptySheet(id);
      if (sheet.status === 'approved') return [];
      const days = daysOf(week).filter((day) => isWithin(day, work));
      const minutes = reckoned(work, sheet, days).reduce((sum, day) => sum + day.minutes, 0);
      const isWaiting = minutes > 0 || sheet.status === 'submitted';
      return isWaiting ? [{ id, personId, week, status: sheet.status, minutes }] : [];
    }),
  );
}
