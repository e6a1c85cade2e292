import ical, { escape as escaped, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import { CALENDAR_DAYS, COMPANY_CALENDAR } from '../../domain/calendar/terms.ts';
import { serviceLabel } from '../../domain/job/terms.ts';
import { addDays } from '../../domain/kit/times.ts';
import { jobsVisited, type Resources, readResources } from '../../projections/queries/schedule.ts';
import { companyContact } from '../kit/company-contact.ts';
import { companyZone, dayOf } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { presentJobs } from '../schedule/present.ts';
import type { ScheduledJob } from '../schedule/schema.ts';

/**
 * The visits of one crew, or of all, as an iCalendar feed, and who of it is off on which days. It reveals neither why nor
 * more than the customer's address, without which nobody would find the way; whoever needs more follows an entry's link and signs in. All times are instants in UTC, which
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
  const { crews, ...resources } = await readResources(models, range);
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
    const crew = names.get(job.crewId ?? '') ?? 'No crew';
    for (const [index, { start, end }] of job.visits.entries()) {
      feed.createEvent({
        // Unchanged when the visit moves, so that calendars move their entry too.
        id: `${job.id}-${index}@heartwood`,
        sequence: job.revision,
        stamp,
        start: new Date(start),
        end: new Date(end),
        summary: inCalendar(summaryOf(job), isCompany, crew),
        location: job.address,
        status: job.status === 'on_hold' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
        url: `${origin}/jobs/${job.id}`,
      });
    }
  }
  const shown = { ...resources, crews: isCompany ? crews : crews.filter(({ id }) => id === calendarId) };
  for (const { personId, from, to, half, name, crew } of awayFromCrews(shown)) {
    feed.createEvent({
      id: `${['off', personId, from, half].filter(Boolean).join('-')}@heartwood`,
      stamp,
      allDay: true,
      start: new Date(from),
      end: new Date(addDays(to, 1)),
      summary: inCalendar(half === null ? `${name} is off` : `${name} is off in the ${half}`, isCompany, crew),
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return feed.toString();
}

/** Who of some crews is off when, with the names of the person and the crew. */
function awayFromCrews({ crews, people, timeOff }: Pick<Resources, 'crews' | 'people' | 'timeOff'>) {
  return timeOff.flatMap((away) => {
    const crew = crews.find(({ memberIds }) => memberIds.includes(away.personId));
    const name = people.find(({ id }) => id === away.personId)?.name;
    return crew && name ? [{ ...away, name, crew: crew.name }] : [];
  });
}

/** `Tree Removal, J-1001` */
function summaryOf({ service, number }: ScheduledJob): string {
  return [serviceLabel(service), number].filter(Boolean).join(', ');
}

/** In the company's calendar with the crew: `Removal 1: Tree Removal, J-1001`. */
function inCalendar(what: string, isCompany: boolean, crew: string): string {
  return isCompany ? `${crew}: ${what}` : what;
}
