import { Rejection } from '../kit/decider.ts';
import type { JobEvent } from './events.ts';

// Whether the customer of a job agrees that its photos are shown in public.

/** Who recorded what the customer said, and when. */
type Recorded = Extract<JobEvent, { type: 'JobPhotoConsentGiven' }>['data'];

/** What the customer said last. */
export interface PhotoConsent extends Recorded {
  /** False if they took it back. */
  isGiven: boolean;
}

export type PhotoConsentCommand =
  /** @param recordedBy the user id of whoever heard it */
  | { type: 'GivePhotoConsent'; recordedBy: string; now: string }
  | { type: 'TakeBackPhotoConsent'; recordedBy: string; now: string };

/** The customer's own word, and the undo of a step, which find the job as it is: it may have been removed meanwhile. */
export type KnownConsentCommand =
  /** Sent by the process `follow-review`: never refused. */
  { type: 'RecordPhotoConsentOfCustomer'; now: string } | { type: 'RestorePhotoConsent'; consent: PhotoConsent | null };

/**
 * What somebody heard the customer say, at `now`, which may be recorded later. Whoever never agreed can say no as well.
 * @throws Rejection for a job without a customer, and for what the customer has said otherwise since
 */
export function consented(
  { type, recordedBy, now: at }: PhotoConsentCommand,
  { customerId, photoConsent }: { customerId: string | null; photoConsent: PhotoConsent | null },
): JobEvent[] {
  if (customerId === null) throw new Rejection('conflict', 'This job has no customer who could agree to that.');
  const isGiven = type === 'GivePhotoConsent';
  if (photoConsent?.isGiven === isGiven) return [];
  if (photoConsent !== null && photoConsent.at > at) throw new Rejection('conflict', SAID_SINCE);
  return [eventOf({ isGiven, recordedBy, at })];
}

/** Of what a phone without signal sends late. */
const SAID_SINCE =
  'Something else that the customer said later was recorded meanwhile, so this was left out. Look at the job.';

/** The customer's own word counts for more than what somebody heard. */
export function knownConsent(command: KnownConsentCommand, now: PhotoConsent | null): JobEvent[] {
  if (command.type === 'RecordPhotoConsentOfCustomer') {
    const isSaid = now?.isGiven === true && now.recordedBy === null;
    return isSaid ? [] : [eventOf({ isGiven: true, recordedBy: null, at: command.now })];
  }
  const { consent } = command;
  if (JSON.stringify(consent) === JSON.stringify(now)) return [];
  return [consent === null ? { type: 'JobPhotoConsentCleared', data: {} } : eventOf(consent)];
}

function eventOf({ isGiven, ...data }: PhotoConsent): JobEvent {
  return { type: isGiven ? 'JobPhotoConsentGiven' : 'JobPhotoConsentTakenBack', data };
}
