/** A line in a mail's text, replaced by its link when it is sent. A link is a secret, so no event holds it. */
export const LINK_MARK = '⟦link⟧';

/** Typed text, safe to put in a mail: it cannot contain a mark. */
export function typed(text: string): string {
  return text.replace(/[⟦⟧]/g, '').trim();
}
