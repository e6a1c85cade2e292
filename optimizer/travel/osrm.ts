import { z } from 'zod';
import type { Place } from '../../platform/places/places.ts';
import { noTravel, type Travel, type TravelTimes, TravelUnavailable } from './travel-times.ts';

// The table service of OSRM (https://project-osrm.org/docs, v5): longitude comes before latitude.

/** Rows, and columns, per request: `osrm-routed` takes 100 places by default, and URLs have a length limit. */
const PLACES_AT_ONCE = 50;
const REQUESTS_AT_ONCE = 4;
const ATTEMPTS = 2;
const METERS_A_MILE = 1_609.344;
/** For a place that no road leads to: too long for any plan. */
const UNREACHABLE_SECONDS = 24 * 60 * 60;
const UNREACHABLE_MILES = 1_000;
const DECIMALS = 5;

const cells = z.array(z.array(z.number().nullable()));
const answer = z.object({ code: z.literal('Ok'), durations: cells, distances: cells });
type Table = z.output<typeof answer>;

export interface OsrmOptions {
  /** `https://roads.example.com`, with any path before `/table`. */
  url: string;
  /** For one request, up to its complete answer. */
  timeoutMs?: number;
}

/** The first row and first column of a block. */
interface Block {
  row: number;
  column: number;
}

/** Drives from an OSRM server, requested in blocks, each tried twice. */
export function travelByOsrm({ url, timeoutMs = 10_000 }: OsrmOptions): TravelTimes {
  const base = `${url.replace(/\/+$/, '')}/table/v1/driving/`;

  async function table(from: readonly Place[], to: readonly Place[], signal?: AbortSignal): Promise<Table> {
    const places = [...from, ...to].map(({ longitude, latitude }) =>
      [longitude, latitude].map((degrees) => degrees.toFixed(DECIMALS)).join(','),
    );
    const of = (first: number, many: number) => Array.from({ length: many }, (_, index) => first + index).join(';');
    const query = `sources=${of(0, from.length)}&destinations=${of(from.length, to.length)}&annotations=duration,distance`;
    const timeout = AbortSignal.timeout(timeoutMs);
    const response = await fetch(`${base}${places.join(';')}?${query}`, {
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      redirect: 'error',
    });
    const said = answer.parse(await response.json());
    const isWhole = (rows: Table['durations']) =>
      rows.length === from.length && rows.every((row) => row.length === to.length);
    if (!isWhole(said.durations) || !isWhole(said.distances))
      throw new TravelUnavailable('the road server answered another table');
    return said;
  }

  async function tried(from: readonly Place[], to: readonly Place[], signal?: AbortSignal): Promise<Table> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await table(from, to, signal);
      } catch (cause) {
        signal?.throwIfAborted();
        if (attempt >= ATTEMPTS) throw new TravelUnavailable(reasonOf(cause), { cause });
      }
    }
  }

  return {
    async between(places, signal) {
      const travel = noTravel(places.length, 'roads');
      const waiting = blocksOf(places.length);
      const work = async () => {
        for (let block = waiting.pop(); block; block = waiting.pop()) {
          const part = (first: number) => places.slice(first, first + PLACES_AT_ONCE);
          fill(travel, places.length, block, await tried(part(block.row), part(block.column), signal));
        }
      };
      await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, work));
      return travel;
    },
  };
}

function blocksOf(n: number): Block[] {
  const starts = Array.from({ length: Math.ceil(n / PLACES_AT_ONCE) }, (_, index) => index * PLACES_AT_ONCE);
  return starts.flatMap((row) => starts.map((column) => ({ row, column })));
}

function fill({ seconds, miles }: Travel, n: number, { row, column }: Block, { durations, distances }: Table): void {
  for (const [down, across] of durations.entries()) {
    const first = (row + down) * n + column;
    seconds.set(
      across.map((said) => (said === null ? UNREACHABLE_SECONDS : Math.round(said))),
      first,
    );
    miles.set(
      (distances[down] ?? []).map((said) => (said === null ? UNREACHABLE_MILES : said / METERS_A_MILE)),
      first,
    );
  }
}

/** The failure in words, without the requested URL: it reveals where people live. */
function reasonOf(cause: unknown): string {
  if (cause instanceof TravelUnavailable) return cause.message;
  if (cause instanceof z.ZodError || cause instanceof SyntaxError) return 'the road server answered no table';
  if (cause instanceof Error && cause.name === 'TimeoutError') return 'the road server did not answer in time';
  return 'the road server could not be reached';
}
