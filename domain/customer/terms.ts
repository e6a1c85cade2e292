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
} as const;

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
