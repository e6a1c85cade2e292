/** How an idea for a post is expected to do: a rule of thumb (`engagementOf`). */
export const ENGAGEMENTS = ['high', 'medium', 'low'] as const;
export type Engagement = (typeof ENGAGEMENTS)[number];
