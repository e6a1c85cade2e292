import { createPasswords } from '../../platform/accounts/passwords.ts';

/** Hashes in no time: for tests that are about something else. */
export const quickPasswords = createPasswords({ memory: 64, passes: 1 });
