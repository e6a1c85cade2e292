import type { Access } from '../../../platform/http/access.ts';
import { LOG_AWAY_SINCE } from '../../../platform/http/answers/log-away.ts';

export type JsonSchema = { [keyword: string]: unknown; properties?: Record<string, JsonSchema> };

/** One status of a call: the schema of its JSON body, or a body by content type; `null` means no body. */
export type Answer = JsonSchema & { headers?: Record<string, JsonSchema>; content?: Record<string, object> };

/** What is known about a call besides its schemas. */
interface Call {
  method: string;
  access: Access;
  /** Whether calls from one address are limited. */
  isLimited: boolean;
}

/** The parts of a call's schemas that say what it may answer. */
interface Described {
  response?: Record<string, Answer>;
  params?: JsonSchema;
  querystring?: JsonSchema;
  headers?: JsonSchema;
}

const ERROR = { $ref: '#/components/schemas/Error' };

const REFUSALS: Record<number, string> = {
  400: 'Something in the request is not valid; where it is a field, `issues` names it.',
  401: 'Nobody is signed in.',
  403: 'The person may not do this, or the request came from the page of another site.',
  404: 'There is no such record.',
  408: 'The body did not arrive completely in time.',
  413: 'The body is larger than this call takes.',
  415: 'The body is of another content type or charset than this call takes.',
  429: 'Too many tries, or too much at once: wait as long as `Retry-After` says.',
  500: 'Something went wrong on our side; the message has a reference for it.',
  503: 'Not possible for the moment: the data is being prepared, or cannot be stored.',
};

/** Every answer of a call: those in its own schemas, and those that follow from what it takes and who may call it. */
export function answersOf(call: Call, described: Described): Record<string, Answer> {
  const { '4xx': _refused, '5xx': _failed, ...own } = described.response ?? {};
  const answers: Record<string, Answer> = {};
  for (const [status, answer] of Object.entries(own)) answers[status] = withHeaders(status, answer, call, described);
  for (const status of refusalsOf(call, described)) {
    answers[status] ??= withHeaders(String(status), {}, call, described);
  }
  return answers;
}

function needsRole(access: Access): boolean {
  return access !== 'public' && access !== 'anyone';
}

function refusalsOf({ method, access, isLimited }: Call, { params }: Described): number[] {
  const changes = method !== 'GET';
  return [
    400,
    ...(needsRole(access) ? [401] : []),
    ...(needsRole(access) || (changes && access !== 'public') ? [403] : []),
    ...(params ? [404] : []),
    ...(changes ? [408, 413, 415] : []),
    ...(changes || isLimited ? [429] : []),
    500,
    503,
  ];
}

function withHeaders(status: string, answer: Answer, call: Call, described: Described): Answer {
  const headers = headersOf(status, call, described);
  return {
    description: REFUSALS[Number(status)] ?? SUCCESSES[status] ?? 'The answer.',
    ...bodyOf(status, answer, described),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

const SUCCESSES: Record<string, string> = {
  200: 'Done.',
  201: 'Created.',
  204: 'Done; there is nothing to show.',
  302: 'Continues at `Location`.',
};

function bodyOf(status: string, answer: Answer, { querystring }: Described): Answer {
  if (answer['type'] === 'null' || answer.content) return answer;
  const { description, ...schema } = answer;
  const isError = Number(status) >= 400;
  const content: Record<string, object> = {
    'application/json': { schema: Object.keys(schema).length > 0 ? schema : ERROR },
  };
  const format = isError ? undefined : querystring?.properties?.['format'];
  if (format)
    content['text/csv'] = { schema: { type: 'string', description: 'A header line, then one line for each record.' } };
  if ((format?.['enum'] as unknown[] | undefined)?.includes('jsonl'))
    content['application/jsonl'] = { schema: { type: 'string', description: 'A line of JSON for each record.' } };
  return { ...(description !== undefined && { description }), content };
}

const text = (description: string) => ({ type: 'string', description });
const count = (description: string) => ({ type: 'integer', description });

const POSITION = text('A position of the log: what `x-min-position` takes.');
const CONSISTENT = {
  type: 'string',
  enum: ['true', 'false'],
  description: 'Whether lists already show that position.',
};

const AWAY_SINCE = text(
  'Present while the log is away, and since when (ISO UTC): what is shown is as it was then, and nothing can be saved.',
);

function headersOf(status: string, { access }: Call, { headers, querystring }: Described): Record<string, JsonSchema> {
  const isSuccess = Number(status) < 300;
  const takes = (name: string) => headers?.properties?.[name] !== undefined;
  const isChange = takes('idempotency-key');
  return {
    ...(['429', '503'].includes(status) && { 'retry-after': count('Seconds to wait.') }),
    ...(['302', '303'].includes(status) && { location: text('Where to continue.') }),
    ...(isSuccess &&
      isChange && {
        'x-command-id': text('The id of this change, which undoing it takes; missing if nothing changed.'),
      }),
    ...(isSuccess && (isChange || takes('x-min-position')) && { 'x-position': POSITION, 'x-consistent': CONSISTENT }),
    ...(isSuccess &&
      querystring?.properties?.['cursor'] && {
        'x-next-cursor': text('The cursor of the next page; missing on the last one.'),
      }),
    ...(needsRole(access) && { [LOG_AWAY_SINCE]: AWAY_SINCE }),
  };
}
