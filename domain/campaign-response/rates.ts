import { NO_RATE } from './terms.ts';

/**
 * How many of the mails that were sent people responded to, in percent, as a decimal text such as `12.50`.
 * @param sent mails that the mail server took
 */
export function rateOf(people: number, sent: number): string {
  return sent === 0 ? NO_RATE : twoPlaces((Math.min(people, sent) / sent) * 100);
}

/**
 * The average of campaigns' rates, as the specification has it (public and back office, section 9): summed over all
 * campaigns, but divided by the count of those that were sent. So one that is still being sent, or was cancelled, raises it;
 * with many of these it is more than any campaign's own.
 * @param sent how many campaigns were sent
 * @returns null where none was
 */
export function averageRate(rates: readonly string[], sent: number): string | null {
  if (sent === 0) return null;
  return twoPlaces(rates.reduce((sum, rate) => sum + Number(rate), 0) / sent);
}

function twoPlaces(percent: number): string {
  return (Math.round(percent * 100) / 100).toFixed(2);
}
