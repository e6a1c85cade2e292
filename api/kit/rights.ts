import type { FastifyRequest } from 'fastify';
import { may, type Need, rightOf } from '../../domain/user/terms.ts';
import { type CurrentUser, NotAllowed } from '../../platform/http/access.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import type { Document } from '../../store/read-models.ts';
import type { AnyRecordKind, ApiContext, RecordKind } from './context.ts';
import { findRecord } from './records.ts';

// Who sees and changes which records (docs/design/calls.md#access). The gate lets people call a route; these say which
// records they reach through it, and how much of them is shown.

type Who = Pick<CurrentUser, 'role'>;

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
  { role }: Who,
  { limited }: Pick<RecordKind<object, Document, Shown>, 'limited'>,
  shown: Shown,
): Shown {
  return limited ? limited(shown, (need) => may(role, need)) : shown;
}

/**
 * Refuses a change of fields that somebody is not shown: neither do they set them.
 * @throws HttpError 403 with the fields
 */
export function requireSeen<Shown extends object>(
  person: Who,
  kind: Pick<RecordKind<object, Document, Shown>, 'limited'>,
  body: unknown,
): void {
  if (!kind.limited || typeof body !== 'object' || body === null) return;
  const seen = shownTo(person, kind, body as Shown) as Readonly<Record<string, unknown>>;
  const given = Object.entries(body).filter(([, value]) => value !== null && value !== undefined);
  const hidden = given.filter(([field]) => seen[field] === null || !(field in seen)).map(([field]) => field);
  if (hidden.length === 0) return;
  const message = `Your role may not set this: ${hidden.join(', ')}.`;
  const issues = hidden.map((path) => ({ path, message: 'Your role may not set this.' }));
  throw new HttpError(403, { message, code: 'forbidden', issues });
}

/** A kind whose history shows a person only what they may see of its records. */
export function seenBy(person: Who, kind: AnyRecordKind): AnyRecordKind {
  return kind.limited ? { ...kind, present: (document) => shownTo(person, kind, kind.present(document)) } : kind;
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
 * Refuses a record that is not theirs to somebody who reaches only their own; the record is one they may not know of.
 * @throws HttpError 404
 */
export async function requireOwn<Doc extends Document>(
  context: ApiContext,
  person: CurrentUser,
  kind: RecordKind<object, Doc, object>,
  document: Doc | null,
): Promise<void> {
  if (!seesOwn(person, areaOf(kind, document))) return;
  if (document && (await kind.own?.includes(context, person, document))) return;
  throw new HttpError(404, { message: `There is no such ${kind.noun}.`, code: 'not_found' });
}

/**
 * Whether somebody may read one record, its history among it.
 * @throws HttpError 403, or 404 for one that is not theirs
 */
export async function requireMayRead(
  context: ApiContext,
  person: CurrentUser,
  kind: AnyRecordKind,
  document: Document | null,
): Promise<void> {
  const of = areaOf(kind, document);
  if (mayRead(person, of)) return;
  if (!seesOwn(person, of) || !kind.own) throw new NotAllowed(`${of.area}:read`);
  await requireOwn(context, person, kind, document);
}

/**
 * Whether somebody may take back an act on a record: they may change all of its kind, or it is theirs and the act was
 * their own.
 * @throws HttpError 403, or 404 for a record that is not theirs
 */
export async function requireMayUndo(
  context: ApiContext,
  person: CurrentUser,
  kind: AnyRecordKind,
  { id, actor }: { id: string; actor: string | undefined },
): Promise<void> {
  const document = await findRecord(context, kind, id);
  const of = areaOf(kind, document);
  const need: Need = `${of.area}:change`;
  if (may(person.role, need)) return;
  if (!seesOwn(person, of) || !kind.own || actor !== person.id) throw new NotAllowed(need);
  await requireOwn(context, person, kind, document);
}

function areaOf(kind: AnyRecordKind, document: Document | null): Pick<AnyRecordKind, 'area'> {
  return { area: (document && kind.areaOf?.(document)) ?? kind.area };
}

/**
 * Refuses a list as a file to whoever may not take the company's data along.
 * @throws NotAllowed
 */
export function requireMayExport({ user }: FastifyRequest): void {
  if (!user || !may(user.role, 'exports:read')) throw new NotAllowed('exports:read');
}
