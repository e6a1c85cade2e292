import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Access } from '../../platform/http/access.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import type { CollectionDefinition, Document } from '../../store/read-models.ts';
import { type Changer, changerOf, newId, signedIn, unlessRepeated } from './changes/commands.ts';
import { changeErrors } from './changes/conflicts.schema.ts';
import { companyZone, dayOf } from './company-time.ts';
import type { ApiContext, App, RecordKind } from './context.ts';
import { changeHeaders, errors, idParams, readHeaders } from './fields/common.schema.ts';
import { type ListAsked, narrowed, queryOf, requireIndexes } from './lists/list-queries.ts';
import { type AnyList, listQuery } from './lists/lists.schema.ts';
import { readDocument, sendList } from './lists/lists.ts';
import { findRecord } from './records.ts';
import { requireMayAsk, requireOwn, requireSeen, seesOwn, showTo } from './rights.ts';

/** What all calls of an area's records have in common. */
interface Calls<Command extends object, Doc extends Document, Shown extends object> {
  kind: RecordKind<Command, Doc, Shown>;
  /** Where records of several kinds share the calls: the kind of the one that a request is about. All are of one area. */
  kindOf?(request: FastifyRequest, id: string): Promise<RecordKind<Command, Doc, Shown>>;
  /** The record's schema, which every change answers with. */
  record: z.ZodType;
  /** The path of the records: `/api/leads`. */
  path: string;
  tag: string;
}

/** What the rules get to know of a request. */
export interface Asked<Body = undefined, Params = z.output<typeof idParams>> {
  body: Body;
  /** The id of the record in question; for a new record, the id it will get. */
  id: string;
  /** The path's parameters. */
  params: Params;
  /** ISO UTC. */
  now: string;
  /** The id of a part that the request creates, the same for each repeat of it. */
  newId(role: string): string;
  request: FastifyRequest;
}

type Decided<Command> = Command | readonly Command[] | Promise<Command | readonly Command[]>;

interface ChangeCall<
  Command extends object,
  Shown extends object,
  Body extends z.ZodType,
  Params extends z.ZodObject = typeof idParams,
> {
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** The path after that of the records: `/:id/convert`. */
  at: string;
  /** The status of a success; 200 by default. */
  status?: 200 | 201 | 204;
  params?: Params;
  body?: Body;
  /** Whether those who reach only their own records of the area may make it, on one of theirs. */
  own?: boolean;
  /** One command, or several that are decided one after another and appended together. */
  commands(asked: Asked<z.output<Body>, z.output<Params>>): Decided<Command>;
  /** Makes one after another all changes that name the same turn, also of different records. */
  turn?: string;
  /** Adds what only this answer shows. */
  answer?(shown: Shown, body: z.output<Body>, request: FastifyRequest): Promise<Shown>;
}

type Own = Pick<ChangeCall<object, object, z.ZodType>, 'own'>;

/** The record that a request is about. */
interface Target {
  id: string;
  isNew?: boolean;
}

interface CreateCall<Command extends object, Shown extends object, Body extends z.ZodType>
  extends Pick<ChangeCall<Command, Shown, Body>, 'commands' | 'answer' | 'own'> {
  body: Body;
  /** The id if the body brings one, or tells of somebody who has one; otherwise it is made here. */
  id?(body: z.output<Body>, request: FastifyRequest): string | null | undefined | Promise<string | null | undefined>;
}

interface ReviseCall<Command extends object, Shown extends object, Body extends z.ZodType>
  extends Pick<ChangeCall<Command, Shown, Body>, 'commands' | 'answer'> {
  method?: 'PATCH' | 'PUT';
  body: Body;
}

interface ListCall<Doc extends Document> {
  /** If it differs from the path of the records. */
  path?: string;
  /** Who may ask for it, if not whoever may read the area. */
  access?: Access;
  /** What it reads, if not the kind's own collection. */
  collection?: CollectionDefinition<Doc>;
  /** The schema of a row, if it shows something other than the record. */
  row?: z.ZodType;
  show?(request: FastifyRequest, documents: readonly Doc[]): Promise<object[]>;
  /** The schema whose fields are the columns of a file, where that of a row is one of several. */
  rowOf?(request: FastifyRequest): z.ZodObject;
}

/** The calls that all kinds of records have; calling one of these registers it. */
export interface RecordRoutes<Command extends object, Doc extends Document, Shown extends object> {
  /** The list with its filters and orders. @throws if no index serves one of its filters in one of its orders */
  list<Row extends Document = Doc>(list: AnyList, call?: ListCall<Row>): void;
  /** `GET …/:id` @param collection to read, if not the kind's own */
  get(collection?: CollectionDefinition<Doc>): void;
  /** `POST …`, answered 201. */
  create<Body extends z.ZodType>(call: CreateCall<Command, Shown, Body>): void;
  /** `PATCH …/:id`, or PUT: a missing field stays unchanged. Its body may carry the revision that the sender saw. */
  revise<Body extends z.ZodType>(call: ReviseCall<Command, Shown, Body>): void;
  /** `DELETE …/:id`, answered 204 even if the record is already removed. */
  remove(command: Command | ((request: FastifyRequest) => Command), how?: Own): void;
  /** `POST …/:id/<name>` without a body. */
  act(name: string, command: Command | ((asked: Asked) => Decided<Command>), how?: Own): void;
  /** Any other change of a record. */
  change<Body extends z.ZodType, Params extends z.ZodObject = typeof idParams>(
    call: ChangeCall<Command, Shown, Body, Params>,
  ): void;
  /** For custom routes that make a change. */
  carryOut: Changer<Command, Shown>;
}

/** Registers the calls of one kind of record. */
export function recordRoutes<Command extends object, Doc extends Document, Shown extends object>(
  app: App,
  context: ApiContext,
  calls: Calls<Command, Doc, Shown>,
): RecordRoutes<Command, Doc, Shown> {
  const { kind, kindOf = async () => kind, record, path, tag } = calls;
  const read = `${kind.area}:read` as const;
  const carryOut: Changer<Command, Shown> = async (request, reply, id, ...rest) =>
    changerOf(context, await kindOf(request, id))(request, reply, id, ...rest);
  const tags = [tag];
  const asked = <Body, Params>(request: FastifyRequest, id: string): Asked<Body, Params> => ({
    body: request.body as Body,
    id,
    params: request.params as Params,
    now: isoNow(context.clock),
    newId: (role) => newId(request, role),
    request,
  });

  /** Registers a change. @param idOf the record that a request is about, and whether it is new */
  function register<Body extends z.ZodType, Params extends z.ZodObject>(
    call: ChangeCall<Command, Shown, Body, Params>,
    idOf: (request: FastifyRequest) => Target | Promise<Target>,
  ): void {
    const { method, at, status = 200, params = idParams, body, own = false, commands, turn, answer } = call;
    const answered = status === 204 ? z.null() : record;
    app.route({
      method,
      url: path + at,
      config: { access: `${kind.area}:change`, own },
      schema: {
        tags,
        headers: changeHeaders,
        ...((path + at).includes(':') && { params }),
        ...(body && { body }),
        response: { [status]: answered, ...changeErrors(record) },
      },
      async handler(request: FastifyRequest, reply: FastifyReply) {
        const { id, isNew = false } = await idOf(request);
        if (own && !isNew) await requireOwnRecord(request, id);
        const kind = await kindOf(request, id);
        requireSeen(signedIn(request), kind, request.body);
        const { expectedRevision } = (request.body ?? {}) as { expectedRevision?: number | string };
        const change = async () => {
          const decided =
            (await unlessRepeated(context, request, { kind, id }, () => commands(asked(request, id)))) ?? [];
          return carryOut(request, reply, id, decided, { expectedRevision, isNew });
        };
        const shown = await (turn === undefined ? change() : context.turns.run(turn, change));
        reply.code(status);
        if (status === 204) return reply.send(null);
        return answer ? answer(shown, request.body as z.output<Body>, request) : shown;
      },
    });
  }

  async function requireOwnRecord(request: FastifyRequest, id: string): Promise<void> {
    const person = signedIn(request);
    if (seesOwn(person, kind)) await requireOwn(context, person, kind, await findRecord(context, kind, id));
  }

  const idOfPath = (request: FastifyRequest) => ({ id: (request.params as { id: string }).id });

  return {
    carryOut,
    change: (call) => register(call, idOfPath),
    revise: (call) => register({ method: 'PATCH', ...call, at: '/:id' }, idOfPath),
    remove(command, how) {
      const commands = ({ request }: Asked) => (typeof command === 'function' ? command(request) : command);
      register({ ...how, method: 'DELETE', at: '/:id', status: 204, commands }, idOfPath);
    },
    act(name, command, how) {
      const commands = typeof command === 'function' ? command : () => command;
      register(
        { ...how, method: 'POST', at: `/:id/${name}`, commands: commands as (asked: Asked) => Decided<Command> },
        idOfPath,
      );
    },
    create({ id, ...call }) {
      register({ ...call, method: 'POST', at: '', status: 201 }, async (request) => {
        const said = await id?.(request.body as Parameters<typeof id>[0], request);
        // A shared stream already holds other records.
        const isNew = !said && kind.sharedStream === undefined;
        return { id: said || newId(request, kind.category), isNew };
      });
    },
    get(collection) {
      app.route({
        method: 'GET',
        url: `${path}/:id`,
        config: { access: read, own: kind.own !== undefined, tells: kind.category },
        schema: { tags, headers: readHeaders, params: idParams, response: { 200: record, ...errors } },
        async handler(request: FastifyRequest, reply: FastifyReply) {
          const { id } = request.params as { id: string };
          const kind = await kindOf(request, id);
          const document = await readDocument(context, request, reply, kind, id, collection ?? kind.projection);
          const person = signedIn(request);
          await requireOwn(context, person, kind, document);
          const [shown] = await showTo(context, person, kind, [document]);
          return shown;
        },
      });
    },
    list<Row extends Document>(
      list: AnyList,
      { path: url = path, access = read, collection, row = record, show, rowOf }: ListCall<Row> = {},
    ) {
      const projection = collection ?? kind.projection;
      requireIndexes(`GET ${url}`, projection, list);
      const querystring = listQuery(list);
      const isByDay = Object.values(list.filters).some(({ byDay }) => byDay);
      app.route({
        method: 'GET',
        url,
        config: { access, own: kind.own?.where !== undefined, tells: kind.category },
        schema: { tags, headers: readHeaders, querystring, response: { 200: z.array(row), ...errors } },
        async handler(request: FastifyRequest, reply: FastifyReply) {
          const asked = request.query as ListAsked;
          const zone = isByDay ? await companyZone(context) : undefined;
          const today = zone && dayOf(context.clock(), zone);
          const person = signedIn(request);
          requireMayAsk(person, list, asked);
          const theirs = seesOwn(person, kind) ? await kind.own?.where?.(context, person) : undefined;
          const query = queryOf(list, asked, today, isoNow(context.clock), zone);
          const listed = {
            projection,
            show: show
              ? (_: ApiContext, documents: readonly Row[]) => show(request, documents)
              : (_: ApiContext, documents: readonly Row[]) =>
                  showTo(context, person, kind, documents as readonly object[] as readonly Doc[]),
          };
          return sendList(context, request, reply, listed, {
            query: theirs ? narrowed(query, theirs) : query,
            limit: asked.limit,
            row: rowOf?.(request),
          });
        },
      });
    },
  };
}
