const PREFIX = 'heartwood.draft.';

export interface Draft<Held extends object> {
  /** ISO instant of the last change. */
  typedAt: string;
  held: Held;
}

/**
 * What a person typed and has not saved, kept in this tab: it outlives a reload, a lost connection and a session that
 * ends meanwhile.
 */
export function readDraft<Held extends object>(key: string): Draft<Held> | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null') as Partial<Draft<Held>> | null;
    return kept?.typedAt && kept.held ? { typedAt: kept.typedAt, held: kept.held } : null;
  } catch {
    return null;
  }
}

export function writeDraft(key: string, held: object): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify({ typedAt: new Date().toISOString(), held }));
  } catch {
    // Full or switched off: the form still holds what was typed.
  }
}

export function dropDraft(key: string): void {
  try {
    sessionStorage.removeItem(PREFIX + key);
  } catch {
    // As above.
  }
}

/** At sign-out: what was typed may be about a customer, and the next person at this desk is another one. */
export function dropAllDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // As above.
  }
}
