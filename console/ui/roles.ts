import type { Role } from '../../domain/user/terms.ts';

/** What a role is called on the screen. */
export const ROLE_LABELS: Readonly<Record<Role, string>> = { owner: 'Owner', staff: 'Staff', auditor: 'Auditor' };
