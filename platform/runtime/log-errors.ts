import { WriteFailure } from '../../store/embedded/messages.ts';
import { StoreUnavailable, UndecodableEvent } from '../../store/event-store.ts';
import { NoSuchIndex } from '../../store/read-models.ts';
import { SubjectKeyMissing } from '../../store/subject-keys.ts';

/** An error as the log shows it. */
export interface LoggedError {
  type: string;
  /** Only if it is known to be made of the program's own words; otherwise the stack leads to where it is written. */
  message?: string;
  /** From the system, SQLite, a database server or a library. */
  code?: string | number;
  /** The event or key it is about, by ids alone. */
  about?: Record<string, string>;
  /** The places it passed through, without the message. */
  stack: string[];
  cause?: LoggedError;
  /** Of an AggregateError. */
  errors?: LoggedError[];
}

const MOST_CAUSES = 5;
const MOST_ERRORS = 5;

/** A name or expression in the code. */
const WORD = String.raw`[\w$.#]{1,60}`;

/** What the runtime says of a mistake in the code: names from the code, no values. A property's name is a value. */
const OF_THE_CODE = new RegExp(
  `^(Cannot (read|set) properties of (undefined|null)|${WORD} is not (a function|a constructor|iterable|defined)$|Maximum call stack size exceeded$)`,
);

const CODE = /^[\w.:-]{1,60}$/;
/** `    at name (file:///…/errors.ts:12:3)`: a place in a file, and nothing after it. */
const FRAME = /^ {4}at (?:[\w$.<>[\]# ]{1,120} \()?(?:async )?(?:file:\/\/|node:|\/)[^\s()]{1,400}:\d+:\d+\)?$/;

/**
 * An error without anything that may be about a person: messages are left out, because they quote values (text that is
 * not JSON, a field that does not fit, a query), and all other fields. The rest leads to the line that threw.
 * @param thrown anything that was thrown
 */
export function describeError(thrown: unknown, depth = 0): LoggedError {
  if (!(thrown instanceof Error)) return { type: typeof thrown, stack: [] };
  const { cause } = thrown;
  const message = ownText(thrown);
  const described: LoggedError = {
    type: typeOf(thrown),
    ...(message !== null && { message }),
    stack: framesOf(thrown),
  };
  const code = codeOf(thrown);
  if (code !== null) described.code = code;
  const about = aboutOf(thrown);
  if (about) described.about = about;
  if (depth >= MOST_CAUSES) return described;
  if (cause !== undefined) described.cause = describeError(cause, depth + 1);
  if (thrown instanceof AggregateError) {
    described.errors = thrown.errors.slice(0, MOST_ERRORS).map((each) => describeError(each, depth + 1));
  }
  return described;
}

/** A store's own messages contain file names, the system's texts, collections and their fields, but no data. */
const OF_STORES = [StoreUnavailable, WriteFailure, NoSuchIndex];

function ownText(error: Error): string | null {
  if (OF_STORES.some((type) => error instanceof type)) return error.message;
  return OF_THE_CODE.exec(error.message)?.[0] ?? null;
}

/** The class name as written in code; a `name` that somebody set must look like one. */
function typeOf(error: Error): string {
  const { name } = error;
  const given = typeof name === 'string' && name !== 'Error' ? name : error.constructor?.name;
  return typeof given === 'string' && CODE.test(given) ? given : 'Error';
}

function codeOf(error: Error): string | number | null {
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  for (const each of [errcode, code]) {
    if (typeof each === 'number' || (typeof each === 'string' && CODE.test(each))) return each;
  }
  return null;
}

function aboutOf(error: Error): Record<string, string> | null {
  if (error instanceof SubjectKeyMissing) return { subject: error.subject };
  if (!(error instanceof UndecodableEvent)) return null;
  const { id, stream, revision, position } = error.entry;
  return { event: id, stream, revision: String(revision), position };
}

/** The message may contain lines that look like places, so it is cut off before looking for them. */
function framesOf({ stack = '', message }: Error): string[] {
  const text = typeof stack === 'string' ? stack : '';
  const at = message === '' ? -1 : text.indexOf(message);
  const places = at < 0 ? text : text.slice(at + message.length);
  return places
    .split('\n')
    .filter((line) => FRAME.test(line))
    .map((line) => line.trim());
}
