import { useQuery } from '@tanstack/react-query';
import { JOB_PRIORITY_LABELS, JOB_STATUS_LABELS } from '../../../domain/job/terms.ts';
import { StatusTag } from '../../ui/status/status-tag.tsx';
import { formatDayIn, formatFromTo, formatMomentIn, formatTimeIn, formatWhich } from '../../ui/values/format.ts';
import { settingsQuery } from '../settings/settings.ts';
import { jobTone, priorityTone } from '../tones.ts';
import type { Visit } from './acts.ts';

/** A job's status. */
export function JobStatusTag({ status }: { status: string }) {
  return <StatusTag tone={jobTone(status)}>{JOB_STATUS_LABELS[status] ?? status}</StatusTag>;
}

/** How urgent it is. */
export function PriorityTag({ priority }: { priority: string }) {
  return <StatusTag tone={priorityTone(priority)}>{JOB_PRIORITY_LABELS[priority] ?? priority}</StatusTag>;
}

/** The company's time zone, in which work is scheduled. Undefined until it is known. */
export function useCompanyZone(): string | undefined {
  return useQuery(settingsQuery).data?.timeZone;
}

/** The day and time a job begins, or a post is published. */
export function Begins({ at, zone }: { at: string; zone: string | undefined }) {
  return <time dateTime={at}>{formatMomentIn(at, zone)}</time>;
}

/** Like `Begins`, where space is short: without the current year, and with the zone on hover. */
export function BeginsShort({ at, zone }: { at: string; zone: string | undefined }) {
  return (
    <time dateTime={at} title={formatMomentIn(at, zone)}>
      {formatDayIn(at, zone).replace(`, ${new Date().getFullYear()}`, '')}, {formatTimeIn(at, zone)}
      {formatWhich(at, zone)}
    </time>
  );
}

/** A visit's day, start and end. */
export function VisitTimes({ visit, zone }: { visit: Visit; zone: string | undefined }) {
  return <time dateTime={visit.start}>{formatFromTo(visit.start, visit.end, zone)}</time>;
}
