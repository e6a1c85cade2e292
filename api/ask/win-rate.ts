import type { GivenOf } from '../../ai/ask/catalog.ts';
import { serviceLabel } from '../../domain/job/terms.ts';
import { monthOf } from '../../domain/kit/times.ts';
import { LEAD_SOURCE_LABELS } from '../../domain/lead/terms.ts';
import { outcomeOf } from '../../domain/quote/outcome.ts';
import { leads } from '../../projections/leads.ts';
import { type QuoteDocument, quotes } from '../../projections/quotes.ts';
import type { ReadModels } from '../../store/read-models.ts';
import { pagesOf } from '../../store/read-pages.ts';
import { companyZone, dayOf, instantsOf } from '../kit/company-time.ts';
import { type Asker, link, month, number, percent, row, type Table, tableOf, text } from './table.ts';

/** The most leads or quotes to read at a time without holding up others. */
const PAGE = 500;

type Outcome = 'won' | 'lost' | null;
type CameIn = ReturnType<typeof instantsOf>;

interface Tally {
  won: number;
  lost: number;
  open: number;
}

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
  const groupOf = (quote: QuoteDocument) =>
    by === 'service' ? serviceOf(quote) : monthOf(dayOf(Date.parse(quote.createdAt), zone));
  const tallies = await tallied(by === 'source' ? leadsIn(models, cameIn) : quotesIn(models, cameIn, groupOf));
  const all = [...tallies.values()].reduce(
    (sum, { won, lost, open }) => ({ won: sum.won + won, lost: sum.lost + lost, open: sum.open + open }),
    { won: 0, lost: 0, open: 0 },
  );
  const byName = ([one]: [string, Tally], [other]: [string, Tally]) => (one < other ? -1 : 1);
  const rows = [...tallies].sort(byName);
  if (by !== 'month') rows.sort(([, one], [, other]) => (rateOf(other) ?? -1) - (rateOf(one) ?? -1));
  const first = by === 'month' ? month('month', 'Month') : text(by, by === 'source' ? 'Source' : 'Service');
  return tableOf(
    [first, number('won', 'Won'), number('lost', 'Lost'), number('open', 'Not decided'), percent('rate', 'Win rate')],
    rows.map(([group, tally]) => row(group, tally.won, tally.lost, tally.open, rateOf(tally))),
    {
      sums: [null, all.won, all.lost, all.open, rateOf(all)],
      note:
        by === 'source'
          ? 'Won of those that are won or lost by now.'
          : 'Of those that are decided: a quote is won once a version was approved, and lost when its last one was declined or expired.',
      link: by === 'source' ? link('All leads', '/leads') : link('All quotes', '/quotes/list'),
    },
  );
}

async function tallied(outcomes: AsyncIterable<{ group: string; outcome: Outcome }>): Promise<Map<string, Tally>> {
  const tallies = new Map<string, Tally>();
  for await (const { group, outcome } of outcomes) {
    const tally = tallies.get(group) ?? { won: 0, lost: 0, open: 0 };
    tally[outcome ?? 'open']++;
    tallies.set(group, tally);
  }
  return tallies;
}

const queryOf = (createdAt: CameIn) =>
  ({ where: { removed: null, createdAt }, order: { field: 'createdAt', direction: 'asc' }, limit: PAGE }) as const;

async function* leadsIn(models: ReadModels, cameIn: CameIn) {
  for await (const page of pagesOf(models, leads.collection, queryOf(cameIn)))
    for (const { leadSource, status } of page)
      yield { group: sourceLabel(leadSource), outcome: LEAD_OUTCOMES[status] ?? null };
}

async function* quotesIn(models: ReadModels, cameIn: CameIn, groupOf: (quote: QuoteDocument) => string) {
  for await (const page of pagesOf(models, quotes.collection, queryOf(cameIn)))
    for (const quote of page) yield { group: groupOf(quote), outcome: outcomeOf(quote) };
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
