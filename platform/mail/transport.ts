import type { EffectOutcome } from '../../domain/kit/effect.ts';

/** A mail as it leaves the house. */
export interface OutgoingMail {
  /** Of its record. */
  id: string;
  /** Addresses alone. */
  envelope: { from: string; to: string };
  /** As RFC 5322 has it. */
  message: Buffer;
}

/** How the way out is. */
export interface TransportHealth {
  /** `outbox`: files in the data folder, for a mail program; `smtp`: a mail server. */
  kind: 'outbox' | 'smtp';
  /** The folder, or the host. */
  place: string;
  /** Null until the first attempt. */
  isReachable: boolean | null;
  lastError: string | null;
  /** ISO UTC. */
  lastErrorAt: string | null;
  lastSentAt: string | null;
}

/** The way by which mails leave the house. */
export interface MailTransport {
  /** Says what came of it, as far as it knows; never throws. Aborted it gives up at once. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<EffectOutcome>;
  health(): TransportHealth;
}

/** Keeps the health of a transport by what comes of each attempt. */
export function watched(
  kind: TransportHealth['kind'],
  place: string,
  now: () => string,
): { health(): TransportHealth; note(outcome: EffectOutcome, isReachable: boolean): EffectOutcome } {
  let health: TransportHealth = {
    ...{ kind, place, isReachable: null },
    ...{ lastError: null, lastErrorAt: null, lastSentAt: null },
  };
  return {
    health: () => health,
    note(outcome, isReachable) {
      health = { ...health, isReachable };
      if (outcome.did === 'done') health.lastSentAt = now();
      // What the server says of one address is that mail's, and may name somebody.
      else if (!isReachable) health = { ...health, lastError: outcome.reason, lastErrorAt: now() };
      return outcome;
    },
  };
}
