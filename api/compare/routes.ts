import type { FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { clientGone } from '../../platform/http/answers/client-gone.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { asOf, asOfNow, StillMaking } from '../../platform/runtime/as-of.ts';
import { historyLooks } from '../audit/looks.ts';
import { isMoment } from '../audit/moments.schema.ts';
import { auditRights } from '../audit/rights.ts';
import { signedIn } from '../kit/changes/commands.ts';
import type { ApiContext, App, RecordRef } from '../kit/context.ts';
import { errorBody, errors, readHeaders } from '../kit/fields/common.schema.ts';
import { keyOf, titlesOf } from '../kit/titles.ts';
import { actsBetween, type Between } from './acts.ts';
import { ask, askOn, type Begun, type Named } from './ask.ts';
import { type Difference, differenceBetween, differencesOf, type Row, type Rows } from './differences.ts';
import { isNaming, namedIn } from './named.ts';
import { COMPARE, knowReads, type Read } from './reads.ts';
import { type ComparedRecord, type Comparison, compareQuery, comparison, MOST_TOLD } from './schema.ts';

/**
 * Any record, list or figures as of two moments, held against each other (docs/design/time-travel.md#comparing). First of
 * all areas, as it knows the calls that are registered after it.
 */
export function compareRoutes(app: App, context: ApiContext): void {
  const readOf = knowReads(app);
  const noteLook = historyLooks(context);

  app.withTypeProvider<ZodTypeProvider>().get(
    COMPARE,
    {
      config: { access: 'history:read' },
      schema: {
        tags: ['History'],
        description:
          'What another call answers as of two moments, by the records in it: which are only in one, which changed, and ' +
          'what was done to each of them in between. The other call takes its own right.',
        headers: readHeaders,
        querystring: compareQuery,
        response: { 200: comparison, 404: errorBody, ...errors },
      },
    },
    async (request, reply) => {
      const { path, from, to = 'now' } = request.query;
      const read = readOf(path);
      const moment = asOf();
      const now = moment === null ? null : new Date(moment.at).toISOString();
      const moments = {
        from: { name: 'from', text: from },
        to: { name: 'to', text: to === 'now' ? now : to },
      } as const;
      await awaitMinPosition(request, reply, context);
      noteLook(request);
      const gone = clientGone(reply);
      // Of long lists one holds thousands of rows, and all of the processor.
      return asOfNow(() =>
        context.turns.run('compare', () => {
          // Whoever asks again takes a place in the line anew.
          if (gone.aborted) throw new StillMaking();
          return compare(app, context, request, read, moments);
        }),
      );
    },
  );
}

async function compare(
  app: App,
  context: ApiContext,
  request: FastifyRequest,
  read: Read,
  moments: { from: Named; to: Named },
): Promise<Comparison> {
  // What is only known now is refused as of the first.
  const first = await ask(app, request, read, moments.from);
  const last = await ask(app, request, read, moments.to);
  const [from, to] = [first.at ?? context.clock(), last.at ?? context.clock()];
  requireInOrder(moments, from, to);
  if (first.missing && last.missing) throw last.missing;

  const before = await askOn(app, request, read, moments.from, first);
  const after = await askOn(app, request, read, moments.to, last);
  const isList = Array.isArray(first.answer ?? last.answer);
  const all = isList ? differencesOf(before, after) : [differenceBetween(oneOf(before), oneOf(after))];
  // Of one record all is told, also where nothing differs.
  const told = isList ? DIFFERENT.flatMap((what) => all.filter((each) => each.what === what)) : all;
  const count = (what: Difference['what']) => all.filter((each) => each.what === what).length;
  return {
    path: pathOf(read),
    of: isList ? 'list' : 'record',
    category: read.category,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    toIsNow: last.at === null,
    added: count('added'),
    removed: count('removed'),
    changed: count('changed'),
    unchanged: count('same'),
    records: await recordsTold(context, request, read, told.slice(0, MOST_TOLD), betweenOf(moments, first, last)),
    more: told.length > MOST_TOLD,
    unread: !before.isWhole || !after.isWhole,
  };
}

function oneOf({ rows }: Rows): Row | null {
  return rows[0] ?? null;
}

/** What is told of a list, in this order. */
const DIFFERENT = ['changed', 'added', 'removed'] as const;

/** @throws HttpError 400 */
function requireInOrder(moments: { from: Named; to: Named }, from: number, to: number): void {
  const [one, other] = [positionIn(moments.from), positionIn(moments.to)];
  const isAfter = one !== undefined && other !== undefined ? one > other : from > to;
  if (!isAfter) return;
  const message = 'from is after to. Swap them.';
  throw new HttpError(400, { message, code: 'invalid', issues: [{ path: 'from', message }] });
}

/** The position by which a moment is named; undefined where it is a time. */
function positionIn({ text }: Named): string | undefined {
  return text === null || isMoment(text) ? undefined : text;
}

function betweenOf(moments: { from: Named; to: Named }, { at: from }: Begun, { at: to }: Begun): Between {
  const [after, upTo] = [positionIn(moments.from), positionIn(moments.to)];
  return {
    after,
    upTo,
    from: after !== undefined || from === null ? Number.NEGATIVE_INFINITY : from + 1,
    until: upTo !== undefined || to === null ? Number.POSITIVE_INFINITY : to + 1,
  };
}

async function recordsTold(
  context: ApiContext,
  request: FastifyRequest,
  { category }: Read,
  differences: readonly Difference[],
  between: Between,
): Promise<ComparedRecord[]> {
  const refs = differences.map((each) => refOf(category, each));
  const known = refs.filter((ref) => ref !== null);
  const rights = auditRights(context.kinds, signedIn(request));
  const named = await namedIn(context, differences);
  const others = [...new Map(named.flat().map((record) => [keyOf(record), record])).values()];
  const [acts, namings, titles] = await Promise.all([
    actsBetween(context, rights, known, between),
    actsBetween(context, rights, others, between, isNaming),
    titlesOf(context, [...known, ...others]),
  ]);
  const namingsOf = (records: readonly RecordRef[]) =>
    records.flatMap((record) => {
      const { acts: own = [] } = namings.get(keyOf(record)) ?? {};
      return own.length === 0 ? [] : [{ ...record, title: titles.get(keyOf(record)) ?? null, acts: own }];
    });
  return differences.map((each, index) => {
    const ref = refs[index] ?? null;
    const { acts: own = [], moreActs = false } = (ref && acts.get(keyOf(ref))) ?? {};
    const title = (ref && titles.get(keyOf(ref))) ?? null;
    return {
      ...each,
      category: ref?.category ?? null,
      title,
      acts: own,
      moreActs,
      named: namingsOf(named[index] ?? []),
    };
  });
}

/** The record that a row is: of the call's kind, or of the one that the row itself names. */
function refOf(category: string | null, { id, before, after }: Difference): RecordRef | null {
  const own = (after ?? before)?.['category'];
  const of = category ?? (typeof own === 'string' ? own : null);
  return id === null || of === null ? null : { category: of, id };
}

function pathOf({ path, query }: Read): string {
  return query.size === 0 ? path : `${path}?${query}`;
}
