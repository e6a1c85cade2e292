/** What a signed-in person may do (design §7): the owner everything, staff the daily work, the auditor reads. */
export const ROLES = ['owner', 'staff', 'auditor'] as const;
export type Role = (typeof ROLES)[number];
