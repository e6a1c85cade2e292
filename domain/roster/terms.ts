/**
 * The one stream that holds all crews and who is in them: one person in one crew, whatever happens at once
 * (docs/design/events.md#streams).
 */
export const ROSTER_ID = 'main';

export const CREW_LIMITS = { name: 100, homeAddress: 500, members: 50, equipment: 50 } as const;
