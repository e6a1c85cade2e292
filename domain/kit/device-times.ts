import { Rejection } from './decider.ts';

/** A difference up to this is put down to the network, and the device's clock is taken to be right. */
const RIGHT_MS = 60_000;

/** Instants reported by a device, by its own clock. */
interface DeviceTimes {
  at?: string | null | undefined;
  sentAt?: string | null | undefined;
}

/**
 * When something happened, by the server's clock. A phone that was offline reports when it happened (`at`) and when it
 * was sent (`sentAt`), both by its own clock: if that clock is off, even by a day, the difference corrects it.
 * @param now of the server, ISO UTC; the answer if the device reported no time
 * @throws Rejection for a time after it was sent, or in the future
 */
export function happenedAt({ at, sentAt }: DeviceTimes, now: string): string {
  if (!at) return now;
  if (sentAt && Date.parse(at) > Date.parse(sentAt)) {
    throw new Rejection('invalid', 'This cannot have happened after it was sent.', 'at');
  }
  const wrongBy = sentAt ? Date.parse(now) - Date.parse(sentAt) : 0;
  const happened = Date.parse(at) + (Math.abs(wrongBy) > RIGHT_MS ? wrongBy : 0);
  if (happened > Date.parse(now) + RIGHT_MS) {
    throw new Rejection('invalid', 'This is in the future. Check the clock on your device.', 'at');
  }
  return new Date(Math.min(happened, Date.parse(now))).toISOString();
}
