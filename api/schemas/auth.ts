import { z } from 'zod';
import { ROLES } from '../../domain/user/terms.ts';

/** Text, and nothing else: an object where a credential is due is refused before anything is looked up. */
export const loginBody = z.object({
  username: z.string('Enter your e-mail or username.').trim().min(1, 'Enter your e-mail or username.').max(254),
  password: z.string('Enter your password.').min(1, 'Enter your password.').max(1_000),
});

export const accountRecord = z
  .object({
    id: z.string(),
    username: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    email: z.string().nullable(),
    role: z.enum(ROLES),
  })
  .meta({ id: 'Account' });
