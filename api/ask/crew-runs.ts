import type { GivenOf } from '../../ai/ask/catalog.ts';
import { ONE_CREW } from '../../ai/ask/work-queries.ts';
import { JOB_STATUS_LABELS, serviceLabel } from '../../domain/job/terms.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import { addDays } from '../../domain/kit/times.ts';
import { EXPIRES_SOON_DAYS } from '../../domain/staff/terms.ts';
import { TIME_OFF_STATUS_LABELS, TIME_OFF_TYPE_LABELS } from '../../domain/time-off/terms.ts';
import { weekOf } from '../../domain/timesheet/terms.ts';
import { crews } from '../../projections/crews.ts';
import { jobsVisited } from '../../projections/queries/schedule.ts';
import { people } from '../../projections/staff.ts';
import { allOf } from '../../store/read-pages.ts';
import { equipmentKind } from '../equipment/record.ts';
import { equipmentList } from '../equipment/schema.ts';
import { timeOffKind } from '../hr/record.ts';
import { timeOffList } from '../hr/schema.ts';
import { companyZone } from '../kit/company-time.ts';
import { presentJobs } from '../schedule/present.ts';
import { hoursFiguresOf } from '../timesheets/figures.ts';
import { jobsByOf } from './jobs-by.ts';
import {
  type Asker,
  day,
  fileOf,
  hours,
  link,
  listed,
  recordRow,
  row,
  type Table,
  tableOf,
  text,
  withoutPage,
} from './table.ts';

export const CREW_RUNS = {
  async schedule({ context }: Asker, { crew, from = '', to = '' }: GivenOf<'schedule'>): Promise<Table> {
    const models = context.readModels.current();
    const zone = await companyZone(context);
    const visited = await jobsVisited(models, { from, to }, zone, crew);
    const names = await models.get(crews.collection, [...new Set(visited.flatMap(({ crewId }) => crewId ?? []))]);
    const visits = presentJobs(visited, zone)
      .filter(({ status }) => status !== 'cancelled')
      .flatMap((job) => job.visits.map((visit) => ({ ...job, ...visit, day: visit.start.slice(0, DAY) })))
      // One that goes on over midnight is on the board of both days; it is told by the day it begins on, or the first one asked for.
      .filter(({ day, end }) => day <= to && end.slice(0, DAY) >= from)
      .map((visit) => ({
        ...visit,
        crewName: visit.crewId === null ? 'No crew' : (names.get(visit.crewId)?.name ?? 'Crew'),
      }))
      .sort(
        (one, other) =>
          compared(one.day, other.day) || compared(one.crewName, other.crewName) || compared(one.start, other.start),
      );
    const crewsBusy = new Set(visits.map(({ crewId }) => crewId)).size;
    const busy = `${visits.length} visits of ${crewsBusy} ${crewsBusy === 1 ? 'crew' : 'crews'}`;
    const note = visits.length === 0 ? null : `${busy}, those without a crew among them. Cancelled jobs are left out.`;
    return tableOf(
      [
        text('job', 'Job'),
        day('day', 'Day'),
        text('time', 'Time'),
        text('crew', 'Crew'),
        text('customer', 'Customer'),
        text('service', 'Service'),
        text('status', 'Status'),
      ],
      visits.map((visit) =>
        recordRow(
          'job',
          visit.id,
          visit.number ?? visit.title ?? 'Job',
          visit.day,
          `${visit.start.slice(DAY + 1, TIME)} to ${visit.end.slice(DAY + 1, TIME)}`,
          visit.crewName,
          visit.customer,
          serviceLabel(visit.service),
          JOB_STATUS_LABELS[visit.status] ?? visit.status,
        ),
      ),
      // The calendar's weeks begin on Sunday.
      from === to
        ? { note, link: link('The schedule of this day', '/schedule', { view: 'day', date: from, crew }) }
        : withoutPage(note),
    );
  },

  jobs_by: jobsByOf,

  async hours({ context }: Asker, { by = 'crew', crew, from = '', to = '' }: GivenOf<'hours'>): Promise<Table> {
    if (crew !== undefined && by !== 'crew') throw new Rejection('invalid', ONE_CREW, 'parameters.by');
    const figures = await hoursFiguresOf(context, { from, to });
    const crewsMeant = figures.crews.filter(({ crewId }) => crew === undefined || crewId === crew);
    const note = 'Whole weeks from Monday, as approved and corrected, or as they stand.';
    const isOneWeek = crew === undefined && weekOf(from) === weekOf(to);
    const rows = {
      crew: () =>
        crewsMeant.map(({ crewId, crew: name, ...sums }) =>
          recordRow('crew', crewId, crewId === null ? 'No crew' : (name ?? 'Crew'), ...hourCells(sums)),
        ),
      person: () =>
        figures.people.map(({ personId, person, ...sums }) =>
          recordRow('staff', personId, person ?? 'Person', ...hourCells(sums)),
        ),
      week: () => figures.weeks.map(({ week, ...sums }) => row(week, ...hourCells(sums))),
    }[by]();
    const none = { regular: 0, overtime: 0, onJobs: 0 };
    const all = (crew === undefined ? figures.weeks : crewsMeant).reduce(
      (sum, each) => ({
        regular: sum.regular + each.regular,
        overtime: sum.overtime + each.overtime,
        onJobs: sum.onJobs + each.onJobs,
      }),
      none,
    );
    return tableOf(
      [
        by === 'week' ? day('week', 'Week of') : text(by, by === 'crew' ? 'Crew' : 'Person'),
        hours('regular', 'Regular'),
        hours('overtime', 'Overtime'),
        hours('onJobs', 'On jobs'),
      ],
      rows,
      {
        sums: [null, ...hourCells(all)],
        ...(isOneWeek
          ? { note, link: link('Timesheets of this week', '/timesheets', { week: weekOf(from) }) }
          : withoutPage(note)),
      },
    );
  },

  async time_off(asker: Asker, { status, from = '', to = '' }: GivenOf<'time_off'>): Promise<Table> {
    const asked = { status, from, to, sort: 'startDate' };
    const found = await listed(asker, timeOffKind, timeOffList, asked, (request) =>
      recordRow(
        'time_off',
        request.id,
        request.employee ?? 'Person',
        request.startDate,
        request.endDate,
        request.requestType === null ? null : (TIME_OFF_TYPE_LABELS[request.requestType] ?? request.requestType),
        TIME_OFF_STATUS_LABELS[request.status] ?? request.status,
      ),
    );
    return {
      columns: [
        text('person', 'Person'),
        day('from', 'First day'),
        day('to', 'Last day'),
        text('type', 'Type'),
        text('status', 'Status'),
      ],
      ...found,
      sums: null,
      note: null,
      file: fileOf('/api/hr/time-off', asked),
      link: link('The same time off', '/hr-management', asked),
    };
  },

  async maintenance(asker: Asker, { through = asker.today }: GivenOf<'maintenance'>): Promise<Table> {
    const asked = { overdue: 'true', sort: 'nextMaintenance' };
    const rowOf = (each: {
      id: string;
      name: string | null;
      category: string | null;
      assignedToName: string | null;
      nextMaintenance: string | null;
    }) => recordRow('equipment', each.id, each.name, each.category, each.assignedToName, each.nextMaintenance);
    const found = await listed(asker, equipmentKind, equipmentList, asked, rowOf, { at: through });
    const isToday = through === asker.today;
    return {
      columns: [
        text('equipment', 'Equipment'),
        text('category', 'Category'),
        text('assignedTo', 'Assigned to'),
        day('due', 'Due'),
      ],
      ...found,
      sums: null,
      file: isToday ? fileOf('/api/equipment', asked) : null,
      ...(isToday
        ? {
            note: null,
            link: link('The same equipment', '/equipment', { view: 'list', sort: 'nextMaintenance', overdue: 'true' }),
          }
        : withoutPage(null)),
    };
  },

  async certificates({ context, today }: Asker, { through = today }: GivenOf<'certificates'>): Promise<Table> {
    const staff = await allOf(context.readModels.current(), people.collection, {
      where: { isStaff: true, hasLeft: false, certificateEnds: { lte: through } },
      order: { field: 'certificateEnds', direction: 'asc' },
    });
    const ending = staff
      .flatMap(({ id, name, staff: known }) =>
        (known?.certifications ?? []).flatMap(({ name: certificate, expiresOn }) =>
          expiresOn === null || expiresOn > through ? [] : [{ id, name, certificate, expiresOn }],
        ),
      )
      .sort((one, other) => compared(one.expiresOn, other.expiresOn));
    const note = 'Of everybody who works here; those that have expired too.';
    return tableOf(
      [text('person', 'Person'), text('certificate', 'Certificate'), day('ends', 'Last day'), text('left', 'Standing')],
      ending.map(({ id, name, certificate, expiresOn }) =>
        recordRow('staff', id, name ?? 'Person', certificate, expiresOn, expiresOn < today ? 'Expired' : 'Valid'),
      ),
      {
        ...(through === addDays(today, EXPIRES_SOON_DAYS)
          ? {
              note,
              link: link('People with certificates to renew', '/people', { status: 'renew', sort: 'certificates' }),
            }
          : withoutPage(note)),
      },
    );
  },
} as const;

const DAY = 'YYYY-MM-DD'.length;
const TIME = 'YYYY-MM-DDTHH:mm'.length;

function compared(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function hourCells({ regular, overtime, onJobs }: { regular: number; overtime: number; onJobs: number }) {
  return [regular, overtime, onJobs].map((minutes) => minutes / 60);
}
