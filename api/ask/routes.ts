import type { FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ASK_QUERIES, type AskName, type GivenOf } from '../../ai/ask/catalog.ts';
import type { Named } from '../../ai/ask/names.ts';
import { type AskQuery, type Given, metaOf, type ParameterMeta } from '../../ai/ask/query.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import { may } from '../../domain/user/terms.ts';
import { clientGone } from '../../platform/http/answers/client-gone.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { signedIn } from '../kit/changes/commands.ts';
import { companyToday } from '../kit/company-time.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, readHeaders } from '../kit/fields/common.schema.ts';
import { sendReportCsv } from '../kit/lists/lists.ts';
import { requireMayExport } from '../kit/rights.ts';
import { CREW_RUNS } from './crew-runs.ts';
import { modelReadings, UNREAD } from './model-readings.ts';
import { MONEY_RUNS } from './money-runs.ts';
import { SALES_RUNS } from './sales-runs.ts';
import { type AskAnswer, type AskCatalog, askAnswer, askBody, askCatalog, askFile, askFileQuery } from './schema.ts';
import { type Asker, firstOf, link, MOST_ROWS, type Table } from './table.ts';
import { askedFor, mayAsk, tagsNamed, understood } from './understand.ts';
import { WORK_RUNS } from './work-runs.ts';

const config = { access: 'insights:read' } as const;
const tags = ['AI'];
const FILE_PATH = '/api/ai/ask/file';

type Runs = { [Name in AskName]: (asker: Asker, given: GivenOf<Name>) => Promise<Table> };
const RUNS: Runs = { ...MONEY_RUNS, ...WORK_RUNS, ...SALES_RUNS, ...CREW_RUNS };

/** Questions in words, answered by typed queries over the read models. They change nothing. */
export function askRoutes(app: App, context: ApiContext): void {
  const readByModel = modelReadings();
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/api/ai/ask/queries',
    {
      config,
      schema: {
        tags,
        description: 'What can be asked: the queries that the person may run, with their parameters.',
        headers: readHeaders,
        response: { 200: askCatalog, ...errors },
      },
    },
    async (request): Promise<AskCatalog> => {
      const asker = await askerOf(context, request);
      const tags = await tagsNamed(asker);
      return {
        queries: ASK_QUERIES.filter((query) => mayAsk(asker, query)).map((query) => shown(query, asker.today, tags)),
      };
    },
  );

  routes.post(
    '/api/ai/ask',
    {
      config,
      schema: {
        tags,
        description:
          'Answers a question in words, or a query by its name: with its rows, and in words which query ran with which ' +
          'parameters. A question that is not clear is answered with suggestions, never with a guess. It changes nothing.',
        headers: readHeaders,
        body: askBody,
        response: { 200: askAnswer, ...errors },
      },
    },
    async (request, reply): Promise<AskAnswer> => {
      await awaitMinPosition(request, reply, context);
      const asker = await askerOf(context, request);
      const { question, query = '', parameters = {} } = request.body;
      if (question === undefined) return answered(asker, query, parameters);
      const meant = await understood(asker, question);
      if (meant.outcome === 'run') {
        const answer = await answered(asker, meant.query.name, meant.given);
        return { ...answer, suggestions: meant.suggestions };
      }
      // Of a typing error it is asked back, before a model is.
      if (meant.spelled !== null) return { ...NOTHING, ...meant };
      const { reading, ...told } = await readByModel(asker, question, meant, clientGone(reply));
      if (reading.outcome !== 'run') return { ...NOTHING, ...reading, ...told };
      const answer = await answered(asker, reading.query.name, reading.given);
      const words = `Read by ${told.model} as: ${answer.words}`;
      const suggestions = meant.suggestions.filter((each) => each.words !== answer.words);
      return { ...answer, ...told, words, suggestions };
    },
  );

  routes.get(
    FILE_PATH,
    {
      config,
      schema: {
        tags,
        description:
          'All rows of an answer as CSV, which is recorded as an export: of a figure, and of the first rows of a list. ' +
          'Each other list has its own.',
        headers: readHeaders,
        querystring: askFileQuery,
        response: { 200: { content: { 'text/csv': { schema: askFile } } }, ...errors },
      },
    },
    async (request, reply) => {
      requireMayExport(request);
      await awaitMinPosition(request, reply, context);
      const asker = { ...(await askerOf(context, request)), most: Number.MAX_SAFE_INTEGER };
      const { query, given } = await askedFor(asker, request.query.query, request.query.given);
      const table = await found(asker, query, given);
      refuseList(table);
      const names = table.columns.map(({ label }) => label);
      const rows = table.rows.map(({ cells }) =>
        Object.fromEntries(names.map((name, at) => [name, cells[at] ?? null])),
      );
      return sendReportCsv(context, request, reply, {
        name: query.name,
        row: lineOf(table),
        rows,
      }) as unknown as string;
    },
  );
}

/** Of a query whose list has a file of its own. @throws Rejection */
function refuseList({ file }: Table): void {
  if (file) throw new Rejection('invalid', `All rows of this list come from its own call: ${file}.`, 'query');
}

const NOTHING = {
  query: null,
  parameters: {},
  columns: [],
  rows: [],
  total: 0,
  sums: null,
  note: null,
  link: null,
  file: null,
  spelled: null,
  ...UNREAD,
} satisfies Partial<AskAnswer>;

async function answered(asker: Asker, name: string, said: Readonly<Record<string, unknown>>): Promise<AskAnswer> {
  const { query, given, words } = await askedFor(asker, name, said);
  const table = await found(asker, query, given);
  const parameters = textsOf(given);
  return {
    outcome: 'answered',
    words,
    query: query.name,
    parameters,
    ...table,
    rows: table.rows.slice(0, MOST_ROWS),
    file: may(asker.person.role, 'exports:read') ? (table.file ?? fileOfAnswer(query.name, parameters)) : null,
    suggestions: [],
    spelled: null,
    ...UNREAD,
  };
}

async function found(asker: Asker, query: AskQuery, given: Given): Promise<Table> {
  const run = RUNS[query.name as AskName] as (asker: Asker, given: Given) => Promise<Table>;
  const table = await run(asker, given);
  return given['first'] === undefined ? table : firstOf(table, Number(given['first']));
}

async function askerOf(context: ApiContext, request: FastifyRequest): Promise<Asker> {
  return { context, person: signedIn(request), today: await companyToday(context), most: MOST_ROWS };
}

/** The call that has all rows of an answer as a file. */
function fileOfAnswer(query: string, parameters: Readonly<Record<string, string>>): string {
  return link('', FILE_PATH, { query, given: JSON.stringify(parameters) }).page;
}

/** The columns of an answer by their labels, for its file. */
function lineOf({ columns }: Table): z.ZodObject {
  return z.object(Object.fromEntries(columns.map(({ label }) => [label, z.union([z.string(), z.number(), z.null()])])));
}

/** A tag is one of those that customers have; a city is typed. */
function kindOf({ 'x-kind': kind }: ParameterMeta): AskCatalog['queries'][number]['fields'][number]['kind'] {
  if (kind === 'tag') return 'choice';
  return kind === 'city' ? 'text' : kind;
}

function choicesOf({ 'x-kind': kind }: ParameterMeta, tags: readonly Named[]): [string, string][] {
  return kind === 'tag' ? tags.map(({ id, name }) => [id, name]) : [];
}

function textsOf(given: Given): Record<string, string> {
  return Object.fromEntries(Object.entries(given).filter((each): each is [string, string] => each[1] !== undefined));
}

function shown(query: AskQuery, today: string, tags: readonly Named[]): AskCatalog['queries'][number] {
  const { name, title, tells, parameters, examples } = query;
  const preset = query.preset?.(today, {}) ?? {};
  return {
    name,
    title,
    tells,
    parameters: z.toJSONSchema(parameters) as Record<string, unknown>,
    fields: metaOf(query).map((meta) => ({
      name: meta.name,
      label: meta.title,
      kind: kindOf(meta),
      choices: [...Object.entries(meta['x-labels'] ?? {}), ...choicesOf(meta, tags)].map(([value, label]) => ({
        value,
        label,
      })),
      preset: preset[meta.name] ?? null,
    })),
    examples: [...examples],
  };
}
