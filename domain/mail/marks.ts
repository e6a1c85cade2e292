/** In a mail's text, on a line of its own: where its link comes in when it is sent. A link is a secret, and is in no event. */
export const LINK_MARK = '⟦link⟧';

/** What somebody typed, as it may stand in a mail's text: it is no mark. */
export function typed(text: string): string {
  return text.replace(/[⟦⟧]/g, '').trim();
}
