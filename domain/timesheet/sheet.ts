import { unchanged } from '../kit/decider.ts';
import { erasedFields } from '../kit/event.ts';
import {
  type Approval,
  type Correction,
  correction,
  type HoursEntry,
  hoursEntry,
  type Submission,
  type TimesheetEvent,
} from './events.ts';
import type { SourceMinutes } from './reckoning.ts';
import type { TimesheetStatus } from './terms.ts';

// What a week holds, the same for the decider and for the read model.

export interface Sheet {
  status: TimesheetStatus;
  /** Hours without a job, by day. */
  entries: readonly HoursEntry[];
  /** Null until somebody submits it. */
  submitted: Submission | null;
  /** Null until somebody approves it. */
  approved: Approval | null;
  /** Oldest first. */
  corrections: readonly Correction[];
}

export const EMPTY_SHEET: Sheet = { status: 'open', entries: [], submitted: null, approved: null, corrections: [] };

export type SheetEvent = Exclude<TimesheetEvent, { type: 'TimesheetOpened' }>;

/** What an event changes of a week. */
export function sheetChanges(sheet: Sheet, event: SheetEvent): Partial<Sheet> {
  const { entries, corrections } = sheet;
  switch (event.type) {
    case 'TimesheetHoursAdded':
      return { entries: [...entries, event.data].sort(byDay) };
    case 'TimesheetHoursWithdrawn':
      return { entries: entries.filter(({ entryId }) => entryId !== event.data.entryId) };
    case 'TimesheetSubmitted':
      return { status: 'submitted', submitted: event.data };
    case 'TimesheetSubmissionWithdrawn':
      return { status: 'open', submitted: null };
    case 'TimesheetApproved':
      return { status: 'approved', approved: event.data };
    case 'TimesheetApprovalWithdrawn':
      return { status: 'submitted', approved: null };
    case 'TimesheetCorrected':
      return { corrections: [...corrections, event.data] };
    case 'TimesheetCorrectionWithdrawn':
      return { corrections: corrections.filter(({ correctionId }) => correctionId !== event.data.correctionId) };
    case 'TimesheetErased':
      return {
        entries: entries.map((each) => ({ ...each, ...erasedFields(hoursEntry) })),
        corrections: corrections.map((each) => ({ ...each, ...erasedFields(correction) })),
      };
    default:
      return unchanged({}, event);
  }
}

/** Sorted in, so that a restored entry is back where it was. */
function byDay(a: HoursEntry, b: HoursEntry): number {
  const [place, other] = [`${a.day} ${a.entryId}`, `${b.day} ${b.entryId}`];
  return place < other ? -1 : 1;
}

/** What is paid of a locked week: what was approved, with its corrections, by day and source. */
export function approvedSources({ approved, corrections }: Pick<Sheet, 'approved' | 'corrections'>): (SourceMinutes & {
  day: string;
})[] {
  const before = (approved?.days ?? []).flatMap(({ day, sources }) => sources.map((source) => ({ day, ...source })));
  return [...before, ...corrections.map(({ day, kind, jobId, minutes }) => ({ day, kind, jobId, minutes }))];
}
