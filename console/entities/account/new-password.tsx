import { PASSWORD_LIMITS } from '../../../domain/user/terms.ts';
import { ApiError } from '../../data/api.ts';
import type { Field, Values } from '../../ui/inputs/fields.ts';

/** The fields for a new password, typed twice because it is hidden. @param name of the field on the server */
export function newPasswordFields(name: string): readonly Field[] {
  const shared = { kind: 'password', autoComplete: 'new-password', maxLength: PASSWORD_LIMITS.longest } as const;
  return [
    {
      ...shared,
      name,
      label: 'New password',
      help: `At least ${PASSWORD_LIMITS.shortest} characters.`,
      required: true,
    },
    { ...shared, name: 'repeat', label: 'Repeat the new password', required: true },
  ];
}

/** @returns an error only the client can detect: the two differ; null if they match */
export function repeatProblem(values: Values, name: string): ApiError | null {
  if (values[name] === values['repeat']) return null;
  const message = 'The two passwords are not the same.';
  return new ApiError(400, { message, code: 'invalid', issues: [{ path: 'repeat', message }] });
}

/** Tells password managers whose password a form is about; it is not visible. */
export function UsernameHint({ username }: { username: string | null }) {
  return (
    <input
      className="hw-visually-hidden"
      type="text"
      name="username"
      autoComplete="username"
      value={username ?? ''}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
