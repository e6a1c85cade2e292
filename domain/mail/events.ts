import { z } from 'zod';
import { type BodyOf, defineErasure, defineEvent, optionalPersonal, personal } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

/** The content of a mail, and its recipient. */
export const letter = z.object({
  to: personal(),
  /** The recipient's name. */
  toName: personal(),
  subject: personal(),
  /** Plain text, with marks for what is filled in on sending: our name and address, and links, which are secrets. */
  text: personal(),
});

const mailed = z.object({
  kind: z.string(),
  /** `category` and `recordId` name the record it belongs to. */
  category: z.string(),
  recordId: z.string(),
  ...letter.shape,
  /** What its link opens: `quote` (a version) or `invoice` as the customer sees it, `review` the page for a review, or `office`, the record's page; nothing where it is a `checkpoint`, whose version is how many events that is about. */
  link: z.object({ kind: z.string(), version: z.int().nullable() }).nullable(),
  /** It can be taken back until then, ISO UTC. */
  dueAt: z.string(),
  intendedAt: z.string(),
});

const MailIntended = defineEvent('MailIntended', mailed).next(
  mailed.extend({
    /** Null if it waits until a person releases it. */
    dueAt: z.string().nullable(),
    /** The batch it is about: mails of one batch are released together. */
    batchId: z.string().nullable(),
  }),
  (before) => ({ ...before, batchId: null }),
);
/** A person released a mail that was waiting for them; from here on it is held like any other. */
const MailReleased = defineEvent('MailReleased', z.object({ dueAt: z.string(), at: z.string() }));
/** It waits for a person again: its release or its cancellation was undone. */
const MailWithheld = defineEvent('MailWithheld', z.object({ at: z.string() }));
const MailCancelled = defineEvent('MailCancelled', z.object({ at: z.string() }));

// How an attempt ended. A reason may quote the mail server, which names the address.
const MailSent = defineEvent('MailSent', z.object({ attempt: z.int(), reason: personal(), at: z.string() }));
const MailDelayed = defineEvent(
  'MailDelayed',
  z.object({ attempt: z.int(), reason: personal(), dueAt: z.string(), at: z.string() }),
);
const MailFailed = defineEvent('MailFailed', z.object({ attempt: z.int(), reason: personal(), at: z.string() }));
const MailBecameUncertain = defineEvent(
  'MailBecameUncertain',
  z.object({ attempt: z.int(), reason: personal(), at: z.string() }),
);

/** A person has it sent again, held like the first time. The address may have been corrected. */
const MailAskedAgain = defineEvent(
  'MailAskedAgain',
  z.object({ to: optionalPersonal(), dueAt: z.string(), at: z.string() }),
);
/** A person knows that it arrived, one way or another. */
const MailMarkedSent = defineEvent('MailMarkedSent', z.object({ at: z.string() }));
const MailMarkWithdrawn = defineEvent('MailMarkWithdrawn', z.object({}));

/** Erased together with the person of the record it belongs to. */
const MailErased = defineErasure('MailErased', z.object({}));

export const mailEvents = [
  MailIntended,
  MailReleased,
  MailWithheld,
  MailCancelled,
  MailSent,
  MailDelayed,
  MailFailed,
  MailBecameUncertain,
  MailAskedAgain,
  MailMarkedSent,
  MailMarkWithdrawn,
  MailErased,
] as const;

export type MailEvent = BodyOf<(typeof mailEvents)[number]>;
export type Letter = z.output<typeof letter>;
export type Mailed = Extract<MailEvent, { type: 'MailIntended' }>['data'];
