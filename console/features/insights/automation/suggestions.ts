import { USUAL_DAILY_LIMIT } from '../../../../domain/automation-rule/terms.ts';
import type { DetectorName } from '../../../../domain/insight/terms.ts';
import { jsonOf, type Values } from '../../../ui/inputs/fields.ts';
import type { SuggestionName } from './suggestion-names.ts';

/** Each with its name, and what its form begins with. */
export const SUGGESTIONS: Readonly<Record<SuggestionName, { title: string; values: Values }>> = {
  invoice: suggested('Finished, not invoiced: a task for the office', ['jobs_not_invoiced'], 'task'),
  send: suggested('Quotes never sent: a task for the office', ['quotes_not_sent'], 'task'),
  remind: suggested('Invoices that grow old: a reminder that waits', ['receivables_aging'], 'message'),
  certificates: suggested('Certificates that expire: a task for the office', ['certificates_expiring'], 'task'),
};

function suggested(title: string, detectors: readonly DetectorName[], act: string): { title: string; values: Values } {
  return { title, values: { name: title, detectors: jsonOf(detectors), act, leastSeverity: 'info' } };
}

/** What the form of a new rule begins with. */
export function beginningOf(name: SuggestionName | undefined): Values {
  const none = { name: '', detectors: '', leastSeverity: 'warning', act: '', subject: '', message: '' };
  return {
    ...none,
    assignedTo: '',
    dueInDays: '',
    dailyLimit: String(USUAL_DAILY_LIMIT),
    ...(name && SUGGESTIONS[name].values),
  };
}
