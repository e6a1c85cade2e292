/**
 * Who responded to a mail:
 * - `people`: as far as anybody can tell, the recipient.
 * - `machines`: a scanner, a mail service that loads pictures for its users, a program (`visitor.ts`).
 */
export const RESPONDERS = ['people', 'machines'] as const;
export type Responder = (typeof RESPONDERS)[number];

/** How many of each. */
export type Responders = Readonly<Record<Responder, number>>;

/** A rate of nothing. */
export const NO_RATE = '0.00';
