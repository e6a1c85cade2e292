import { SERVICE_TYPE_LABELS } from '../../../domain/job/terms.ts';

/** `1 job`, `1,204 jobs`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** What a service is called within a sentence, `tree removal`; null for another text, which may say something personal. */
export function knownService(service: string | null): string | null {
  const known = service !== null && Object.hasOwn(SERVICE_TYPE_LABELS, service);
  return known ? (SERVICE_TYPE_LABELS[service]?.toLowerCase() ?? null) : null;
}

/** A share as people say it: `62%`. */
export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** `500`: once in so many times is a chance at most, as a round number, so that one more case seldom changes it. */
export function oddsText(chance: number): string {
  const odds = [1_000, 500, 100, 50, 20].find((each) => chance * each <= 1) ?? 10;
  return odds.toLocaleString('en-US');
}

/** `1 hour`, `42.5 hours` */
export function hoursText(hours: number): string {
  const rounded = Math.round(hours * 100) / 100;
  return `${rounded} ${rounded === 1 ? 'hour' : 'hours'}`;
}

/** A text as the beginning of a sentence. */
export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
