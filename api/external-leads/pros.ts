import { proKey } from '../../domain/external-lead/terms.ts';
import { type ExternalLeadDocument, externalLeads } from '../../projections/external-leads.ts';
import type { ReadModels } from '../../store/read-models.ts';
import { pagesOf } from '../../store/read-pages.ts';
import type { LocalProRecord } from './schema.ts';

/** How many of the latest assignments are considered: a directory of current partners, not of everybody ever. */
const LATEST = 2_000;
const PAGE = 500;

const COUNTED: Readonly<Record<string, 'workDone' | 'customerDeclined' | 'proUnavailable'>> = {
  work_done: 'workDone',
  customer_declined: 'customerDeclined',
  pro_unavailable: 'proUnavailable',
};

/** The local professionals of earlier assignments, and how those turned out; the most recently assigned first. */
export async function localPros(models: ReadModels): Promise<LocalProRecord[]> {
  const pros = new Map<string, LocalProRecord>();
  let seen = 0;
  const where = { removed: null, assignedAt: { gte: '' } };
  const order = { field: 'assignedAt', direction: 'desc' } as const;
  for await (const page of pagesOf(models, externalLeads.collection, { where, order, limit: PAGE })) {
    for (const lead of page) count(pros, lead);
    seen += page.length;
    if (seen >= LATEST) break;
  }
  return [...pros.values()];
}

/** Entries with the same name and contact, however they are written, count as one professional. */
function count(pros: Map<string, LocalProRecord>, { assignment, outcome, erased }: ExternalLeadDocument): void {
  if (!assignment || assignment.erased || erased) return;
  const { name, company, contact, notes, assignedAt } = assignment;
  const key = proKey(assignment);
  const found = pros.get(key);
  const none = { assignments: 0, workDone: 0, customerDeclined: 0, proUnavailable: 0 };
  const pro = found ?? { name, company, contact, notes, ...none, lastAssignedAt: assignedAt };
  pro.company ??= company;
  pro.assignments += 1;
  const counter = COUNTED[outcome ?? ''];
  if (counter) pro[counter] += 1;
  pros.set(key, pro);
}
