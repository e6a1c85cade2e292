import { z } from 'zod';

/** Six digits from an authenticator app, or a recovery code, with or without spaces and dashes. */
export const code = z.string('Enter the code.').regex(/\S/, 'Enter the code.').max(50, 'This is not a valid code.');

const password = z.string('Enter your password.').min(1, 'Enter your password.').max(1_000);

export const codeBody = z.object({ code });

/** What a change of the second factor requires: a code if it is on, otherwise the password. */
export const proofBody = z
  .object({ password: password.optional(), code: code.optional() })
  .refine((said) => said.password !== undefined || said.code !== undefined, 'Enter your password or a code.');

export const secondFactorRecord = z
  .object({
    isOn: z.boolean(),
    /** Whether the person signs in with a password at all; only then is a second factor asked for. */
    hasPassword: z.boolean(),
    /** Whether the company requires it of this person. */
    isRequired: z.boolean(),
    recoveryCodesLeft: z.number(),
  })
  .meta({ id: 'SecondFactor' });

/** What an authenticator app needs; shown only once. */
export const secondFactorSecret = z
  .object({
    /** Base32. */
    secret: z.string(),
    /** An `otpauth:` address, for a QR code. */
    uri: z.string(),
  })
  .meta({ id: 'SecondFactorSecret' });

/** Each works once; shown only once. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' });

export type SecondFactorRecord = z.output<typeof secondFactorRecord>;
export type SecondFactorSecret = z.output<typeof secondFactorSecret>;
