import { pressesOf } from '../../ui/keyboard/keys.ts';

/** The keys of a shortcut, in sequence; hidden on touch devices, which have no keys. */
export function Keys({ of }: { of: string }) {
  return (
    <span className="hw-keys">
      {pressesOf(of).map((press) => (
        <kbd key={press}>{press}</kbd>
      ))}
    </span>
  );
}
