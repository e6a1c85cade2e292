/** What a mail is about. To add a kind, add an entry here. */
export const MAIL_KINDS = [
  'quote',
  'quote_reminder',
  'quote_answer',
  'quote_approved',
  'invoice_reminder',
  'visit_moved',
  'visit_kept',
  'request_received',
  'invoice',
  'payment_receipt',
  'review_request',
  'review_response',
  'rule_message',
  'rule_offer',
  'office_note',
  'checkpoint',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export const MAIL_KIND_LABELS: Readonly<Record<string, string>> = {
  quote: 'Quote',
  quote_reminder: 'Quote reminder',
  quote_answer: 'Answer to a question',
  quote_approved: 'Quote approved',
  invoice_reminder: 'Invoice reminder',
  visit_moved: 'Visit moved',
  visit_kept: 'Visit not moved',
  request_received: 'Request received',
  invoice: 'Invoice',
  payment_receipt: 'Receipt for a payment',
  review_request: 'Request for a review',
  review_response: 'Response to a review',
  rule_message: 'Message of a rule',
  rule_offer: 'Offer of a rule',
  office_note: 'Note to the office',
  checkpoint: 'Proof of the history',
} satisfies Record<MailKind, string>;

/** Kinds that are marketing: they go to nobody who gets none, and carry what marketing carries. */
export const MARKETING_KINDS: ReadonlySet<string> = new Set<MailKind>(['review_request', 'rule_offer']);

/** Kinds that go to nobody's customer: nobody passes them on by hand. */
export const OWN_KINDS: ReadonlySet<string> = new Set<MailKind>(['office_note', 'checkpoint']);

/** Kinds that rules of the automation prepare: the run that made one can be undone until a person sends it. */
export const RULE_KINDS: ReadonlySet<string> = new Set<MailKind>(['rule_message', 'rule_offer']);

/**
 * - `prepared`: waiting until a person releases it.
 * - `held`: waiting a moment, so that it can be taken back.
 * - `delayed`: the mail server did not accept it; it will be tried again.
 * - `sent`: the mail server accepted it, or a person says that it arrived.
 * - `failed`: it was not sent, and is not retried automatically.
 * - `uncertain`: nobody can tell whether it was sent.
 * - `cancelled`: it was taken back.
 */
export const MAIL_STATUSES = ['prepared', 'held', 'delayed', 'sent', 'failed', 'uncertain', 'cancelled'] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];

export const MAIL_STATUS_LABELS: Readonly<Record<MailStatus, string>> = {
  prepared: 'Waiting for you',
  held: 'Held',
  delayed: 'Trying again',
  sent: 'Sent',
  failed: 'Not delivered',
  uncertain: 'Uncertain',
  cancelled: 'Cancelled',
};

/** Why a mail was not delivered where no mail server is set up. */
export const EMAIL_NOT_SET_UP = 'email is not set up';

/** The kinds of record that a mail can belong to, by category. */
export const MAIL_CATEGORIES = [
  'lead',
  'external_lead',
  'customer',
  'job',
  'quote',
  'invoice',
  'customer_review',
] as const;
export type MailCategory = (typeof MAIL_CATEGORIES)[number];

/** The company's own mail belongs to its record, which is about nobody: each is sealed for itself. */
export const COMPANY_MAIL = 'company';

export const MAIL_LIMITS = {
  /** Characters of a subject; a longer one is cut. */
  subject: 200,
  /** Characters of an address (RFC 5321). */
  address: 254,
} as const;
