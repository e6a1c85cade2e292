import type { FastifyRequest } from 'fastify';
import type { RecordedEvent } from '../../domain/kit/event.ts';
import { may, rightOf } from '../../domain/user/terms.ts';
import { type CurrentUser, NotAllowed } from '../../platform/http/access.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import type { Document } from '../../store/read-models.ts';
import type { AnyRecordKind, ApiContext, RecordKind } from './context.ts';
import type { ListAsked } from './lists/list-queries.ts';
import type { AnyList } from './lists/lists.schema.ts';
import { findRecord } from './records.ts';

// Who sees and changes which records (docs/design/calls.md#access). The gate lets people call a route; these say which
// records they reach through it, and how much of them is shown.

type Who = Pick<CurrentUser, 'role'>;
/** Some of what a person is shown depends on who they are. */
type Viewer = Pick<CurrentUser, 'id' | 'role'>;

/** Whether somebody may read all records of a kind. */
export function mayRead({ role }: Who, { area }: Pick<AnyRecordKind, 'area'>): boolean {
  return may(role, `${area}:read`);
}

/** Whether somebody sees only what is theirs of a kind. */
export function seesOwn({ role }: Who, { area }: Pick<AnyRecordKind, 'area'>): boolean {
  return rightOf(role, area) === 'own';
}

/** What a person is shown of a record: without what their role has no right to. */
export function shownTo<Shown extends object>(
  { id, role }: Viewer,
  { limited }: Pick<RecordKind<object, Document, Shown>, 'limited'>,
  shown: Shown,
): Shown {
  return limited ? limited(shown, (need) => may(role, need), id) : shown;
}

/** Records as a person is shown them, with everything joined to them; a page at a time. */
export async function showTo<Doc extends Document, Shown extends object>(
  context: ApiContext,
  person: Viewer,
  kind: Pick<RecordKind<object, Doc, Shown>, 'show' | 'limited'>,
  documents: readonly Doc[],
): Promise<Shown[]> {
  return (await kind.show(context, documents)).map((shown) => shownTo(person, kind, shown));
}

/** Those of some fields that somebody is not shown. */
export function hiddenFrom<Shown extends object>(
  person: Viewer,
  kind: Pick<RecordKind<object, Document, Shown>, 'limited'>,
  fields: readonly string[],
): string[] {
  const filled = Object.fromEntries(fields.map((field) => [field, true])) as Shown;
  const seen = shownTo(person, kind, filled) as Readonly<Record<string, unknown>>;
  return fields.filter((field) => seen[field] !== true);
}

/**
 * Refuses a change of fields that somebody is not shown: neither do they set them. Whoever sends back a record as they
 * were shown it leaves them as they are: where they are empty in the body, they are taken out of it.
 * @throws HttpError 403 with the fields
 */
export function requireSeen<Shown extends object>(
  person: Viewer,
  kind: Pick<RecordKind<object, Document, Shown>, 'limited'>,
  body: unknown,
): void {
  if (!kind.limited || typeof body !== 'object' || body === null) return;
  const said = body as Record<string, unknown>;
  const unseen = hiddenFrom(person, kind, Object.keys(said));
  const hidden = unseen.filter((field) => said[field] !== null && said[field] !== undefined);
  if (hidden.length === 0) {
    for (const field of unseen) delete said[field];
    return;
  }
  const message = `Your role may not set this: ${hidden.join(', ')}.`;
  const issues = hidden.map((path) => ({ path, message: 'Your role may not set this.' }));
  throw new HttpError(403, { message, code: 'forbidden', issues });
}

/**
 * Refuses to take back a change of fields that somebody is not shown.
 * @param commands which would take it back
 * @throws NotAllowed
 */
export function requireSeenBack(person: Viewer, kind: AnyRecordKind, commands: readonly object[]): void {
  for (const { details = {} } of commands as readonly { details?: object }[]) {
    if (hiddenFrom(person, kind, Object.keys(details)).length === 0) continue;
    throw new HttpError(403, { message: 'Your role may not change all that this changed.', code: 'forbidden' });
  }
}

/**
 * Refuses to look for, or to order by, what somebody is not shown.
 * @throws NotAllowed
 */
export function requireMayAsk({ role }: Who, { needs = {} }: Pick<AnyList, 'needs'>, asked: ListAsked): void {
  const order = typeof asked['sort'] === 'string' ? asked['sort'].replace('-', '') : '';
  for (const [name, need] of Object.entries(needs))
    if ((asked[name] !== undefined || name === order) && !may(role, need)) throw new NotAllowed(need);
}

/** A kind whose history shows a person only what they may see of its records. */
export function seenBy(person: Viewer, kind: AnyRecordKind): AnyRecordKind {
  if (!kind.limited) return kind;
  const { present, initial } = kind;
  return {
    ...kind,
    present: (document) => shownTo(person, kind, present(document)),
    ...(initial && { initial: (id: string) => shownTo(person, kind, initial(id)) }),
  };
}

/** The fields of a record that may be empty. */
type Emptiable<Shown> = Exclude<
  { [Field in keyof Shown]: null extends Shown[Field] ? Field : never }[keyof Shown],
  undefined
>;

/** The same record with some fields empty. */
export function without<Shown extends object>(shown: Shown, ...fields: Emptiable<Shown>[]): Shown {
  return { ...shown, ...Object.fromEntries(fields.map((field) => [field, null])) };
}

/**
 * Refuses a record to whoever neither reads all of its area nor has it among their own: they may not know of it.
 * @throws HttpError 404
 */
export async function requireOwn<Doc extends Document>(
  context: ApiContext,
  person: CurrentUser,
  kind: RecordKind<object, Doc, object>,
  document: Doc | null,
): Promise<void> {
  const of = areaOf(kind, document);
  if (mayRead(person, of)) return;
  if (document && seesOwn(person, of) && (await kind.own?.includes(context, person, document))) return;
  throw new HttpError(404, { message: `There is no such ${kind.noun}.`, code: 'not_found' });
}

/**
 * Whether somebody may read the history of one record.
 * @throws HttpError 403, or 404 for one that is not theirs
 */
export async function requireMayReadHistory(
  context: ApiContext,
  person: CurrentUser,
  kind: AnyRecordKind,
  document: Document | null,
): Promise<void> {
  const of = areaOf(kind, document);
  if (mayRead(person, of)) return;
  if (!seesOwn(person, of) || !kind.own) throw new NotAllowed(`${of.area}:read`);
  const isTold = !document || kind.own.tellsHistory?.(person, document) !== false;
  await requireOwn(context, person, kind, isTold ? document : null);
}

/**
 * Whether somebody may take back an act on a record: they may change all of its kind and of what it is part of, and
 * what else the act took, or it
 * is theirs and the act was their own, of what they still do there.
 * @param own the act's events
 * @throws HttpError 403, or 404 for a record that is not theirs
 */
export async function requireMayUndo(
  context: ApiContext,
  person: CurrentUser,
  kind: AnyRecordKind,
  { id, own }: { id: string; own: readonly RecordedEvent[] },
): Promise<void> {
  const document = await findRecord(context, kind, id);
  const whole = document && kind.partOf?.(document);
  const acts = own.flatMap(({ type }) => kind.actsOf?.[type] ?? []).map((area) => ({ area }));
  const areas = [areaOf(kind, document), ...(whole ? [context.kinds.of(whole.category)] : []), ...acts];
  const lacking = areas.find(({ area }) => !may(person.role, `${area}:change`));
  if (!lacking) return;
  const isTheirs = own.every(
    ({ type, metadata }) => metadata.actor === person.id && kind.own?.takesBack?.includes(type),
  );
  if (!isTheirs || !areas.every((each) => seesOwn(person, each))) throw new NotAllowed(`${lacking.area}:change`);
  await requireOwn(context, person, kind, document);
}

/** Where rights to a record are given, by what is known of it. */
export function areaOf(kind: AnyRecordKind, document: Document | null): Pick<AnyRecordKind, 'area'> {
  return { area: (document && kind.areaOf?.(document)) ?? kind.area };
}

/**
 * Refuses a list as a file to whoever may not take the company's data along.
 * @throws NotAllowed
 */
export function requireMayExport({ user }: FastifyRequest): void {
  if (!user || !may(user.role, 'exports:read')) throw new NotAllowed('exports:read');
}
