/** Takes something off a count or a list. */
export type Release = () => void;

/** How many entries may wait for the same visitor. */
export interface WaitingLimits {
  /** How many may wait longer than `patienceMs`. */
  most: number;
  /** How many may wait at any time: many that arrive together and are complete in a moment are normal. */
  burst: number;
  /** In milliseconds. */
  patienceMs: number;
  /** The patience with a connection kept for the client's next request, in milliseconds. */
  keptMs: number;
}

/** Something that waits for a visitor to continue. */
export interface Waiting {
  /** Nothing has been started: cutting it does no harm. */
  isSilent(): boolean;
  /** The last request was answered and no other has begun: a good client, which may be about to use it again. */
  isKept(): boolean;
  /** All of it has arrived: it waits for us, and no longer for the visitor. */
  isComplete(): boolean;
  cut(): void;
}

export interface WaitingList {
  /** @returns null if there are too many; otherwise what takes it off the list */
  add(visitor: string, waiting: Waiting): Release | null;
  /** Cuts whatever has been silent the longest. @returns false if nothing is silent */
  makeRoom(visitor: string): boolean;
  /** How many wait for this visitor. */
  count(visitor: string): number;
}

interface Place {
  waiting: Waiting;
  /** Since when it has been waiting, by `performance.now()`. */
  from: number;
}

/** Keeps what waits for each visitor within limits: beyond them silent ones are cut first, then the latest. */
export function createWaitingList({ most, burst, patienceMs, keptMs }: WaitingLimits): WaitingList {
  /** For each visitor, in order of arrival. */
  const lists = new Map<string, Place[]>();
  const trimming = new Set<string>();

  function trimSoon(visitor: string): void {
    if (trimming.has(visitor)) return;
    trimming.add(visitor);
    // After a busy stretch the process first reads what has arrived in the meantime, before anything is called late.
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
