/** Who or what took a step that no account took, by the name in its event. */
const WORDS: Readonly<Record<string, string>> = {
  public: 'A visitor',
  'first-start': 'First start',
  cron: 'Planned ahead',
  mail: 'With the email',
  social_post: 'By the publisher',
  'email campaigns': 'By the sending',
  'mail server': 'By the mail server',
  erasure: 'With the person',
  'approve-quote': 'With the quote',
  'begin-quote': 'When the quote was begun',
  'begin-work': 'When work began',
  'carry-credit': 'With the invoice',
  'claim-analysis': 'With the quote',
  'close-account': 'With the person',
  'convert-lead': 'From the conversion',
  'expire-quotes': 'When its time was over',
  'erase-customer': 'With the customer',
  'erase-person': 'With the person',
  'erase-pro': 'With the professional in another lead',
  'follow-batch': 'With the jobs of the plan',
  'follow-invoice': 'With the invoice',
  'follow-review': 'With the customer’s review',
  automation: 'By a rule',
  'automation plans': 'For a rule',
  insights: 'Found in your data',
  briefing: 'By the AI service',
  'read-sentiments': 'By the AI service',
  'rebook-refunds': 'With the invoice',
  'stale-plans': 'With a change of the schedule',
  numbering: 'With the record',
  'remind-of-invoices': 'By the setting',
  'remind-of-quotes': 'By the setting',
  'request-reviews': 'By the setting',
  'take-external-lead': 'With the external lead',
  'use-credit': 'With the customer’s credit',
};

/** All that may take a step without an account, by the name in its events. */
export const ACTORS: readonly string[] = Object.keys(WORDS);

/** What history says took a step: words for what acts on its own; null for an account, which has a name. */
export function actorWords(actor: string): string | null {
  return WORDS[actor] ?? null;
}
