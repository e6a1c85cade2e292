import type { Position } from '../../store/event-store.ts';
import type { Json, StateStore } from '../../store/state.ts';
import type { ApiContext } from '../kit/context.ts';

type Context = Pick<ApiContext, 'state' | 'readModels' | 'clock'>;

/** Whoever does nothing for so long was away, and comes anew. */
const AWAY_MS = 4 * 60 * 60 * 1000;
/** That somebody is here is noted at most this often. */
const NOTE_EVERY_MS = 5 * 60 * 1000;
/** Then a visit is forgotten. */
const KEPT_MS = 400 * 24 * 60 * 60 * 1000;

/** When somebody was seen, and up to where the history went then. */
export interface Seen {
  /** In milliseconds since 1970. */
  at: number;
  position: Position;
}

/** The visit under way, by when it was last noted, and the end of the one before. */
interface Visit extends Seen {
  before: Seen | null;
}

/**
 * Notes that somebody is here now. Neither history nor derivable: it is in the state store, by account.
 * @returns when they were last here before this visit; null if nobody knows
 */
export async function noteVisit({ state, readModels, clock }: Context, userId: string): Promise<Seen | null> {
  const key = keyOf(userId);
  for (;;) {
    const record = await state.get(key);
    const known = (record?.value ?? null) as unknown as Visit | null;
    const now = clock();
    const isNew = known !== null && now - known.at >= AWAY_MS;
    const before = isNew ? { at: known.at, position: known.position } : (known?.before ?? null);
    if (known && !isNew && now - known.at < NOTE_EVERY_MS) return before;
    const visit: Visit = { at: now, position: readModels.position(), before };
    const expected = record?.version ?? 'none';
    if (await state.put(key, visit as unknown as Json, { expected, ttlMs: KEPT_MS })) return before;
  }
}

/** Forgets when somebody was here whose account is erased. Safe to repeat. */
export async function forgetVisit(state: Pick<StateStore, 'delete'>, userId: string): Promise<void> {
  await state.delete(keyOf(userId));
}

/** Notes that somebody is here by what they do, without asking the state store each time. */
export function noteDeeds(context: Context): (userId: string) => Promise<void> {
  const noted = new Map<string, number>();
  return async (userId) => {
    const now = context.clock();
    if (Math.abs(now - (noted.get(userId) ?? Number.NEGATIVE_INFINITY)) < NOTE_EVERY_MS) return;
    noted.set(userId, now);
    await noteVisit(context, userId);
  };
}

function keyOf(userId: string): string {
  return `visit:${userId}`;
}
