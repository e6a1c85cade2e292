/** Counts what is open under each key. */
export interface Places {
  /** @returns a function that frees the place, once however often it is called; null if all are taken */
  take(key: string): (() => void) | null;
}

/** @param most how many may be open under one key */
export function createPlaces(most: number): Places {
  const taken = new Map<string, number>();
  return {
    take(key) {
      const count = taken.get(key) ?? 0;
      if (count >= most) return null;
      taken.set(key, count + 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        const left = (taken.get(key) ?? 1) - 1;
        if (left > 0) taken.set(key, left);
        else taken.delete(key);
      };
    },
  };
}
