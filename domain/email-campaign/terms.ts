/** What a campaign by email is for (spec, public and back office, section 3). */
export const EMAIL_TEMPLATES = ['welcome', 'follow_up', 'seasonal', 'promotional'] as const;
export type EmailTemplate = (typeof EMAIL_TEMPLATES)[number];

export const EMAIL_TEMPLATE_LABELS: Readonly<Record<string, string>> = {
  welcome: 'Welcome',
  follow_up: 'Follow-up',
  seasonal: 'Seasonal',
  promotional: 'Promotional',
} satisfies Record<EmailTemplate, string>;

/**
 * - `draft`: not sent, and not going to be by itself.
 * - `scheduled`: a draft with a date, at which it begins by itself.
 * - `sending`: under way; each recipient gets an end.
 * - `paused`: a person stopped it, or something is missing; it goes on where it was.
 * - `cancelled`: who had no mail by then gets none.
 * - `sent`: each recipient has an end.
 */
export const EMAIL_CAMPAIGN_STATUSES = ['draft', 'scheduled', 'sending', 'paused', 'cancelled', 'sent'] as const;
export type EmailCampaignStatus = (typeof EMAIL_CAMPAIGN_STATUSES)[number];

export const EMAIL_CAMPAIGN_STATUS_LABELS: Readonly<Record<string, string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Sending',
  paused: 'Paused',
  cancelled: 'Cancelled',
  sent: 'Sent',
} satisfies Record<EmailCampaignStatus, string>;

/** The longest texts, in characters. */
export const EMAIL_CAMPAIGN_LIMITS = { name: 200, subject: 200, content: 20_000 } as const;

/** What stands in a campaign's texts for something of its recipient, or of the company: `{{firstName|there}}`. */
export interface CampaignField {
  name: string;
  /** On the menu that inserts it. */
  label: string;
  /** Whether a recipient may have none, so that a text says what stands there instead. */
  mayBeEmpty: boolean;
  /** What the menu puts in as a fallback. */
  fallback?: string;
}

export const CAMPAIGN_FIELDS = [
  { name: 'firstName', label: 'First name', mayBeEmpty: true, fallback: 'there' },
  { name: 'lastName', label: 'Last name', mayBeEmpty: true, fallback: 'neighbor' },
  { name: 'city', label: 'City', mayBeEmpty: true, fallback: 'your neighborhood' },
  { name: 'lastService', label: 'Last service', mayBeEmpty: true, fallback: 'tree work' },
  { name: 'companyName', label: 'Company name', mayBeEmpty: false },
  { name: 'companyPhone', label: 'Company phone', mayBeEmpty: false },
] as const satisfies readonly CampaignField[];

/** A field as a text has it, with its fallback if it needs one. */
export function fieldMark({ name, fallback }: CampaignField): string {
  return `{{${fallback === undefined ? name : `${name}|${fallback}`}}}`;
}
