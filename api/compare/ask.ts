import type { FastifyRequest, LightMyRequestResponse } from 'fastify';
import { type ErrorBody, HttpError } from '../../platform/http/answers/errors.ts';
import { asOfNow, StillMaking } from '../../platform/runtime/as-of.ts';
import { restSince } from '../../platform/runtime/rest.ts';
import type { App } from '../kit/context.ts';
import type { Row } from './differences.ts';
import type { Read } from './reads.ts';
import { MOST_ROWS } from './schema.ts';

/** What tells who asks, and from where. */
const PASSED_ON = [
  'cookie',
  'host',
  'user-agent',
  'x-person',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
];

/** A moment that somebody named. */
export interface Named {
  name: 'from' | 'to';
  /** As it was written; null: now. */
  text: string | null;
}

/** The beginning of what a call answers as of a moment. */
export interface Begun {
  /** Of which moment it is, in milliseconds since 1970; null: now. */
  at: number | null;
  /** The answer; null where there is no such record. */
  answer: Row | readonly Row[] | null;
  /** Why there is none. */
  missing: Error | null;
  /** Where its list goes on; null at the end. */
  cursor: string | null;
}

/**
 * Asks a call as of a moment, as whoever compares: every right and limit of the call holds.
 * @throws HttpError as the call refuses it, saying which part of what was asked is refused; StillMaking
 */
export async function ask(
  app: App,
  request: FastifyRequest,
  read: Read,
  moment: Named,
  cursor: string | null = null,
): Promise<Begun> {
  const query = new URLSearchParams(read.query);
  if (read.page !== null) query.set('limit', String(read.page));
  if (cursor !== null) query.set('cursor', cursor);
  const answer = await asOfNow(() =>
    app.inject({
      method: 'GET',
      url: query.size === 0 ? read.path : `${read.path}?${query}`,
      headers: headersOf(request, moment),
      remoteAddress: request.raw.socket.remoteAddress ?? '127.0.0.1',
    }),
  );
  const said = answer.headers['x-as-of'];
  const at = moment.text === null ? null : Date.parse(String(said));
  if (answer.statusCode === 404) return { at, answer: null, missing: refusalOf(answer, moment), cursor: null };
  if (answer.statusCode !== 200) throw refusalOf(answer, moment);
  if (!String(answer.headers['content-type']).startsWith('application/json')) throw about('path', 400, NOT_RECORDS);
  const next = answer.headers['x-next-cursor'];
  return { at, answer: rowsIn(answer.json()), missing: null, cursor: next === undefined ? null : String(next) };
}

/**
 * The rest of a list, as far as it is looked at. After each page the processor is everybody else's for as long as that took.
 * @returns whether it ends there
 */
export async function askOn(
  app: App,
  request: FastifyRequest,
  read: Read,
  moment: Named,
  { answer, cursor }: Begun,
): Promise<{ rows: Row[]; isWhole: boolean }> {
  const rows = [...[answer ?? []].flat()];
  let next = cursor;
  while (next !== null && rows.length < MOST_ROWS) {
    const began = performance.now();
    const page = await ask(app, request, read, moment, next);
    rows.push(...[page.answer ?? []].flat());
    next = page.cursor;
    await restSince(began);
  }
  return { rows: rows.slice(0, MOST_ROWS), isWhole: next === null && rows.length <= MOST_ROWS };
}

const NOT_RECORDS = 'This answers with no records and no figures, so there is nothing to compare.';

function rowsIn(answer: unknown): Row | Row[] {
  const isRow = (each: unknown): each is Row => typeof each === 'object' && each !== null && !Array.isArray(each);
  if (Array.isArray(answer) ? answer.every(isRow) : isRow(answer)) return answer as Row | Row[];
  throw about('path', 400, NOT_RECORDS);
}

function headersOf({ headers }: FastifyRequest, { text }: Named): Record<string, string> {
  const known = PASSED_ON.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]]));
  return { ...Object.fromEntries(known), ...(text !== null && { 'x-as-of': text }) };
}

/** Why a call refuses, in its own words. */
function refusalOf(answer: LightMyRequestResponse, { name }: Named): HttpError | StillMaking {
  const body = answer.json<ErrorBody>();
  if (body.code === 'still_making') return new StillMaking();
  const isOfMoment = body.issues?.some(({ path }) => path === 'asOf') ?? false;
  if (isOfMoment) return about(name, answer.statusCode, body.message.replaceAll('asOf', name));
  return about('path', answer.statusCode, body.message, body.code);
}

function about(path: string, status: number, message: string, code = 'invalid'): HttpError {
  return new HttpError(status, { message, code, issues: [{ path, message }] });
}
