import { Rejection } from './decider.ts';

/** Up to here what is apart is the way through the network, and the clock is taken to be right. */
const RIGHT_MS = 60_000;

/** What a device says, by its own clock: instants, or nothing. */
interface DeviceTimes {
  at?: string | null | undefined;
  sentAt?: string | null | undefined;
}

/**
 * When something happened by the server's clock. A phone that had no network says when it was (`at`) and when it sent it
 * (`sentAt`), both by its own clock: where that one is wrong, by a day even, what it says is put right by the difference.
 * @param now of the server, ISO UTC; what happened where nothing is said
 * @throws Rejection for what is said to have happened after it was sent, or has not happened yet
 */
export function happenedAt({ at, sentAt }: DeviceTimes, now: string): string {
  if (!at) return now;
  if (sentAt && Date.parse(at) > Date.parse(sentAt)) {
    throw new Rejection('invalid', 'This cannot have happened after it was sent.', 'at');
  }
  const wrongBy = sentAt ? Date.parse(now) - Date.parse(sentAt) : 0;
  const happened = Date.parse(at) + (Math.abs(wrongBy) > RIGHT_MS ? wrongBy : 0);
  if (happened > Date.parse(now) + RIGHT_MS) {
    throw new Rejection('invalid', 'This lies in the future. Check the clock of your device.', 'at');
  }
  return new Date(Math.min(happened, Date.parse(now))).toISOString();
}
