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
