import { ASK_QUERIES } from '../../ai/ask/catalog.ts';
import { clearOf, readAs } from '../../ai/ask/matcher.ts';
import type { Named } from '../../ai/ask/names.ts';
import { listed, outgoingOf, turnedText, turningIn } from '../../ai/ask/outgoing.ts';
import { type AskQuery, type Given, metaOf } from '../../ai/ask/query.ts';
import { AnalysisUnavailable } from '../../ai/image-analysis.ts';
import {
  OTHERWISE,
  type QuestionReader,
  type QuestionReading,
  readingFallbackText,
  type SentQuestion,
} from '../../ai/question-reader.ts';
import { NoTurn, slots } from '../../platform/runtime/slots.ts';
import type { AskAnswer } from './schema.ts';
import type { Asker } from './table.ts';
import {
  candidatesOf,
  crewsNamed,
  customersIn,
  type FoundCustomers,
  mayAsk,
  type NotRun,
  namesIn,
  runOf,
  suggested,
  suggestionOf,
  type Understood,
  whichOf,
} from './understand.ts';

// From a question that the rules have no answer to, to the query that a model takes it for. The model chooses the query
// and those of its parameters that are a choice; days, customers and crews are those that the rules read.

/** How many questions a model reads at once, and how many more may wait. */
const AT_ONCE = 4;
const MOST_WAITING = 12;
const TOO_MANY = 'Too many questions are being read right now.';

type Told = Pick<AskAnswer, 'model' | 'caution' | 'fallback' | 'sent'>;
type Read = Told & { reading: Understood };

/** Of an answer that no model had a part in. */
export const UNREAD: Told = { model: null, caution: null, fallback: null, sent: null };

/** What is known of a question that the rules have no answer to. */
interface Asked {
  question: string;
  named: readonly Named[];
  found: FoundCustomers | null;
  byRules: NotRun;
  /** Those that the person may run. */
  queries: readonly AskQuery[];
}

/**
 * @returns what reads a question by a model, if there is one: what it is taken for, and what an answer tells of that. If
 * there is none, or it is of no use, what the rules said stays.
 */
export function modelReadings() {
  const withSlot = slots(AT_ONCE, MOST_WAITING);

  /** @throws NoTurn if nobody wants it any more */
  async function read(asker: Asker, reader: QuestionReader, asked: Asked, text: string, gone: AbortSignal) {
    const request = { text, queries: asked.queries };
    const sent = shown(reader.sent(request));
    try {
      const reading = await withSlot(() => reader.read(request, gone), { signal: gone });
      return { ...(await judged(asker, asked, reading)), sent };
    } catch (cause) {
      if (gone.aborted) throw new NoTurn();
      const { isSent, why } = failureOf(cause);
      asker.context.log.warn({ why }, 'a question was read by rules alone, as the AI service gave no answer');
      return { ...UNREAD, reading: asked.byRules, fallback: why, sent: isSent ? sent : null };
    }
  }

  return async (asker: Asker, question: string, byRules: NotRun, gone: AbortSignal): Promise<Read> => {
    const { questionReader } = asker.context;
    const unread: Read = { ...UNREAD, reading: byRules };
    if (questionReader === null || byRules.outcome === 'which') return unread;
    const found = await customersIn(asker, question);
    const named = [...(await crewsNamed(asker)), ...(found ? [found.named] : [])];
    if (isSeenThrough(asker, question, named)) return unread;
    const queries = ASK_QUERIES.filter((query) => mayAsk(asker, query));
    const outgoing = outgoingOf(question, queries, asker.today, named);
    if (outgoing === null) return unread;
    if ('held' in outgoing)
      return { ...unread, fallback: `${outgoing.held} So the AI service was not asked. ${OTHERWISE}` };
    return read(asker, questionReader, { question, named, found, byRules, queries }, outgoing.text, gone);
  };
}

/** @throws the cause if it is anything but that there is no answer of the service */
function failureOf(cause: unknown): { isSent: boolean; why: string } {
  if (cause instanceof NoTurn) return { isSent: false, why: `${TOO_MANY} ${OTHERWISE}` };
  if (!(cause instanceof AnalysisUnavailable)) throw cause;
  const isSent = cause.reason !== 'daily_limit' && cause.reason !== 'visitors_limit';
  return { isSent, why: readingFallbackText(cause.reason) };
}

/** Whether the rules know what a question asks, and that it cannot be told. */
function isSeenThrough(asker: Asker, question: string, named: readonly Named[]): boolean {
  const candidates = candidatesOf(asker, question, named);
  const [best] = candidates;
  return clearOf(candidates) !== null || (best?.left.length === 0 && best.trouble !== null);
}

function shown({ instructions, input, tools }: SentQuestion): AskAnswer['sent'] {
  return { instructions, input, tools: tools.map((tool) => ({ ...tool })) };
}

/** What a model takes a question for, unless the rules see that it means something else. */
async function judged(
  asker: Asker,
  asked: Asked,
  { model, query, given }: QuestionReading,
): Promise<Omit<Read, 'sent'>> {
  const { question, named, found, byRules } = asked;
  const not = (fallback: string, reading = byRules) => ({ ...UNREAD, reading, fallback, model });
  if (query === null) return not(`${model} knows no question here that answers this. ${OTHERWISE}`);
  const own = readAs(query, question, asker.today, named);
  const turning = turningIn(own.left);
  const why = turning.length > 0 ? turnedText(question, turning) : own.trouble;
  const asWhat = `${model} takes this for “${query.title}”, which was not run`;
  if (why !== null) return not(`${asWhat}. ${why} ${OTHERWISE}`);
  const full = { ...given, ...own.given };
  const doubt = query.doubt?.(full, () => false) ?? null;
  if (doubt !== null) return not(`${asWhat}. ${doubt} ${OTHERWISE}`);
  const other = metaOf(query).find(({ name }) => given[name] !== undefined && given[name] !== full[name]);
  if (other) {
    const both = await suggestions(asker, query, [{ ...full, ...given }, full]);
    const reading = { ...byRules, outcome: 'unsure' as const, suggestions: both };
    return not(`${asWhat}: the rules read another ${other.title.toLowerCase()} in it. Which one do you mean?`, reading);
  }
  const isOneOfMany = found !== null && found.customers.length > 1 && full['customer'] === found.named.id;
  const reading = isOneOfMany
    ? whichOf(asker, { query, given: full }, found.customers)
    : await runOf(asker, { query, given: full });
  const unknown = own.left.flatMap((run) => run.split(' '));
  const rest = unknown.length > 0 ? ` The rules do not know what this means here: ${listed(question, unknown)}.` : '';
  return {
    ...UNREAD,
    reading,
    model,
    caution: `This is how ${model} reads your question, and it may be wrong.${rest}`,
  };
}

async function suggestions(asker: Asker, query: AskQuery, each: readonly Given[]): Promise<NotRun['suggestions']> {
  const full = each.map((given) => suggested(query, given, asker.today));
  return Promise.all(full.map(async (given) => suggestionOf(query, given, await namesIn(asker, query, given))));
}
