import type { StoreHealth } from '../../store/store-health.ts';

const LOOK_EVERY_MS = 250;

/** Calls `react` whenever a store that was away can be reached again. @returns stops watching */
export function watchReturn(health: () => readonly StoreHealth[], react: () => void): () => void {
  let wasAway = false;
  const look = () => {
    const isAway = health().some(({ isReachable }) => !isReachable);
    if (wasAway && !isAway) react();
    wasAway = isAway;
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}
