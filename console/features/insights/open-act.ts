import type { InsightRecord } from '../../../api/insights/schema.ts';
import { addressOf } from '../../entities/addresses.ts';
import { KINDS } from '../../entities/kinds.ts';

interface OpenAct {
  /** On its button. */
  text: string;
  to: string;
  search: Readonly<Record<string, string | boolean>>;
}

/** Where an act on a record is done, by act and kind of record. Any other pair opens the record, where its acts are. */
const ACTS: Readonly<Record<string, (id: string) => OpenAct>> = {
  'schedule job': (id) => ({ text: 'Schedule the job', to: '/schedule', search: { move: id } }),
  'quote customer': (id) => ({ text: 'Create a quote', to: '/quotes', search: { customer: id } }),
  'quote lead': (id) => ({ text: 'Create a quote', to: '/quotes', search: { lead: id } }),
  'invoice job': (id) => ({ text: 'Generate the invoice', to: '/invoices', search: { new: true, job: id } }),
  'message invoice': (id) => ({ text: 'Email the invoice', to: '/invoices', search: { invoice: id, do: 'email' } }),
};

/**
 * The act that an insight leads to, on the first record that it rests on and that it can be done on, as a crew's week is
 * put right by moving one of its jobs; null if it leads to none.
 */
export function actOf({ opens, evidence }: Pick<InsightRecord, 'opens' | 'evidence'>): OpenAct | null {
  const present = evidence.filter(({ removed }) => !removed);
  const one = present.find(({ kind }) => `${opens} ${kind}` in ACTS) ?? present[0];
  if (opens === null || !one) return null;
  const { kind, id } = one;
  const act = ACTS[`${opens} ${kind}`];
  if (act) return act(id);
  const address = addressOf(kind, id);
  return address && { text: `Open the ${KINDS[kind]?.noun.toLowerCase() ?? 'record'}`, ...address };
}
