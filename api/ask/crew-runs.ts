import type { GivenOf } from '../../ai/ask/catalog.ts';
import { JOB_STATUS_LABELS, serviceLabel } from '../../domain/job/terms.ts';
import { crews } from '../../projections/crews.ts';
import { jobsVisited } from '../../projections/queries/schedule.ts';
import { people } from '../../projections/staff.ts';
import { allOf } from '../../store/read-pages.ts';
import { equipmentKind } from '../equipment/record.ts';
import { equipmentList } from '../equipment/schema.ts';
import { companyZone } from '../kit/company-time.ts';
import { presentJobs } from '../schedule/present.ts';
import { hoursFiguresOf } from '../timesheets/figures.ts';
import { jobsByOf } from './jobs-by.ts';
import { type Asker, day, fileOf, hours, link, listed, recordRow, row, type Table, tableOf, text } from './table.ts';

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
      {
        note:
          visits.length === 0
            ? null
            : `${visits.length} visits of ${crewsBusy} ${crewsBusy === 1 ? 'crew' : 'crews'}, those without a crew among them. Cancelled jobs are left out.`,
        link: link('The schedule', '/schedule', { view: from === to ? 'day' : 'week', date: from, crew }),
      },
    );
  },

  jobs_by: jobsByOf,

  async hours({ context }: Asker, { by = 'crew', from = '', to = '' }: GivenOf<'hours'>): Promise<Table> {
    const figures = await hoursFiguresOf(context, { from, to });
    const rows = {
      crew: () =>
        figures.crews.map(({ crewId, crew, ...sums }) =>
          recordRow('crew', crewId, crewId === null ? 'No crew' : (crew ?? 'Crew'), ...hourCells(sums)),
        ),
      person: () =>
        figures.people.map(({ personId, person, ...sums }) =>
          recordRow('staff', personId, person ?? 'Person', ...hourCells(sums)),
        ),
      week: () => figures.weeks.map(({ week, ...sums }) => row(week, ...hourCells(sums))),
    }[by]();
    const none = { regular: 0, overtime: 0, onJobs: 0 };
    const all = figures.weeks.reduce(
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
        note: 'Whole weeks from Monday, as approved and corrected, or as they stand.',
        link: link('Timesheets', '/timesheets'),
      },
    );
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
    const found = await listed(asker, equipmentKind, equipmentList, asked, rowOf, through);
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
      note: null,
      file: isToday ? fileOf('/api/equipment', asked) : null,
      link: link(isToday ? 'The same equipment' : 'Equipment, due first at the top', '/equipment', {
        view: 'list',
        sort: 'nextMaintenance',
        ...(isToday && { overdue: 'true' }),
      }),
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
    return tableOf(
      [text('person', 'Person'), text('certificate', 'Certificate'), day('ends', 'Last day'), text('left', 'Standing')],
      ending.map(({ id, name, certificate, expiresOn }) =>
        recordRow('staff', id, name ?? 'Person', certificate, expiresOn, expiresOn < today ? 'Expired' : 'Valid'),
      ),
      {
        note: 'Of everybody who works here; those that have expired too.',
        link: link('People with certificates to renew', '/people', { status: 'renew', sort: 'certificates' }),
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
