import { useQuery } from '@tanstack/react-query';
import { JOB_PRIORITY_LABELS, JOB_STATUS_LABELS } from '../../../domain/job/terms.ts';
import { formatDayIn, formatTimeIn, formatZone } from '../../ui/format.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import { settingsQuery } from '../settings/settings.ts';
import { jobTone, priorityTone } from '../tones.ts';
import type { Visit } from './acts.ts';

/** How far a job has come. */
export function JobStatusTag({ status }: { status: string }) {
  return <StatusTag tone={jobTone(status)}>{JOB_STATUS_LABELS[status] ?? status}</StatusTag>;
}

/** How urgent it is. */
export function PriorityTag({ priority }: { priority: string }) {
  return <StatusTag tone={priorityTone(priority)}>{JOB_PRIORITY_LABELS[priority] ?? priority}</StatusTag>;
}

/** Where the company is: by its wall clock work is planned. Undefined while that is not known. */
export function useCompanyZone(): string | undefined {
  return useQuery(settingsQuery).data?.timeZone;
}

/** When a job begins: its day and its time. */
export function Begins({ at, zone }: { at: string; zone: string | undefined }) {
  return (
    <time dateTime={at}>
      {formatDayIn(at, zone)}, {formatTimeIn(at, zone)}
      {formatZone(at, zone)}
    </time>
  );
}

/** As `Begins`, where there is little room: without a year that is today's, and with the zone on hover. */
export function BeginsShort({ at, zone }: { at: string; zone: string | undefined }) {
  return (
    <time dateTime={at} title={`${formatDayIn(at, zone)}, ${formatTimeIn(at, zone)}${formatZone(at, zone)}`}>
      {formatDayIn(at, zone).replace(`, ${new Date().getFullYear()}`, '')}, {formatTimeIn(at, zone)}
    </time>
  );
}

/** A visit: its day, and from when to when. */
export function VisitTimes({ visit: { start, end }, zone }: { visit: Visit; zone: string | undefined }) {
  const lastDay = formatDayIn(end, zone);
  const isOneDay = formatDayIn(start, zone) === lastDay;
  return (
    <time dateTime={start}>
      {formatDayIn(start, zone)}, {formatTimeIn(start, zone)} to {isOneDay ? '' : `${lastDay}, `}
      {formatTimeIn(end, zone)}
      {formatZone(end, zone)}
    </time>
  );
}
