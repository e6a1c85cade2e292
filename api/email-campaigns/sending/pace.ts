/** How long nothing is sent after the server has asked for that so many times without taking a mail in between. */
const WAITS_MS = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 120_000, 300_000] as const;
/** A single mail that is put off may be about its recipient alone. */
const PATIENCE = 3;
/** No burst is larger than what goes in this time. */
const BURST_MS = 250;
const SLOWEST = 1 / 64;
/** So many are claimed at once before anything is known of the server, and after it has put something off. */
const FEWEST = 5;
/** No more are claimed at once than the server took lately, or than may go, in this time. */
const AHEAD_MS = 500;
/** Each mail that is taken wins back so much of the speed. */
const RECOVERY = 1.05;

/** How fast mails may go. Times are milliseconds of a clock that nobody sets. */
export class Pace {
  readonly #perMs: number;
  /** The part of the full speed that the server takes. */
  #factor = 1;
  #tokens = 1;
  #filledAt: number;
  /** How often the server has put mails off, or was not there, since it last took one. */
  #setbacks = 0;
  #waitsUntil = 0;
  #troubledSince: number | null = null;
  /** How many mails the server took lately: each counts less with the time that has passed since. */
  #lately = 0;
  #takenAt: number;

  /** @param perMinute the most that may go */
  constructor(perMinute: number, now: number) {
    this.#perMs = perMinute / 60_000;
    this.#filledAt = now;
    this.#takenAt = now;
  }

  /**
   * How many mails may begin now.
   * @param most fewer are not worth their own round, unless the speed allows no more
   */
  allowed(now: number, most: number): number {
    if (now < this.#waitsUntil) return 0;
    const perMs = this.#perMs * this.#factor;
    const burst = Math.max(1, perMs * BURST_MS);
    this.#tokens = Math.min(burst, this.#tokens + (now - this.#filledAt) * perMs);
    this.#filledAt = now;
    // After a setback one mail tries whether it is over.
    if (this.#setbacks >= PATIENCE) return this.#tokens >= 1 ? 1 : 0;
    const enough = Math.max(1, Math.min(most, Math.floor(burst / 2)));
    return this.#tokens >= enough ? Math.min(most, Math.floor(this.#tokens)) : 0;
  }

  /**
   * How many recipients may be claimed at the same time: few at first, and more with each mail that was taken lately. So a
   * process that dies leaves few uncertain where little goes out, and nobody is claimed long before their turn.
   * @param most whatever the speed
   */
  atOnce(now: number, most: number): number {
    const mayGo = Math.floor(this.#perMs * this.#factor * AHEAD_MS);
    return Math.max(1, Math.min(most, FEWEST + Math.floor(this.#takenLately(now)), mayGo));
  }

  #takenLately(now: number): number {
    return this.#lately * Math.exp((this.#takenAt - now) / AHEAD_MS);
  }

  /** So many have begun. */
  began(mails: number): void {
    this.#tokens -= mails;
  }

  /** The server took a mail. */
  taken(now: number): void {
    this.#lately = this.#takenLately(now) + 1;
    this.#takenAt = now;
    this.#setbacks = 0;
    this.#troubledSince = null;
    this.#factor = Math.min(1, this.#factor * RECOVERY);
  }

  /** The server did not take a mail and says nothing about whether it is too fast. */
  answered(): void {
    this.#troubledSince = null;
  }

  /** The server put a mail off, or was not there. @param isServer whether it said so of all mails, and not perhaps of one */
  setBack(now: number, isServer: boolean): void {
    // Mails that were on their way at the same time say the same thing once.
    if (now < this.#waitsUntil) return;
    this.#troubledSince ??= now;
    this.#setbacks = isServer ? Math.max(this.#setbacks + 1, PATIENCE) : this.#setbacks + 1;
    this.#lately = 0;
    this.#factor = Math.max(SLOWEST, this.#factor / 2);
    const wait = WAITS_MS[Math.min(this.#setbacks - PATIENCE, WAITS_MS.length - 1)];
    if (wait !== undefined) this.#waitsUntil = now + wait;
  }

  /** For how long the server has taken nothing, in milliseconds; 0 if it does. */
  troubledFor(now: number): number {
    return this.#troubledSince === null ? 0 : now - this.#troubledSince;
  }
}
