import { queryOptions } from '@tanstack/react-query';
import type { JobRecord } from '../../../api/jobs/schema.ts';
import { shownNow } from '../../data/as-of.ts';
import { listCall } from '../../data/paged-query.ts';
import { queryClient, read } from '../../data/query-client.ts';
import { furtherIds, namedPhotosQuery, photosQuery } from '../../photos/get-photos.ts';
import { todayIn } from '../../ui/values/wall-time.ts';
import { crewsQuery } from '../crew/crew.ts';
import { staffQuery } from '../person/person.ts';
import { settingsQuery } from '../settings/settings.ts';
import { JOBS, jobCustomerQuery, jobQuery, photosOfQuote } from './job.ts';

const DAY_MS = 86_400_000;
/** Per crew, by date. */
const MOST = 50;

/**
 * The jobs of a person's crews that are under way, or scheduled for today or tomorrow. Reading them also keeps
 * everything their pages show on the device: the next site may have no signal.
 * @param day today, so that each day has its own list
 */
export function todaysJobsQuery(personId: string, day: string) {
  return queryOptions({
    queryKey: ['todays-jobs', personId, day],
    meta: { collections: [...JOBS, 'crews'] },
    async queryFn(context) {
      const crews = await queryClient.fetchQuery(crewsQuery);
      const own = crews.filter(({ memberIds }) => memberIds.includes(personId));
      if (own.length === 0) return [];
      const { timeZone } = await queryClient.fetchQuery(settingsQuery);
      await queryClient.prefetchQuery(staffQuery);
      const jobs: JobRecord[] = [];
      for (const { id: crewId } of own) {
        const asked = { crewId, sort: 'scheduledDate', limit: String(MOST) };
        const underWay = listCall('/api/jobs', { ...asked, status: 'in_progress' });
        const planned = listCall('/api/jobs', { ...asked, status: 'scheduled', from: daysBefore(day) });
        for (const path of [underWay, planned]) jobs.push(...(await read<JobRecord[]>(path, context)));
      }
      const soon = jobs.filter((job) => job.status === 'in_progress' || isSoon(job, timeZone));
      // One at a time, as nobody is waiting for them.
      for (const job of soon) await keepJob(job);
      return soon.map(({ id }) => id);
    },
  });
}

/** A job of several days may have begun earlier; one due before that and never begun is not for today. */
const MOST_DAYS = 30;

function daysBefore(day: string): string {
  return new Date(Date.parse(day) - MOST_DAYS * DAY_MS).toISOString().slice(0, day.length);
}

/** Whether any of its visits overlaps today or tomorrow, in the company's time zone. */
function isSoon({ visits }: JobRecord, zone: string | undefined): boolean {
  const today = todayIn(zone);
  const tomorrow = todayIn(zone, shownNow() + DAY_MS);
  return visits.some(({ start, end }) => todayIn(zone, start) <= tomorrow && todayIn(zone, end) >= today);
}

/** Loads everything a job's page shows, if missing or stale. */
async function keepJob(job: JobRecord): Promise<void> {
  const { id, customerId } = job;
  await queryClient.prefetchQuery(jobQuery(id));
  if (customerId !== null) await queryClient.prefetchQuery(jobCustomerQuery(customerId));
  const own = { category: 'job', recordId: id } as const;
  const { from, named = [] } = photosOfQuote(job);
  await queryClient.prefetchQuery(photosQuery(own));
  if (!from) return;
  await queryClient.prefetchQuery(photosQuery(from));
  const shown = [own, from].flatMap((owner) => queryClient.getQueryData(photosQuery(owner).queryKey) ?? []);
  const ids = furtherIds(named, shown);
  if (ids.length > 0) await queryClient.prefetchQuery(namedPhotosQuery(own, ids));
}
