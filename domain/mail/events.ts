import { z } from 'zod';
import { type BodyOf, defineErasure, defineEvent, optionalPersonal, personal } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

/** What is written in a mail, and to whom. */
export const letter = z.object({
  to: personal(),
  /** Of whom it is to. */
  toName: personal(),
  subject: personal(),
  /** Plain, with marks for what is filled in when it is sent: our own name and address, and links, which are secrets. */
  text: personal(),
});

const mailed = z.object({
  kind: z.string(),
  /** `category` and `recordId` name the record that it belongs to. */
  category: z.string(),
  recordId: z.string(),
  ...letter.shape,
  /** What its link leads to: `quote` or `invoice`, as its customer sees it (a quote in a version); or `office`, the record's own page. */
  link: z.object({ kind: z.string(), version: z.int().nullable() }).nullable(),
  /** Until when it can be taken back, ISO UTC. */
  dueAt: z.string(),
  intendedAt: z.string(),
});

const MailIntended = defineEvent('MailIntended', mailed).next(
  mailed.extend({
    /** Null where it waits until a person releases it. */
    dueAt: z.string().nullable(),
    /** The batch that it tells of: mails of one batch are released together. */
    batchId: z.string().nullable(),
  }),
  (before) => ({ ...before, batchId: null }),
);
/** A person lets a mail go that waited for them; held as any other from here on. */
const MailReleased = defineEvent('MailReleased', z.object({ dueAt: z.string(), at: z.string() }));
/** It waits for a person again: its release, or that it was taken back, was undone. */
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

/** A person has it sent again; held as the first time. The address may have been put right. */
const MailAskedAgain = defineEvent(
  'MailAskedAgain',
  z.object({ to: optionalPersonal(), dueAt: z.string(), at: z.string() }),
);
/** A person knows that it arrived, by whichever way. */
const MailMarkedSent = defineEvent('MailMarkedSent', z.object({ at: z.string() }));
const MailMarkWithdrawn = defineEvent('MailMarkWithdrawn', z.object({}));

/** With the person of the record that it belongs to. */
const MailErased = defineErasure('MailErased', z.object({}));

export const mailEvents = [
  ...[MailIntended, MailReleased, MailWithheld, MailCancelled, MailSent, MailDelayed, MailFailed],
  ...[MailBecameUncertain, MailAskedAgain, MailMarkedSent, MailMarkWithdrawn, MailErased],
] as const;

export type MailEvent = BodyOf<(typeof mailEvents)[number]>;
export type Letter = z.output<typeof letter>;
export type Mailed = Extract<MailEvent, { type: 'MailIntended' }>['data'];
