/** How the way to a store is, as far as this process knows. */
export interface StoreHealth {
  isReachable: boolean;
  /** Since when that is so; ISO UTC. */
  since: string;
  /** What went wrong last, in words that name no host and no account; null where nothing did. */
  lastError: string | null;
  /** ISO UTC. */
  lastErrorAt: string | null;
  /** How often a subscription has begun again after the last event that was delivered. */
  resubscriptions: number;
}

/** Keeps note of whether a store was reached. */
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
