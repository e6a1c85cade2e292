import type { PlannedIdea } from '../../domain/content-idea/ideas.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import type { Json } from '../../store/state.ts';
import type { ApiContext } from '../kit/context.ts';

/**
 * Ideas are proposals: nobody has decided anything, and what becomes of one is the event of a post. So they are kept in
 * the state store: for the person to see again, and so that nobody is given the same again.
 */
const KEY = 'content-ideas';
/** How many times ideas are remembered. */
const MOST_KEPT = 6;
/** How often one person may ask, in how long. */
const MOST_ASKED = 20;
const WINDOW_MS = 10 * 60_000;

/** What somebody was given at once. */
export interface KeptIdeas {
  /** Of the request: a repeat is given the same. */
  id: string;
  /** A hash of what was asked for: the same key with anything else is refused. */
  asked: string;
  /** The user id of whoever asked. */
  by: string;
  /** ISO UTC. */
  at: string;
  method: 'openai' | 'rules';
  /** Why the rules wrote instead of the model. */
  fallback: string | null;
  ideas: (PlannedIdea & { id: string })[];
}

interface Kept {
  /** The latest last. */
  times: KeptIdeas[];
  /** When each person asked, in milliseconds, while that counts. */
  asked: Record<string, number[]>;
}

type Holder = Pick<ApiContext, 'state' | 'clock'>;

/** All that is remembered, the latest last. */
export async function keptIdeas({ state }: Pick<Holder, 'state'>): Promise<KeptIdeas[]> {
  return keptIn((await state.get(KEY))?.value).times;
}

/** @throws HttpError 429 if the person has asked too often */
export async function countAsked(context: Holder, person: string): Promise<void> {
  await change(context, (kept) => {
    const now = context.clock();
    const counts = Object.entries(kept.asked).map(
      ([who, times]) => [who, times.filter((at) => at > now - WINDOW_MS)] as const,
    );
    const asked = Object.fromEntries(counts.filter(([, times]) => times.length > 0));
    const own = asked[person] ?? [];
    if (own.length >= MOST_ASKED) throw tooOften((own[0] ?? now) + WINDOW_MS - now);
    return { ...kept, asked: { ...asked, [person]: [...own, now] } };
  });
}

/** Remembers what somebody was given. */
export async function keepIdeas(context: Holder, given: KeptIdeas): Promise<void> {
  await change(context, ({ times, asked }) => ({ asked, times: [...times, given].slice(-MOST_KEPT) }));
}

async function change({ state }: Pick<Holder, 'state'>, next: (kept: Kept) => Kept): Promise<void> {
  for (;;) {
    const record = await state.get(KEY);
    const value = next(keptIn(record?.value)) as unknown as Json;
    if (await state.put(KEY, value, { expected: record?.version ?? 'none' })) return;
  }
}

function keptIn(value: Json | undefined): Kept {
  return (value as unknown as Kept | undefined) ?? { times: [], asked: {} };
}

function tooOften(waitMs: number): HttpError {
  const seconds = Math.ceil(waitMs / 1_000);
  const message = `You have asked for ideas ${MOST_ASKED} times in ten minutes. Try again in ${Math.ceil(seconds / 60)} minutes.`;
  return new HttpError(429, { message, code: 'too_many_requests' }, seconds);
}
