import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Rejection } from '../../../domain/kit/decider.ts';
import { addDays } from '../../../domain/kit/times.ts';
import { type PaidMinutes, paidSum, withOvertime } from '../../../domain/timesheet/overtime.ts';
import { payrollEntries } from '../../../domain/timesheet/payroll.ts';
import { type TimesheetCommand, type TimesheetState, timesheet } from '../../../domain/timesheet/timesheet.ts';
import { type TimesheetDocument, timesheets } from '../../../projections/timesheets.ts';
import { runs } from '../../support/depth.ts';
import { metadata } from '../../support/samples/event-samples.ts';
import { foldDocument } from '../../support/stores/projection-specification.ts';

const WEEK = '2026-06-15';
const RULE = { weekHours: 2, dayHours: null };
const who = { by: 'o', mayApproveOwn: true };
const done = { now: '', today: addDays(WEEK, 30), running: [] };

/** Minutes of the first days of the week. */
const worked = fc.array(fc.constantFrom(0, 45, 90), { minLength: 1, maxLength: 4 });
const step = fc.oneof(
  fc.record({ act: fc.constant('approve' as const), worked }),
  fc.record({ act: fc.constant('reopen' as const) }),
  fc.record({ act: fc.constant('correct' as const), minutes: fc.constantFrom(30, -30, 60), day: fc.nat(6) }),
  fc.record({ act: fc.constant('take back' as const) }),
  fc.record({ act: fc.constant('undo' as const) }),
);
/** What is done on the days from the week's Monday on. */
const history = fc.array(fc.array(step, { maxLength: 4 }), { minLength: 1, maxLength: 16 });
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** @param undo what takes back the newest event */
function commandsOf(each: Step, state: TimesheetState, id: string, undo: TimesheetCommand | null): TimesheetCommand[] {
  switch (each.act) {
    case 'approve': {
      const paid = withOvertime(each.worked, RULE);
      const days = paid.map((of, index) => {
        const minutes = each.worked[index] ?? 0;
        return { day: addDays(WEEK, index), ...of, sources: [{ kind: 'yard', jobId: null, minutes }] };
      });
      const hours = { rule: RULE, days: days.filter(({ regular, overtime }) => regular + overtime > 0) };
      return [
        { type: 'SubmitTimesheet', by: 'p', ...done },
        { type: 'ApproveTimesheet', hours, ...who, ...done },
      ];
    }
    case 'reopen':
      return [{ type: 'WithdrawApproval', ...who }];
    case 'correct': {
      const { minutes } = each;
      const what = {
        correctionId: id,
        day: addDays(WEEK, each.day),
        kind: 'yard',
        jobId: null,
        minutes,
        reason: 'Late',
      };
      const correction = { ...what, correctedBy: 'o', correctedAt: '' };
      return [{ type: 'CorrectTimesheet', correction, today: done.today, mayApproveOwn: true }];
    }
    case 'take back': {
      const correctionId = state.presence === 'absent' ? undefined : state.corrections.at(-1)?.correctionId;
      return correctionId === undefined ? [] : [{ type: 'WithdrawCorrection', correctionId, ...who }];
    }
    case 'undo':
      return undo ? [undo] : [];
  }
}

/** The week at the end of each day of a history. */
function weekAtEndOf(days: readonly (readonly Step[])[]): TimesheetDocument[] {
  let state: TimesheetState = timesheet.initial;
  let undo: TimesheetCommand | null = null;
  const log: Parameters<typeof foldDocument>[1][number][] = [];
  const send = (command: TimesheetCommand, at: string) => {
    try {
      for (const body of timesheet.decide(command, state)) {
        undo = timesheet.inverse(body, state);
        state = timesheet.evolve(state, body);
        const place = log.length;
        const known = { id: `e${place}`, stream: 'timesheet-w', revision: BigInt(place), position: String(place) };
        log.push({ ...body, ...known, metadata: { ...metadata(), recordedAt: at } });
      }
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
    }
  };
  send({ type: 'OpenTimesheet', personId: 'p', personRecord: 'staff', week: WEEK, now: '' }, `${WEEK}T00:00:00.000Z`);
  return days.map((steps, day) => {
    for (const [index, each] of steps.entries())
      for (const command of commandsOf(each, state, `${day}-${index}`, undo))
        send(command, `${addDays(WEEK, day)}T1${index}:00:00.000Z`);
    return foldDocument(timesheets, log, 'w') as unknown as TimesheetDocument;
  });
}

function entriesOf({ bookings }: TimesheetDocument) {
  return payrollEntries(bookings.map((each) => ({ ...each, on: each.at.slice(0, 10) })));
}

const approvedOf = ({ approved, corrections }: TimesheetDocument): PaidMinutes =>
  paidSum([...(approved?.days ?? []), ...corrections]);

test('All files of following days together are what is approved, and none changes once its day and that of the approval are over', {
  tags: 'more',
}, () => {
  fc.assert(
    fc.property(history, fc.uniqueArray(fc.integer({ min: 1, max: 15 }), { maxLength: 5 }), (days, cuts) => {
      const sheets = weekAtEndOf(days);
      const last = sheets.at(-1) as TimesheetDocument;
      const fileDays = (from: number, to: number) => ({ from: addDays(WEEK, from), to: addDays(WEEK, to - 1) });
      const bounds = [0, ...cuts.sort((a, b) => a - b), 16];
      const files = bounds.slice(1).map((to, index) => fileDays(bounds[index] ?? 0, to));
      const fileOf = (sheet: TimesheetDocument, { from, to }: { from: string; to: string }) =>
        entriesOf(sheet).filter(({ fileDay }) => from <= fileDay && fileDay <= to);
      expect(paidSum(files.flatMap((file) => fileOf(last, file)))).toEqual(approvedOf(last));

      // Whoever takes each file once, as soon as its days are over and the week was approved when a day ended, has all.
      const first = sheets.findIndex(({ approved }) => approved !== null);
      for (const [index, sheet] of sheets.entries()) {
        if (first === -1 || index < first) continue;
        const today = addDays(WEEK, index);
        for (const file of files.filter(({ to }) => to <= today))
          expect(fileOf(sheet, file)).toEqual(fileOf(last, file));
      }
    }),
    { numRuns: runs(150) },
  );
});
