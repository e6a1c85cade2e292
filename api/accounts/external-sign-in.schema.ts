import { z } from 'zod';

/** What the sign-in screen offers besides the password; null: nothing. */
export const signInOptions = z
  .object({ externalSignIn: z.object({ name: z.string() }).nullable() })
  .meta({ id: 'SignInOptions' });
