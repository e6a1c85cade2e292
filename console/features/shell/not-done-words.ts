/** What processes do, and reactors that keep what they could not do, by their names, as text. */
const WORDS: Readonly<Record<string, string>> = {
  automation: 'What a rule does when an insight is raised',
  'automation plans': 'The plan that a rule asked for',
  'approve-quote': 'The job of an approved quote',
  batches: 'A change of several records at once',
  'begin-quote': 'The move of a lead to Quoting',
  'begin-work': 'The first work for a customer',
  'carry-credit': 'The credit from an invoice',
  'claim-analysis': 'The photo analysis of a quote',
  'close-account': 'The account of somebody who left the company',
  'convert-lead': 'The conversion of a lead',
  'erase-customer': 'The erasure of a customer',
  'erase-person': 'The erasure of somebody’s account and pay',
  'erase-pro': 'The erasure of a local professional in their other leads',
  erasure: 'The erasure of somebody’s records',
  'follow-batch': 'The status of a plan',
  'follow-invoice': 'What an invoice changes on jobs and other invoices',
  'follow-review': 'What a customer said of photos with their review',
  'stale-plans': 'The check of plans that wait for approval',
  'rebook-refunds': 'Booking a refund anew',
  'take-external-lead': 'The move of an external lead to the pipeline',
  'use-credit': 'The payment of an invoice by credit',
};

/** What a follow-up step was to do. */
export function stepWords(process: string): string {
  return WORDS[process] ?? process;
}

/** What causes follow-up steps, and what they change. */
export const STEP_COLLECTIONS: readonly string[] = [
  'leads',
  'external_leads',
  'customers',
  'customer_reviews',
  'photos',
  'quotes',
  'analyses',
  'jobs',
  'mails',
  'invoices',
  'payments',
  'credits',
  'batches',
  'plans',
  'crews',
  'staff',
  'equipment',
  'tasks',
  'time_off',
  'schedule_days',
  'company',
];
