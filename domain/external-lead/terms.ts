import { REQUESTED_SERVICE_LABELS } from '../intake/terms.ts';
import { foldText, nameKey } from '../kit/fold-text.ts';

// Requests from outside the service area, which local professionals do for us.

export const EXTERNAL_LEAD_STATUSES = ['pending', 'assigned_external', 'completed'] as const;

export const EXTERNAL_LEAD_STATUS_LABELS: Readonly<Record<string, string>> = {
  pending: 'Pending',
  assigned_external: 'Assigned',
  completed: 'Completed',
} satisfies Record<(typeof EXTERNAL_LEAD_STATUSES)[number], string>;

/** How it ended, as a person records it. */
export const EXTERNAL_OUTCOMES = ['work_done', 'customer_declined', 'pro_unavailable'] as const;
export type ExternalOutcome = (typeof EXTERNAL_OUTCOMES)[number];

/** The outcome of a lead that the company does itself. */
export const TAKEN = 'taken';

export const EXTERNAL_OUTCOME_LABELS: Readonly<Record<string, string>> = {
  work_done: 'Work done',
  customer_declined: 'Customer declined',
  pro_unavailable: 'Professional not available',
  taken: 'Moved to our pipeline',
} satisfies Record<ExternalOutcome | typeof TAKEN, string>;

/** The longest texts, in characters. */
export const PRO_LIMITS = { name: 200, company: 200, contact: 300, notes: 4_000 } as const;

/** What a professional is known by: their name and contact, however these are written. */
export function proKey({ name, contact }: { name: string | null; contact: string | null }): string {
  return JSON.stringify([keyOf(name), keyOf(contact)]);
}

function keyOf(text: string | null): string {
  return nameKey(text ?? '') || foldText(text ?? '').trim();
}

/** An external lead's title in lists: what is asked for, and by whom. @param serviceType a code, known to us or not */
export function externalLeadTitle(serviceType: string | null, name: string | null): string {
  const labels: Readonly<Record<string, string>> = REQUESTED_SERVICE_LABELS;
  const service = serviceType === null ? 'Tree Service' : (labels[serviceType] ?? serviceType);
  return name === null ? service : `${service} - ${name}`;
}

/** What the notes tell about a picture; missing texts and lists are left out. */
export interface NotedAnalysis {
  texts: readonly { label: string; text: string }[];
  lists: readonly { label: string; items: readonly string[] }[];
}

const NOTED_TEXTS: Readonly<Record<string, string>> = {
  serviceType: 'Service',
  treeSpecies: 'Tree Species',
  treeHeight: 'Tree Height',
  difficultyLevel: 'Difficulty',
  estimatedCost: 'Estimated Cost',
  estimatedDuration: 'Estimated Duration',
};

const NOTED_LISTS: Readonly<Record<string, string>> = {
  recommendations: 'Recommendations',
  equipmentNeeded: 'Equipment Needed',
};

/**
 * What the JSON text of the notes tells about a picture; null if it is not such text, or has nothing we know. Anything
 * not seen in the picture is marked as typical.
 */
export function notedAnalysis(notes: string | null): NotedAnalysis | null {
  const told = parsed(notes);
  if (told === null) return null;
  const isTypical = (name: string) => Array.isArray(told['assumed']) && told['assumed'].includes(name);
  const marked = (name: string, label: string) => (isTypical(name) ? `${label} (typical)` : label);
  const texts = Object.entries(NOTED_TEXTS).flatMap(([name, label]) => {
    const text = told[name];
    return typeof text === 'string' && text.trim() !== '' ? [{ label: marked(name, label), text }] : [];
  });
  const lists = Object.entries(NOTED_LISTS).flatMap(([name, label]) => {
    const said = told[name];
    const items = Array.isArray(said) ? said.filter((item) => typeof item === 'string' && item.trim() !== '') : [];
    return items.length > 0 ? [{ label: marked(name, label), items: [...new Set(items as string[])] }] : [];
  });
  return texts.length + lists.length === 0 ? null : { texts, lists };
}

/** The notes as a person reads them; null if there are none. */
export function textOfNotes(notes: string | null): string | null {
  const told = notedAnalysis(notes);
  if (told === null) return notes || null;
  const lines = [
    ...told.texts.map(({ label, text }) => `${label}: ${text}`),
    ...told.lists.map(({ label, items }) => `${label}: ${items.join('; ')}`),
  ];
  return ['The visitor was shown this for their photo:', ...lines].join('\n');
}

function parsed(notes: string | null): Readonly<Record<string, unknown>> | null {
  try {
    const told: unknown = JSON.parse(notes ?? '');
    return typeof told === 'object' && told !== null && !Array.isArray(told) ? (told as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
