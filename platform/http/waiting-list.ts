/** Takes something off a count or a list. */
export type Release = () => void;

/** How many may wait for the same visitor to go on. */
export interface WaitingLimits {
  /** For longer than `patienceMs`. */
  most: number;
  /** At any time: many that come at once and are complete in a moment are normal. */
  burst: number;
  /** In milliseconds. */
  patienceMs: number;
  /** The same of a connection that is kept for the client's next request, in milliseconds. */
  keptMs: number;
}

/** Something that waits for a visitor to go on. */
export interface Waiting {
  /** Nothing has been started: cutting it does no harm. */
  isSilent(): boolean;
  /** The last request was answered and no other has begun: a good client, which may just be about to use it again. */
  isKept(): boolean;
  /** All of it has arrived: it waits for us and no longer for the visitor. */
  isComplete(): boolean;
  cut(): void;
}

export interface WaitingList {
  /** @returns null where there are too many; else what takes it off the list */
  add(visitor: string, waiting: Waiting): Release | null;
  /** Cuts whatever has been silent for longest. @returns false where nothing is */
  makeRoom(visitor: string): boolean;
  /** How many wait for this visitor. */
  count(visitor: string): number;
}

interface Place {
  waiting: Waiting;
  /** Since when it waits, as `performance.now()` has it. */
  from: number;
}

/** Keeps what waits for each visitor within limits: of too many the silent are cut first, then those that came last. */
export function createWaitingList({ most, burst, patienceMs, keptMs }: WaitingLimits): WaitingList {
  /** Of each visitor, in the order in which they came. */
  const lists = new Map<string, Place[]>();
  const trimming = new Set<string>();

  function trimSoon(visitor: string): void {
    if (trimming.has(visitor)) return;
    trimming.add(visitor);
    // Where the process was busy, what has come meanwhile is read before anybody is said to be late.
    setTimeout(setImmediate, patienceMs, trim, visitor).unref();
  }

  function trim(visitor: string): void {
    trimming.delete(visitor);
    const list = lists.get(visitor) ?? [];
    const now = performance.now();
    const isLate = ({ waiting, from }: Place) =>
      now - from >= (waiting.isKept() ? keptMs : patienceMs) && !waiting.isComplete();
    const late = list.filter(isLate).map(({ waiting }) => waiting);
    const silent = late.filter((waiting) => waiting.isSilent());
    const begun = late.filter((waiting) => !waiting.isSilent()).reverse();
    for (const waiting of [...silent, ...begun].slice(0, Math.max(0, late.length - most))) waiting.cut();
    if (list.length > most) trimSoon(visitor);
  }

  return {
    count: (visitor) => lists.get(visitor)?.length ?? 0,
    makeRoom(visitor) {
      const silent = lists.get(visitor)?.find(({ waiting }) => waiting.isSilent());
      silent?.waiting.cut();
      return silent !== undefined;
    },
    add(visitor, waiting) {
      const list = lists.get(visitor) ?? [];
      if (list.length >= burst) return null;
      const place = { waiting, from: performance.now() };
      list.push(place);
      lists.set(visitor, list);
      if (list.length > most) trimSoon(visitor);
      return () => {
        const index = list.indexOf(place);
        if (index >= 0) list.splice(index, 1);
        if (list.length === 0 && lists.get(visitor) === list) lists.delete(visitor);
      };
    },
  };
}
