import type { FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { calendar, calendarOfLink } from '../../domain/calendar/calendar.ts';
import { CALENDARS_ID, COMPANY_CALENDAR } from '../../domain/calendar/terms.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { crewKind } from '../crews/record.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors } from '../kit/fields/common.schema.ts';
import { originOfLinks } from '../kit/origin.ts';
import { findRecord, recallRecord, requireFound } from '../kit/records.ts';
import { recordRoutes } from '../kit/routes.ts';
import { calendarFeed } from './feed.ts';
import { calendarKind } from './record.ts';
import { type CalendarRecord, calendarParams, calendarRecord, feedAnswers, feedParams } from './schema.ts';

/** The kind of link that calendar tokens are signed as. */
const CALENDAR_LINK = 'calendar';
const PATH = '/api/schedule/calendars';
const GONE = 'This calendar is no longer shared. Ask the office for a new link.';
const NO_LINK =
  'This link does not lead to a calendar. Check that you have the whole address, or ask the office for a new one.';

/** Outside calendars: a link per crew and for the company, and the feed that it opens without an account. */
export function calendarRoutes(app: App, context: ApiContext): void {
  const calendars = recordRoutes(app, context, {
    kind: calendarKind,
    record: calendarRecord,
    path: PATH,
    tag: 'Schedule',
  });
  const routes = app.withTypeProvider<ZodTypeProvider>();

  /** Adds the address, which takes the link key to make. */
  async function withUrl(shown: CalendarRecord, request: FastifyRequest): Promise<CalendarRecord> {
    const { state } = await context.streams.recall(calendar, CALENDARS_ID);
    const linkId = state.links.get(shown.id);
    if (linkId === undefined) return { ...shown, url: null };
    const token = await context.links.make(CALENDAR_LINK, { id: linkId, version: 1 }, linkId);
    return { ...shown, url: `${originOfLinks(context, request)}/api/public/calendar/${token}.ics` };
  }

  routes.get(
    `${PATH}/:id`,
    {
      // Whoever has the address can read the calendar, so only those who may create it get it.
      config: { access: 'jobs:change', tells: calendarKind.category },
      schema: { tags: ['Schedule'], params: calendarParams, response: { 200: calendarRecord, ...errors } },
    },
    async (request) => {
      const { id } = request.params;
      await requireCalendar(context, id, recallRecord);
      const document = await recallRecord(context, calendarKind, id);
      const [shown] = document ? await calendarKind.show(context, [document]) : [];
      return withUrl(shown ?? { id, isShared: false, revision: -1 }, request);
    },
  );

  calendars.change({
    method: 'POST',
    at: '/:id/link',
    params: calendarParams,
    async commands({ id: calendarId, newId }) {
      await requireCalendar(context, calendarId);
      return { type: 'ShareCalendar', calendarId, linkId: newId('link') };
    },
    answer: (shown, _body, request) => withUrl(shown, request),
  });
  calendars.change({
    method: 'DELETE',
    at: '/:id/link',
    status: 204,
    params: calendarParams,
    async commands({ id: calendarId }) {
      await requireCalendar(context, calendarId);
      return { type: 'RevokeLink', calendarId };
    },
  });

  routes.get(
    '/api/public/calendar/:token.ics',
    {
      // Programs check with a HEAD request whether a calendar has changed before they fetch it.
      exposeHeadRoute: true,
      // The phones of a whole crew may share one address.
      config: { access: 'public', limitedPerAddress: 30 },
      schema: { tags: ['Public calendars'], params: feedParams, response: feedAnswers },
    },
    async (request, reply) => {
      const { state } = await context.streams.recall(calendar, CALENDARS_ID);
      const target = await context.links.verify(CALENDAR_LINK, request.params.token, async ({ id }) => id);
      if (!target) throw new HttpError(404, { message: NO_LINK, code: 'not_found' });
      const calendarId = calendarOfLink(state, target.id);
      if (calendarId === null) throw new HttpError(410, { message: GONE, code: 'revoked' });
      const feed = await calendarFeed(context, calendarId, originOfLinks(context, request));
      return reply.type('text/calendar; charset=utf-8').send(feed);
    },
  );
}

/** @throws HttpError 400 for anything but the company's calendar or a crew's */
async function requireCalendar(context: ApiContext, id: string, find: typeof recallRecord = findRecord): Promise<void> {
  if (id !== COMPANY_CALENDAR) requireFound(await find(context, crewKind, id), crewKind, 'id');
}
