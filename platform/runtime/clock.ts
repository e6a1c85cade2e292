/** The only source of time: milliseconds since the epoch. Injected, so that tests and demo data can set it. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** An instant as ISO UTC. */
export function isoNow(clock: Clock): string {
  return new Date(clock()).toISOString();
}
