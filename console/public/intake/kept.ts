import { changedFields } from './touched.ts';

// What is typed into a form is kept in this browser until it is sent. Storage can be turned off: then nothing is kept.

/** After this, old input is dropped. */
export const KEPT_MS = 7 * 24 * 60 * 60 * 1_000;

export type Typed = Readonly<Record<string, string>>;

export interface Kept {
  at: number;
  /** Identifies a retry of the same request to the server. */
  key: string;
  values: Typed;
}

const NOT_TYPED = new Set(['formToken', 'leadSource', 'status', 'campaignId', 'company_website']);

export function keptIn<Of extends Kept>(storage: () => Storage, name: string): Of | null {
  try {
    const kept = JSON.parse(storage().getItem(name) ?? 'null') as Of | null;
    if (kept && Date.now() - kept.at < KEPT_MS) return kept;
  } catch {}
  return null;
}

export function keepIn(storage: () => Storage, name: string, kept: Kept): void {
  try {
    storage().setItem(name, JSON.stringify(kept));
  } catch {}
}

export function dropFrom(storage: () => Storage, name: string): void {
  try {
    storage().removeItem(name);
  } catch {}
}

/** What was typed into a form that is not locked: a locked field is in no data of it. */
export function typedIn(form: HTMLFormElement): Typed {
  const entries = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(entries.filter(([name]) => !NOT_TYPED.has(name)));
}

/** Fills in what was kept, except over what was typed before this script arrived, which is newer. */
export function fillIn(form: HTMLFormElement, values: Typed): void {
  const changed = changedFields(form);
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name);
    if (changed.has(name)) continue;
    if (field instanceof RadioNodeList || (field && 'value' in field)) field.value = value;
  }
}

/** Whether something else was typed before this script arrived. What is the same as before is still the same request. */
export function isTypedAnew(form: HTMLFormElement, kept: Typed): boolean {
  const typed = typedIn(form);
  return [...changedFields(form)].some((name) => name in typed && typed[name] !== kept[name]);
}
