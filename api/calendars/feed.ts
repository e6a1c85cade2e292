import ical, { escape as escaped, ICalEventStatus } from 'ical-generator';
import { CALENDAR_DAYS, COMPANY_CALENDAR } from '../../domain/calendar/terms.ts';
import { serviceLabel } from '../../domain/job/terms.ts';
import { addDays } from '../../domain/kit/times.ts';
import { jobsVisited, readResources } from '../../projections/queries/schedule.ts';
import { companyContact } from '../kit/company-contact.ts';
import { companyZone, dayOf } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { presentJobs } from '../schedule/present.ts';
import type { ScheduledJob } from '../schedule/schema.ts';

/**
 * The visits of one crew, or of all, as an iCalendar feed. It reveals only the customer's address, without which nobody
 * would find the way; whoever needs more follows an entry's link and signs in. All times are instants in UTC, which
 * every calendar displays correctly, even on days when the clocks change.
 * @param calendarId the crew's, or the company's
 * @param origin of the console, for the links
 */
export async function calendarFeed(context: ApiContext, calendarId: string, origin: string): Promise<string> {
  const models = context.readModels.current();
  const zone = await companyZone(context);
  const { name: company } = await companyContact(context);
  const today = dayOf(context.clock(), zone);
  const range = { from: addDays(today, -CALENDAR_DAYS.before), to: addDays(today, CALENDAR_DAYS.after) };
  const { crews } = await readResources(models, range);
  const names = new Map(crews.map((crew) => [crew.id, crew.name]));
  const isCompany = calendarId === COMPANY_CALENDAR;
  const found = await jobsVisited(models, range, zone, isCompany ? undefined : calendarId);
  const jobs = presentJobs(found, zone).filter(({ status }) => status !== 'cancelled');
  const title = isCompany ? 'Schedule' : (names.get(calendarId) ?? 'Crew');
  const feed = ical({
    // The one text that the library writes as it is.
    name: escaped([company, title].filter(Boolean).join(': '), false),
    prodId: '//Heartwood//Schedule//EN',
    ttl: 3600,
  });
  const stamp = new Date(context.clock());
  for (const job of jobs) {
    const crew = isCompany ? (names.get(job.crewId ?? '') ?? 'No crew') : null;
    for (const [index, { start, end }] of job.visits.entries()) {
      feed.createEvent({
        // Unchanged when the visit moves, so that calendars move their entry too.
        id: `${job.id}-${index}@heartwood`,
        sequence: job.revision,
        stamp,
        start: new Date(start),
        end: new Date(end),
        summary: summaryOf(job, crew),
        location: job.address,
        status: job.status === 'on_hold' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
        url: `${origin}/jobs/${job.id}`,
      });
    }
  }
  return feed.toString();
}

/** `Removal 1: Tree Removal, J-1001` */
function summaryOf({ service, number }: ScheduledJob, crew: string | null): string {
  const what = [serviceLabel(service), number].filter(Boolean).join(', ');
  return crew === null ? what : `${crew}: ${what}`;
}
