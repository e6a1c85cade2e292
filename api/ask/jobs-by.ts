import type { GivenOf } from '../../ai/ask/catalog.ts';
import { serviceLabel } from '../../domain/job/terms.ts';
import { formatCents, toMillionth } from '../../domain/kit/money.ts';
import { monthOf } from '../../domain/kit/times.ts';
import { type JobDocument, jobs } from '../../projections/jobs.ts';
import { pagesOf } from '../../store/read-pages.ts';
import { companyZone, dayOf, instantsOf } from '../kit/company-time.ts';
import { type Asker, hours, link, money, month, number, recordRow, row, type Table, tableOf, text } from './table.ts';

/** The most jobs to read at a time without holding up others. */
const PAGE = 500;

interface Tally {
  id: string | null;
  name: string;
  jobs: number;
  /** How many have a price, and their sum in cents. */
  priced: number;
  cents: number;
  /** Hours on the clock. */
  clock: number;
}

/** All jobs that were completed on some days, by what they have in common: with and without a price or hours. */
export async function jobsByOf({ context }: Asker, given: GivenOf<'jobs_by'>): Promise<Table> {
  const { by = 'month', service, crew, from = '', to = '' } = given;
  const zone = await companyZone(context);
  const models = context.readModels.current();
  const tallies = new Map<string, Tally>();
  const query = {
    where: { removed: null, status: 'completed', completedAt: instantsOf({ from, to }, zone) },
    order: { field: 'completedAt', direction: 'asc' },
    limit: PAGE,
  } as const;
  for await (const page of pagesOf(models, jobs.collection, query)) {
    for (const job of page) {
      const isMeant = (service ?? job.serviceType) === job.serviceType && (crew ?? job.crewId) === job.crewId;
      if (isMeant) addTo(tallies, job, groupOf(job, by, zone));
    }
  }
  const rows = [...tallies.values()];
  if (by !== 'month') rows.sort((one, other) => other.jobs - one.jobs || (one.name < other.name ? -1 : 1));
  const all = rows.reduce(
    (sum, each) => ({
      jobs: sum.jobs + each.jobs,
      priced: sum.priced + each.priced,
      cents: sum.cents + each.cents,
      clock: sum.clock + each.clock,
    }),
    { jobs: 0, priced: 0, cents: 0, clock: 0 },
  );
  return tableOf(
    [
      by === 'month' ? month('month', 'Month') : text(by, by === 'service' ? 'Service' : 'Crew'),
      number('jobs', 'Jobs'),
      number('priced', 'With a price'),
      money('price', 'Price before tax'),
      money('average', 'Average price'),
      hours('clock', 'Hours on the clock'),
    ],
    rows.map((tally) =>
      by === 'crew' ? recordRow('crew', tally.id, tally.name, ...cells(tally)) : row(tally.name, ...cells(tally)),
    ),
    {
      sums: [null, ...cells(all)],
      note: 'All completed jobs; the average is of those with a price, as in Financial Analytics. The clock of a job counts once, whoever worked on it.',
      link: link('The same jobs', '/jobs', {
        status: 'completed',
        completedFrom: from,
        completedTo: to,
        service,
        crew,
        sort: '-completedAt',
      }),
    },
  );
}

function groupOf(job: JobDocument, by: 'service' | 'crew' | 'month', zone: string): Pick<Tally, 'id' | 'name'> {
  if (by === 'service') return { id: job.serviceType, name: serviceLabel(job.serviceType) };
  if (by === 'crew') return { id: job.crewId, name: job.crewId === null ? 'No crew' : (job.crewName ?? 'Crew') };
  const completedIn = monthOf(dayOf(Date.parse(job.completedAt ?? ''), zone));
  return { id: completedIn, name: completedIn };
}

function addTo(tallies: Map<string, Tally>, job: JobDocument, group: Pick<Tally, 'id' | 'name'>): void {
  const before = tallies.get(group.id ?? '') ?? { ...group, jobs: 0, priced: 0, cents: 0, clock: 0 };
  tallies.set(group.id ?? '', {
    ...before,
    jobs: before.jobs + 1,
    priced: before.priced + Number(job.amount !== null),
    cents: before.cents + (job.amount ?? 0),
    clock: before.clock + job.clockHours,
  });
}

function cells({ jobs, priced, cents, clock }: Omit<Tally, 'id' | 'name'>) {
  return [
    jobs,
    priced,
    formatCents(cents),
    priced === 0 ? null : formatCents(Math.round(cents / priced)),
    toMillionth(clock),
  ];
}
