import type { EffectOutcome } from '../../domain/kit/effect.ts';

/** A mail as it is sent. */
export interface OutgoingMail {
  /** The id of its record. */
  id: string;
  /** Bare addresses. */
  envelope: { from: string; to: string };
  /** In RFC 5322 format. */
  message: Buffer;
}

/** The health of the outgoing mail. */
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

/** How mail is sent. */
export interface MailTransport {
  /** Returns the outcome as far as it knows; never throws. When aborted, it gives up at once. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<EffectOutcome>;
  health(): TransportHealth;
}

/** Tracks the health of a transport from the outcome of each attempt. */
export function watched(
  kind: TransportHealth['kind'],
  place: string,
  now: () => string,
): { health(): TransportHealth; note(outcome: EffectOutcome, isReachable: boolean): EffectOutcome } {
  let health: TransportHealth = {
    kind,
    place,
    isReachable: null,
    lastError: null,
    lastErrorAt: null,
    lastSentAt: null,
  };
  return {
    health: () => health,
    note(outcome, isReachable) {
      health = { ...health, isReachable };
      if (outcome.did === 'done') health.lastSentAt = now();
      // A reply about one address concerns only that mail, and may name somebody.
      else if (!isReachable) health = { ...health, lastError: outcome.reason, lastErrorAt: now() };
      return outcome;
    },
  };
}
