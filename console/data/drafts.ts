const PREFIX = 'heartwood.draft.';

/**
 * What a person typed and has not saved, kept in this tab: it outlives a reload, a lost connection and a session that
 * ends meanwhile.
 */
export function readDraft<Values extends object>(key: string): Values | null {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null') as Values | null;
  } catch {
    return null;
  }
}

export function writeDraft(key: string, values: object): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(values));
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
