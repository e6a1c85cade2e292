import type { GivenOf } from '../../ai/ask/catalog.ts';
import { serviceLabel } from '../../domain/job/terms.ts';
import { formatCents } from '../../domain/kit/money.ts';
import { monthOf } from '../../domain/kit/times.ts';
import { LEAD_SOURCE_LABELS } from '../../domain/lead/terms.ts';
import { outcomeOf } from '../../domain/quote/outcome.ts';
import { leads } from '../../projections/leads.ts';
import { type QuoteDocument, quotes } from '../../projections/quotes.ts';
import type { ReadModels } from '../../store/read-models.ts';
import { pagesOf } from '../../store/read-pages.ts';
import { personNames } from '../hr/employees.ts';
import { companyZone, dayOf, instantsOf } from '../kit/company-time.ts';
import { type Asker, link, money, month, number, percent, recordRow, row, type Table, tableOf, text } from './table.ts';

/** The most leads or quotes to read at a time without holding up others. */
const PAGE = 500;

type Outcome = 'won' | 'lost' | null;
type CameIn = ReturnType<typeof instantsOf>;

interface Tally {
  won: number;
  lost: number;
  open: number;
  /** How many have a price, and their sum in cents. */
  priced: number;
  cents: number;
}

const NONE: Tally = { won: 0, lost: 0, open: 0, priced: 0, cents: 0 };

const LEAD_OUTCOMES: Readonly<Record<string, 'won' | 'lost'>> = { Won: 'won', Lost: 'lost' };

/** What people call a source of leads. */
export function sourceLabel(source: string | null): string {
  return source === null ? 'No source' : ((LEAD_SOURCE_LABELS as Readonly<Record<string, string>>)[source] ?? source);
}

/** How many of the leads or quotes that came in on some days were won. */
export async function winRateOf(
  { context }: Asker,
  { by = 'source', from = '', to = '' }: GivenOf<'win_rate'>,
): Promise<Table> {
  const zone = await companyZone(context);
  const models = context.readModels.current();
  const cameIn = instantsOf({ from, to }, zone);
  const groupOf = (quote: QuoteDocument) => {
    if (by === 'service') return serviceOf(quote);
    return by === 'estimator' ? quote.madeBy : monthOf(dayOf(Date.parse(quote.createdAt), zone));
  };
  const tallies = await tallied(by === 'source' ? leadsIn(models, cameIn) : quotesIn(models, cameIn, groupOf));
  const all = [...tallies.values()].reduce(added, NONE);
  const nameOf = by === 'estimator' ? await personNames(context, [...tallies.keys()]) : (group: string) => group;
  const named = [...tallies].map(([group, tally]) => ({ group, name: nameOf(group) ?? 'Somebody else', tally }));
  named.sort((one, other) => (one.name < other.name ? -1 : 1));
  if (by !== 'month') named.sort((one, other) => (rateOf(other.tally) ?? -1) - (rateOf(one.tally) ?? -1));
  const first = by === 'month' ? month('month', 'Month') : text(by, FIRST[by]);
  return tableOf(
    [
      first,
      number('count', by === 'source' ? 'Leads' : 'Quotes'),
      number('won', 'Won'),
      number('lost', 'Lost'),
      number('open', 'Not decided'),
      percent('rate', 'Win rate'),
      money('average', by === 'source' ? 'Average estimated value' : 'Average total'),
    ],
    named.map(({ group, name, tally }) =>
      by === 'estimator' && name !== 'Somebody else'
        ? recordRow('staff', group, name, ...cells(tally))
        : row(name, ...cells(tally)),
    ),
    {
      sums: [null, ...cells(all)],
      note:
        by === 'source'
          ? 'Won of those that are won or lost by now.'
          : 'Of those that are decided: a quote is won once a version was approved, and lost when its last one was declined or expired.',
      link:
        by === 'source'
          ? link('The leads of these days', '/leads', { from, to })
          : link('The quotes of these days', '/quotes/list', { from, to }),
    },
  );
}

const FIRST = { source: 'Source', service: 'Service', estimator: 'Estimator' } as const;

interface CameInAs {
  group: string;
  outcome: Outcome;
  /** Null for one without a price. */
  cents: number | null;
}

async function tallied(found: AsyncIterable<CameInAs>): Promise<Map<string, Tally>> {
  const tallies = new Map<string, Tally>();
  for await (const { group, outcome, cents } of found) {
    const one = { ...NONE, [outcome ?? 'open']: 1, priced: Number(cents !== null), cents: cents ?? 0 };
    tallies.set(group, added(tallies.get(group) ?? NONE, one));
  }
  return tallies;
}

function added(sum: Tally, { won, lost, open, priced, cents }: Tally): Tally {
  return {
    won: sum.won + won,
    lost: sum.lost + lost,
    open: sum.open + open,
    priced: sum.priced + priced,
    cents: sum.cents + cents,
  };
}

function cells(tally: Tally) {
  const { won, lost, open, priced, cents } = tally;
  return [
    won + lost + open,
    won,
    lost,
    open,
    rateOf(tally),
    priced === 0 ? null : formatCents(Math.round(cents / priced)),
  ];
}

const queryOf = (createdAt: CameIn) =>
  ({ where: { removed: null, createdAt }, order: { field: 'createdAt', direction: 'asc' }, limit: PAGE }) as const;

async function* leadsIn(models: ReadModels, cameIn: CameIn) {
  for await (const page of pagesOf(models, leads.collection, queryOf(cameIn)))
    for (const { leadSource, status, estimatedValue } of page)
      yield { group: sourceLabel(leadSource), outcome: LEAD_OUTCOMES[status] ?? null, cents: estimatedValue };
}

async function* quotesIn(models: ReadModels, cameIn: CameIn, groupOf: (quote: QuoteDocument) => string) {
  for await (const page of pagesOf(models, quotes.collection, queryOf(cameIn)))
    for (const quote of page) yield { group: groupOf(quote), outcome: outcomeOf(quote), cents: quote.total };
}

/** In percent of those that are decided, with one decimal; null where none is. */
function rateOf({ won, lost }: Tally): number | null {
  return won + lost === 0 ? null : Math.round((won / (won + lost)) * 1_000) / 10;
}

function serviceOf({ items }: QuoteDocument): string {
  const services = new Set(items.map(({ service }) => service));
  const [service = null] = services;
  return services.size > 1 ? 'Several services' : serviceLabel(service);
}
