/** Rules that most companies want, as the URL calls them. */
export const SUGGESTION_NAMES = ['invoice', 'send', 'remind', 'certificates'] as const;
export type SuggestionName = (typeof SUGGESTION_NAMES)[number];
