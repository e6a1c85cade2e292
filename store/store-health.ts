/** Whether a store can be reached, as far as this process knows. */
export interface StoreHealth {
  isReachable: boolean;
  /** Since when; ISO UTC. */
  since: string;
  /** What last went wrong, in words that name no host and no account; null if nothing has. */
  lastError: string | null;
  /** ISO UTC. */
  lastErrorAt: string | null;
  /** How often a subscription has resumed after the last delivered event. */
  resubscriptions: number;
}

/** Keeps track of whether a store can be reached. */
export class StoreWatch {
  #health: StoreHealth = {
    isReachable: true,
    since: now(),
    lastError: null,
    lastErrorAt: null,
    resubscriptions: 0,
  };

  reached(): void {
    if (!this.#health.isReachable) this.#health = { ...this.#health, isReachable: true, since: now() };
  }

  /** @param message what went wrong, in words that name no host and no account */
  missed(message: string): void {
    const at = now();
    const { isReachable, since } = this.#health;
    this.#health = {
      ...this.#health,
      isReachable: false,
      since: isReachable ? at : since,
      lastError: message,
      lastErrorAt: at,
    };
  }

  resubscribed(): void {
    this.#health = { ...this.#health, resubscriptions: this.#health.resubscriptions + 1 };
  }

  health(): StoreHealth {
    return this.#health;
  }
}

function now(): string {
  return new Date().toISOString();
}
