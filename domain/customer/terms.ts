import { nameKey } from '../kit/fold-text.ts';

/** The longest text of each field, in characters. */
export const CUSTOMER_LIMITS = {
  firstName: 100,
  lastName: 100,
  email: 254,
  phone: 50,
  address: 500,
  city: 100,
  state: 50,
  zipCode: 20,
  notes: 10_000,
  tag: 40,
} as const;

/** The most tags of a customer. */
export const MOST_TAGS = 20;

export const PROPERTY_LIMITS = {
  label: 100,
  address: CUSTOMER_LIMITS.address,
  city: CUSTOMER_LIMITS.city,
  state: CUSTOMER_LIMITS.state,
  zipCode: CUSTOMER_LIMITS.zipCode,
  accessNotes: 10_000,
} as const;

/** Degrees, north and east positive. */
export const LATITUDE_RANGE = { least: -90, most: 90 } as const;
export const LONGITUDE_RANGE = { least: -180, most: 180 } as const;

export const MOST_PROPERTIES = 100;

/**
 * What two customers have in common who may be the same person. A name alone says least, because strangers share names:
 * it is reported only if the address is not the same as well.
 */
export const LIKENESSES = ['phone', 'email', 'nameAndAddress', 'name'] as const;
export type Likeness = (typeof LIKENESSES)[number];

/** What a tag is compared by, without regard to case, accents, spaces and punctuation; '' if it says nothing. */
export const tagKey: (tag: string) => string = nameKey;

/** Tags without doubles, each as it was said first. */
export function distinctTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags) if (!byKey.has(tagKey(tag))) byKey.set(tagKey(tag), tag);
  return [...byKey.values()];
}

/** A tag as a word of a search that finds exactly this one, however it is written. */
export function tagWord(tag: string): string {
  return `|${tagKey(tag)}|`;
}
