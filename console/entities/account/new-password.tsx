import { PASSWORD_LIMITS } from '../../../domain/user/terms.ts';
import { ApiError } from '../../data/api.ts';
import type { Field, Values } from '../../ui/fields.ts';

/** What asks for a new password, twice: nobody sees what they type. @param name what the server calls it */
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

/** @returns what the server cannot know: that the two are not the same; null where they are */
export function repeatProblem(values: Values, name: string): ApiError | null {
  if (values[name] === values['repeat']) return null;
  const message = 'The two passwords are not the same.';
  return new ApiError(400, { message, code: 'invalid', issues: [{ path: 'repeat', message }] });
}

/** Tells a password manager, and nobody else, whose password a form is about. */
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
