/** What a signed-in person may do: owners everything, staff the daily work, auditors only read. */
export const ROLES = ['owner', 'staff', 'auditor'] as const;
export type Role = (typeof ROLES)[number];

/** The longest text of each field, in characters. */
export const USER_LIMITS = { username: 254, email: 254, firstName: 100, lastName: 100 } as const;

/** How long a password may be, in characters. */
export const PASSWORD_LIMITS = { shortest: 8, longest: 1_000 } as const;

/** Why an external sign-in failed; the console has a sentence for each. */
export const SIGN_IN_REFUSALS = [
  'unknown_account',
  'not_verified',
  'cancelled',
  'failed',
  'expired',
  'provider_unavailable',
] as const;
export type SignInRefusal = (typeof SIGN_IN_REFUSALS)[number];
