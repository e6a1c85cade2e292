import type { AuditAct } from '../../../api/audit/acts.schema.ts';
import type { AuditEvent } from '../../../api/audit/schema.ts';
import { roleLabel } from '../../../domain/user/terms.ts';
import { PLAIN_REVISIONS, tellingOf, wordsOf } from '../../entities/activity-words.ts';
import { KINDS } from '../../entities/kinds.ts';
import { actorWords } from '../../records/record/actors.ts';
import { ERASED } from '../../ui/values/erased.ts';
import { capitalized, formatDay, formatMoney, formatSpan } from '../../ui/values/format.ts';

// Events and acts as people say them. The words of each event stand in entities/activity-words.ts; what is added here is
// what its data tells at a glance.

/** Events of one act that stand next to each other in the list; newest first, as it is. */
export interface ActShown {
  /** The position of its newest event: it stays while older ones are added. */
  id: string;
  /** The correlation id; null for an event that does not tell it. */
  act: string | null;
  events: readonly AuditEvent[];
}

/** @param events newest first */
export function actsOf(events: readonly AuditEvent[]): ActShown[] {
  const acts: { id: string; act: string | null; events: AuditEvent[] }[] = [];
  for (const event of events) {
    const last = acts.at(-1);
    if (last && last.act !== null && last.act === event.correlationId) last.events.push(event);
    else acts.push({ id: event.position, act: event.correlationId, events: [event] });
  }
  return acts;
}

/** What is said of events in one line. */
export interface Said {
  words: string;
  /** The event that the words are of. */
  of: AuditEvent;
}

/** What was done: of the first command of an act, as everything else followed from it. @param events newest first */
export function saidOf(events: readonly [AuditEvent, ...AuditEvent[]]): Said {
  const first = events.findLast(({ type }) => !BEFOREHAND.has(type ?? '')) ?? events[0];
  const own = events.filter(({ commandId }) => commandId === first.commandId && first.commandId !== null).toReversed();
  const command = own.length > 0 ? own : [first];
  const type = tellingOf(command.map((event) => event.type ?? ''));
  const of = command.find((event) => event.type === type) ?? first;
  return { of, words: sentenceOf(command, of) };
}

/** One event in words. */
export function eventWords(event: AuditEvent): string {
  return sentenceOf([event], event);
}

function sentenceOf(events: readonly AuditEvent[], { withheld, type, data, undoes }: AuditEvent): string {
  if (withheld === 'event') return NOT_SHOWN;
  if (type === null) return NOT_READ;
  const status = data?.['status'];
  return wordsOf({
    types: events.map((event) => event.type ?? ''),
    status: typeof status === 'string' ? status : null,
    isUndo: undoes !== null,
  });
}

/** A whole act in words, by the types of its events in their order; a batch by what people call it. */
export function actWords({ types, undoes, withheld, records }: ActTold): string {
  if (types.length === 0) return withheld ? NOT_SHOWN : NOT_READ;
  // What somebody did comes first, and what followed from it after that.
  const did = types.find((type) => !BEFOREHAND.has(type)) ?? types[0] ?? '';
  const batch = did === 'BatchStarted' && undoes === null ? records.find(({ category }) => category === 'batch') : null;
  return batch?.title ?? wordsOf({ types: [did], status: null, isUndo: undoes !== null });
}

type ActTold = Pick<AuditAct, 'types' | 'undoes' | 'withheld' | 'records'>;

/** A number is taken, and a batch is planned, before what it is for. */
const BEFOREHAND: ReadonlySet<string> = new Set(['NumbersTaken', 'BatchItemsPlanned']);
const NOT_SHOWN = 'Not shown to your role';
const NOT_READ = 'An event that cannot be read';

/** Why an event is not told as it is, or not whole; null where it is. */
export function whyNot({ withheld, error }: Pick<AuditEvent, 'withheld' | 'error'>): string | null {
  if (withheld === 'event') return 'It is in an area that your role does not read: only its place and time are told.';
  if (error !== null) return `It cannot be read: ${error}`;
  return withheld === 'fields' ? 'Fields that your role does not read are left out.' : null;
}

/** A record with what people call its kind: `Job J-1001`. */
export function recordWords({ category, title }: { category: string; title: string | null }): string {
  const noun = KINDS[category]?.noun ?? capitalized(category.replaceAll('_', ' '));
  return title?.startsWith(noun) ? title : [noun, title].filter((each) => each !== null).join(' ');
}

/** Who did it: a person by the name of today, or what acted by itself; null where it is not told. */
export function whoOf({ actor, actorName }: Pick<AuditEvent, 'actor' | 'actorName'>): string | null {
  return actor === null ? null : (actorName ?? actorWords(actor) ?? actor);
}

/** Amounts of which the data has one, in cents. */
const AMOUNTS: ReadonlySet<string> = new Set([
  'PaymentRecorded',
  'PaymentRefunded',
  'CreditApplied',
  'CostRecorded',
  'CreditAdded',
  'CreditUsed',
  'CreditRefunded',
  'DepositDeducted',
]);

/** What a person wrote, by its field. */
const TEXTS = ['note', 'question', 'reason', 'overrideReason', 'notes'];
const LONGEST = 90;

type Data = Readonly<Record<string, unknown>>;

/** What the data of an event may tell at a glance, the first that applies. */
const DETAILS: readonly ((data: Data, type: string) => string | null)[] = [
  ({ amount }, type) => (AMOUNTS.has(type) && typeof amount === 'number' ? formatMoney(amount / 100) : null),
  ({ visits }) => (Array.isArray(visits) ? visitsIn(visits as Visit[]) : null),
  ({ hours }) => (typeof hours === 'number' ? formatSpan(hours) : null),
  ({ minutes }, type) =>
    type.startsWith('Timesheet') && typeof minutes === 'number' ? formatSpan(minutes / 60) : null,
  ({ role }, type) => (type === 'UserRoleChanged' && typeof role === 'string' ? `to ${roleLabel(role)}` : null),
  ({ status }, type) =>
    type.endsWith('StatusChanged') && type !== 'LeadStatusChanged' && typeof status === 'string'
      ? `to ${status.replaceAll('_', ' ')}`
      : null,
  ({ toName }, type) => (type === 'MailIntended' && typeof toName === 'string' ? `to ${toName}` : null),
  (data, type) => (PLAIN_REVISIONS.has(type) && !WHOLE.has(type) ? fieldsIn(Object.keys(data)) : null),
  (data, type) => {
    // What the mail server said of an email that it took.
    if (type === 'MailSent') return null;
    const text = TEXTS.map((field) => data[field]).find((each) => typeof each === 'string' && each.trim() !== '');
    return text === undefined || text === ERASED ? null : `“${shortened(String(text))}”`;
  },
];

/** They hold all fields, not only those that changed. */
const WHOLE: ReadonlySet<string> = new Set(['QuoteVersionSaved', 'TimesheetOpened', 'PhotoStageMarked']);

/** What the data of an event tells at a glance, such as the day of a visit; null where the words say all. */
export function detailOf({ type, data }: Pick<AuditEvent, 'type' | 'data'>): string | null {
  if (type === null || data === null) return null;
  for (const read of DETAILS) {
    const detail = read(data, type);
    if (detail !== null) return detail;
  }
  return null;
}

interface Visit {
  start: string;
  end: string;
}

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
const WALL = 'YYYY-MM-DDTHH:MM'.length;

/** `Nov 27, 2026, 8:00 AM to 9:30 AM`, and how many more there are. @param visits in local wall time */
function visitsIn([first, ...more]: readonly Visit[]): string | null {
  if (!first) return null;
  const [start, end] = [first.start, first.end].map((wall) => clock.format(new Date(`${wall.slice(0, WALL)}Z`)));
  const rest = more.length > 0 ? `, and ${more.length} more` : '';
  return `for ${formatDay(first.start.slice(0, 10))}, ${start} to ${end}${rest}`;
}

const MOST_FIELDS = 4;

/** The first of the fields that were changed, and how many more there are. */
function fieldsIn(fields: readonly string[]): string | null {
  const more = fields.length - MOST_FIELDS;
  const shown = more > 1 ? fields.slice(0, MOST_FIELDS) : fields;
  return [...shown.map(spelled), ...(more > 1 ? [`and ${more} more`] : [])].join(', ') || null;
}

/** `estimatedValue` as `estimated value`, `crewId` as `crew`. */
function spelled(field: string): string {
  return field
    .replace(/Ids?$/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST).trimEnd()}…` : line;
}
