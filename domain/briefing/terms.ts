/** The one stream of the briefing. */
export const BRIEFING_ID = 'main';

/** The longest texts, in characters, and the most groups. */
export const BRIEFING_LIMITS = {
  heading: 80,
  summary: 400,
  title: 200,
  description: 800,
  groups: 8,
} as const;
