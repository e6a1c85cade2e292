import type { LeadRecord } from '../../../api/leads/schema.ts';
import { LEAD_STATUSES } from '../../../domain/lead/terms.ts';

/** The figures above the board, over all leads, in dollars. */
export function pipelineTotals(leads: readonly LeadRecord[]): {
  total: number;
  pipelineValue: number;
  wonValue: number;
} {
  return {
    total: leads.length,
    pipelineValue: sumOf(leads),
    wonValue: sumOf(leads.filter(({ status }) => status === 'Won')),
  };
}

/** The estimated values' sum in dollars, exact to the cent. */
export function sumOf(leads: readonly LeadRecord[]): number {
  return leads.reduce((cents, { estimatedValue }) => cents + Math.round(Number(estimatedValue ?? 0) * 100), 0) / 100;
}

export interface LeadFilter {
  /** Words that must all be somewhere in name, e-mail, phone, address, description or notes. */
  text: string;
  source: string | undefined;
}

const SEARCHED = ['name', 'email', 'phone', 'address', 'description', 'notes'] as const;

/** Leads that fit a filter, in their order; case and accents do not matter, nor how a phone number is written. */
export function filterLeads(leads: readonly LeadRecord[], { text, source }: LeadFilter): readonly LeadRecord[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  if (words.length === 0 && source === undefined) return leads;
  return leads.filter((lead) => {
    if (source !== undefined && lead.leadSource !== source) return false;
    const texts = SEARCHED.map((field) => folded(lead[field] ?? ''));
    const digits = (lead.phone ?? '').replaceAll(/\D/g, '');
    return words.every((word) => texts.some((each) => each.includes(word)) || isPartOfNumber(word, digits));
  });
}

function isPartOfNumber(word: string, digits: string): boolean {
  const wanted = word.replaceAll(/\D/g, '');
  return wanted.length >= 3 && /^[\d\s()+.-]+$/.test(word) && digits.includes(wanted);
}

function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** The board: every column, in order, with its leads in theirs. A status that is no longer a column is in none. */
export function columnsOf(leads: readonly LeadRecord[]): ReadonlyMap<string, LeadRecord[]> {
  const columns = new Map<string, LeadRecord[]>(LEAD_STATUSES.map((status) => [status, []]));
  for (const lead of leads) columns.get(lead.status)?.push(lead);
  return columns;
}

/**
 * Keeps every card at its place while the pointer is over the board: what others added, removed or moved waits; what
 * they wrote into a card shows at once.
 * @param shown what the board shows now
 * @param latest what the server says, newest first
 * @param others ids that somebody else changed since the pointer came
 * @returns the leads to show, newest first, and how many changes wait
 */
export function keepInPlace(
  shown: readonly LeadRecord[],
  latest: readonly LeadRecord[],
  others: ReadonlySet<string>,
): { leads: readonly LeadRecord[]; waiting: number } {
  if (others.size === 0) return { leads: latest, waiting: 0 };
  const before = new Map(shown.map((lead) => [lead.id, lead]));
  const present = new Set(latest.map(({ id }) => id));
  let waiting = 0;
  const kept: LeadRecord[] = [];
  for (const lead of latest) {
    const old = before.get(lead.id);
    const isOthers = others.has(lead.id);
    if (isOthers && old?.status !== lead.status) {
      waiting += 1;
      if (old) kept.push({ ...lead, status: old.status });
    } else {
      kept.push(lead);
    }
  }
  const gone = shown.filter(({ id }) => !present.has(id) && others.has(id));
  if (gone.length === 0) return { leads: kept, waiting };
  const leads = [...kept, ...gone].sort((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0));
  return { leads, waiting: waiting + gone.length };
}
