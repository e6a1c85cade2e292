import { splitAddress } from '../customer/from-lead.ts';
import type { AddressParts } from '../customer/properties.ts';
import { tagKey } from '../customer/terms.ts';
import { Rejection } from '../kit/decider.ts';
import { nameKey } from '../kit/fold-text.ts';
import { endOfRange, startOfDay } from '../kit/times.ts';
import type { Segment } from './segment.ts';
import { LEFT_OUT, type LeftOut } from './terms.ts';

/** What the conditions of a segment ask of a customer. */
export interface CustomerFacts {
  /** The jobs that were finished for them; `at` is ISO UTC. */
  finished: readonly { service: string | null; at: string }[];
  /** Their invoices, each with what it counts for in reports, in integer cents. */
  invoiced: readonly { cents: number }[];
  /** The leads that became them. */
  leads: readonly { source: string | null }[];
  /** The quotes that wait for their answer. */
  openQuotes: readonly object[];
  /** Where their properties are, by {@link placeOf}. */
  places: readonly Place[];
  /** Their tags, each as its `tagKey`. */
  tags: readonly string[];
}

interface Place {
  city: string;
  zipCode: string;
}

type Test = (facts: CustomerFacts) => boolean;

/** Of a ZIP code; four more may follow. */
const ZIP_DIGITS = 5;

/**
 * The city and the ZIP code of a property as they are compared, however they are written. Where neither has a field of
 * its own, they may stand in the address.
 */
export function placeOf(property: Pick<AddressParts, 'address' | 'city' | 'zipCode'>): Place {
  const isSplit = property.city !== null || property.zipCode !== null;
  const { city, zipCode } = isSplit ? property : splitAddress(property.address);
  return { city: nameKey(city ?? ''), zipCode: (zipCode ?? '').trim().slice(0, ZIP_DIGITS) };
}

/** Whether a customer meets all conditions of a segment. @param zone the company's, by its IANA name */
export function matches(segment: Segment, zone: string): Test {
  const tests = [wasServed, wasNotServed, isWorth, cameBy, isThere, hasQuote, isTagged]
    .map((condition) => condition(segment, zone))
    .filter((test) => test !== null);
  return (facts) => tests.every((test) => test(facts));
}

function wasServed({ services, finishedFrom, finishedTo }: Segment, zone: string): Test | null {
  if (services === null && finishedFrom === null && finishedTo === null) return null;
  const from = finishedFrom && startOfDay(finishedFrom, zone);
  const end = finishedTo && startOfDay(endOfRange(finishedTo), zone);
  const wanted = services && new Set<string | null>(services);
  return ({ finished }) =>
    finished.some(
      ({ service, at }) =>
        (wanted === null || wanted.has(service)) && (from === null || at >= from) && (end === null || at < end),
    );
}

function wasNotServed({ notServedSince }: Segment, zone: string): Test | null {
  if (notServedSince === null) return null;
  const from = startOfDay(notServedSince, zone);
  return ({ finished }) => finished.every(({ at }) => at < from);
}

function isWorth({ valueFrom, valueTo }: Segment): Test | null {
  if (valueFrom === null && valueTo === null) return null;
  return ({ invoiced }) => {
    const value = invoiced.reduce((sum, { cents }) => sum + cents, 0);
    return (valueFrom === null || value >= valueFrom) && (valueTo === null || value <= valueTo);
  };
}

function cameBy({ leadSources }: Segment): Test | null {
  if (leadSources === null) return null;
  const wanted = new Set<string | null>(leadSources);
  return ({ leads }) => leads.some(({ source }) => wanted.has(source));
}

function isThere({ cities, zipCodes }: Segment): Test | null {
  if (cities === null && zipCodes === null) return null;
  const [wantedCities, wantedZipCodes] = [new Set(cities?.map(nameKey)), new Set(zipCodes)];
  return ({ places }) => places.some(({ city, zipCode }) => wantedCities.has(city) || wantedZipCodes.has(zipCode));
}

function hasQuote({ hasOpenQuote }: Segment): Test | null {
  return hasOpenQuote === null ? null : ({ openQuotes }) => openQuotes.length > 0 === hasOpenQuote;
}

function isTagged({ tags: asked }: Segment): Test | null {
  // A document of an older generation has none.
  if (!asked) return null;
  const wanted = new Set(asked.map(tagKey));
  return ({ tags }) => tags.some((tag) => wanted.has(tag));
}

/** A customer who meets all conditions, as mail would reach them. */
export interface Candidate {
  id: string;
  isErased: boolean;
  /** Null: no mail reaches them. */
  mailboxId: string | null;
}

/** Who gets a campaign: one mail for each mailbox, with every customer who has it. */
export interface Audience {
  /** By mailbox, in the order in which they were found. */
  mailboxes: ReadonlyMap<string, readonly string[]>;
  /** How many of the customers get no mail, or none of their own, and why. */
  leftOut: Readonly<Record<LeftOut, number>>;
}

/** @param isSuppressed whether a mailbox gets no marketing */
export function reachedBy(candidates: Iterable<Candidate>, isSuppressed: (mailboxId: string) => boolean): Audience {
  const mailboxes = new Map<string, string[]>();
  const leftOut = Object.fromEntries(LEFT_OUT.map((why) => [why, 0])) as Record<LeftOut, number>;
  for (const { id, isErased, mailboxId } of candidates) {
    const others = mailboxId === null ? undefined : mailboxes.get(mailboxId);
    if (isErased) leftOut.erased++;
    else if (mailboxId === null) leftOut.noEmail++;
    else if (isSuppressed(mailboxId)) leftOut.suppressed++;
    else if (others) {
      others.push(id);
      leftOut.sameMailbox++;
    } else mailboxes.set(mailboxId, [id]);
  }
  return { mailboxes, leftOut };
}

/**
 * What no segment says, as nobody would mean it.
 * @param today in the company's zone
 * @throws Rejection for a day to come, and for what ends before it begins
 */
export function requireSegment(segment: Segment, today: string): void {
  for (const day of ['finishedFrom', 'finishedTo', 'notServedSince'] as const) {
    if ((segment[day] ?? today) > today)
      throw refused(`${segment[day]} is in the future. Choose a day up to today.`, day);
  }
  if (isAfter(segment.finishedFrom, segment.finishedTo)) {
    throw refused('The last day must not be before the first.', 'finishedTo');
  }
  if (isAfter(segment.valueFrom, segment.valueTo)) {
    throw refused('The highest amount must not be less than the lowest.', 'valueTo');
  }
}

function isAfter<Value extends string | number>(from: Value | null, to: Value | null): boolean {
  return from !== null && to !== null && from > to;
}

function refused(message: string, field: keyof Segment): Rejection {
  return new Rejection('invalid', message, `segment.${field}`);
}
