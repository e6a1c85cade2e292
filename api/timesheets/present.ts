import { addDays, endOfRange, isDate, startOfDay } from '../../domain/kit/times.ts';
import { type PaidMinutes, paidSum, withOvertime } from '../../domain/timesheet/overtime.ts';
import { type ReckonedDay, runningFor, type SourceMinutes, sourceKey } from '../../domain/timesheet/reckoning.ts';
import { approvedSources, EMPTY_SHEET, type Sheet } from '../../domain/timesheet/sheet.ts';
import { daysOf, partsOfTimesheetId, weekOf } from '../../domain/timesheet/terms.ts';
import { type JobDocument, jobs } from '../../projections/jobs.ts';
import type { TimesheetDocument } from '../../projections/timesheets.ts';
import type { ReadModels } from '../../store/read-models.ts';
import { personNames } from '../hr/employees.ts';
import type { ApiContext } from '../kit/context.ts';
import { noSuch } from '../kit/records.ts';
import type { TimesheetRecord, ToldTimesheet } from './schema.ts';
import { noWork, readWork, reckoned, timeOf, type Work } from './work.ts';

/** What a week's own events say of it. */
export function presentTold(sheet: TimesheetDocument): ToldTimesheet {
  const { id, personId, week, status, entries, submitted, approved, corrections, revision } = sheet;
  return {
    id,
    personId,
    week,
    status,
    entries: entries.map(({ addedBy: _, addedAt: __, ...entry }) => entry),
    submittedBy: submitted?.submittedBy ?? null,
    submittedAt: submitted?.submittedAt ?? null,
    approvedBy: approved?.approvedBy ?? null,
    approvedAt: approved?.approvedAt ?? null,
    isOwnApproval: approved?.isOwn === true,
    corrections: [...corrections],
    revision,
    erased: sheet.erased === true,
  };
}

/** A week in which nobody entered anything. @throws HttpError 400 for an id that is not of a person's week */
export function emptySheet(id: string): TimesheetDocument {
  const { personId, week } = weekOfId(id);
  return {
    id,
    personId,
    personName: null,
    personRecord: '',
    week,
    ...EMPTY_SHEET,
    bookings: [],
    bookedAt: null,
    createdAt: '',
    revision: -1,
  };
}

/** @throws HttpError 400 for an id that is not of a person's week */
export function weekOfId(id: string): { personId: string; week: string } {
  const parts = partsOfTimesheetId(id);
  if (parts && isDate(parts.week) && weekOf(parts.week) === parts.week && parts.week < '9999') return parts;
  throw noSuch('id', 'A timesheet is of a person and a week that begins on a Monday.');
}

/** What an approved week is paid by, what any other comes to as things are. */
interface Reckoned {
  days: readonly (Omit<ReckonedDay, 'sources'> & { sources: readonly Source[]; paid: PaidMinutes })[];
  total: PaidMinutes;
  differences: readonly (SourceMinutes & { day: string })[];
}

type Source = SourceMinutes & { by: 'clock' | 'hand' | null };

/** The hours of a week as they are now, or as they were approved. */
export function hoursOf(work: Work, sheet: TimesheetDocument): Reckoned {
  const now = reckoned(work, sheet, daysOf(sheet.week));
  const { approved } = sheet;
  if (!approved) {
    const paid = withOvertime(
      now.map(({ minutes }) => minutes),
      work.rule,
    );
    const days = now.map((day, index) => ({ ...day, paid: paid[index] as PaidMinutes }));
    return { days, total: paidSum(paid), differences: [] };
  }
  const days = now.map(({ day, overlapping, sources: there }) => {
    const { regular = 0, overtime = 0, sources = [] } = approved.days.find((each) => each.day === day) ?? {};
    const by = new Map(there.map((source) => [sourceKey(source), source.by]));
    const shown = sources.map((source) => ({ ...source, by: by.get(sourceKey(source)) ?? null }));
    return { day, minutes: regular + overtime, paid: { regular, overtime }, overlapping, sources: shown };
  });
  return {
    days,
    total: paidSum([...days.map(({ paid }) => paid), ...sheet.corrections]),
    differences: differencesOf(now, sheet),
  };
}

/**
 * By how much the hours of now differ from what was approved, by day and source, less what was corrected of it. Where
 * nothing is different a correction is the office's own word, and asks for no other.
 */
function differencesOf(now: readonly ReckonedDay[], sheet: Sheet): DaySource[] {
  const there = now.flatMap(({ day, sources }) => sources.map(({ by: _, ...source }) => ({ day, ...source })));
  const since = bySource(there, approvedSources({ ...sheet, corrections: [] }));
  const left = bySource(there, approvedSources(sheet));
  return [...left.values()]
    .filter((each) => each.minutes !== 0 && since.get(keyOf(each))?.minutes)
    .sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)));
}

type DaySource = SourceMinutes & { day: string };

const keyOf = (each: DaySource) => `${each.day} ${sourceKey(each)}`;

/** Minutes less others, of each day and source. */
function bySource(minutes: readonly DaySource[], others: readonly DaySource[]): Map<string, DaySource> {
  const sums = new Map<string, DaySource>();
  for (const each of [...minutes, ...others.map((other) => ({ ...other, minutes: -other.minutes }))]) {
    const { day, kind, jobId } = each;
    sums.set(keyOf(each), { day, kind, jobId, minutes: (sums.get(keyOf(each))?.minutes ?? 0) + each.minutes });
  }
  return sums;
}

/** The jobs whose clock runs for somebody, among those that began before the week ended. */
export function runningIn(work: Work, { personId, week }: Pick<TimesheetDocument, 'personId' | 'week'>, now: number) {
  const ends = startOfDay(endOfRange(addDays(week, 6)), work.zone);
  const at = new Date(now).toISOString();
  return runningFor(timeOf(work, personId, []), work.clocks, at < ends ? at : ends);
}

/** The jobs that some ids name. */
export async function jobsOf(
  models: ReadModels | null,
  ids: readonly (string | null)[],
): Promise<Map<string, JobDocument>> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  return models ? models.get(jobs.collection, known) : new Map();
}

async function workFor(models: ReadModels | null, sheets: readonly TimesheetDocument[]): Promise<Work> {
  const weeks = sheets.map(({ week }) => week).sort();
  const days = { from: weeks[0] ?? '', to: addDays(weeks.at(-1) ?? '', 6) };
  const [first, ...others] = sheets;
  return models ? readWork(models, days, others.length === 0 ? first?.personId : undefined) : noWork(days);
}

/** Weeks as they are shown: with what was worked, by whom, and what differs. */
export async function presentSheets(
  context: Pick<ApiContext, 'readModels' | 'clock'>,
  sheets: readonly TimesheetDocument[],
  work?: Work,
): Promise<TimesheetRecord[]> {
  if (sheets.length === 0) return [];
  const models = context.readModels.peek();
  const read = work ?? (await workFor(models, sheets));
  const all = sheets.map((sheet) => ({
    sheet,
    ...hoursOf(read, sheet),
    running: runningIn(read, sheet, context.clock()),
  }));
  const documents = await jobsOf(
    models,
    all.flatMap(({ days, differences, running, sheet }) => [
      ...days.flatMap(({ sources }) => sources.map(({ jobId }) => jobId)),
      ...[...differences, ...sheet.corrections].map(({ jobId }) => jobId),
      ...running,
    ]),
  );
  const nameOf = await personNames(context, [
    ...[...documents.values()].flatMap(({ enteredBy = {} }) => Object.values(enteredBy)),
    ...sheets.flatMap(({ personId, entries, submitted, approved, corrections }) => [
      personId,
      ...[submitted?.submittedBy, approved?.approvedBy].filter((id) => id !== undefined),
      ...corrections.map(({ correctedBy }) => correctedBy),
      ...entries.map(({ addedBy }) => addedBy),
    ]),
  ]);
  /** What others than the person are called who entered something of theirs. */
  const othersOf = (personId: string, ids: readonly (string | undefined)[]) => {
    const others = new Set(ids.filter((id) => id !== undefined && id !== personId));
    return others.size === 0 ? null : [...others].map((id) => nameOf(id as string) ?? 'a colleague').join(', ');
  };
  const onJob = ({ personId }: TimesheetDocument, day: string, jobId: string | null) => {
    const { hours = [], enteredBy = {} } = documents.get(jobId ?? '') ?? {};
    const own = hours.filter((each) => each.personId === personId && each.day === day);
    return othersOf(
      personId,
      own.map(({ id }) => enteredBy[id]),
    );
  };
  const numbered = <Row extends { jobId: string | null }>(row: Row) => {
    return { ...row, jobNumber: documents.get(row.jobId ?? '')?.jobNumber ?? null };
  };
  return all.map(({ sheet, days, total, differences, running }): TimesheetRecord => {
    const told = presentTold(sheet);
    return {
      ...told,
      person: nameOf(sheet.personId),
      submittedByName: told.submittedBy && nameOf(told.submittedBy),
      approvedByName: told.approvedBy && nameOf(told.approvedBy),
      entries: sheet.entries.map(({ addedBy, addedAt: _, ...entry }) => {
        return { ...entry, enteredByName: othersOf(sheet.personId, [addedBy]) };
      }),
      corrections: told.corrections.map((each) => ({ ...numbered(each), correctedByName: nameOf(each.correctedBy) })),
      rule: sheet.approved?.rule ?? read.rule,
      days: days.map(({ paid, sources, ...day }) => ({
        ...day,
        ...paid,
        sources: sources.map((source) => ({
          ...numbered(source),
          jobTitle: documents.get(source.jobId ?? '')?.title ?? null,
          enteredByName: source.by === 'hand' ? onJob(sheet, day.day, source.jobId) : null,
        })),
      })),
      minutes: total.regular + total.overtime,
      ...total,
      running: running.map((jobId) => numbered({ jobId })),
      differences: differences.map(numbered),
    };
  });
}
