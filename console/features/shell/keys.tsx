import { pressesOf } from '../../ui/keys.ts';

/** The keys of a shortcut, as they are pressed one after the other; a finger has none, and is shown none. */
export function Keys({ of }: { of: string }) {
  return (
    <span className="hw-keys">
      {pressesOf(of).map((press) => (
        <kbd key={press}>{press}</kbd>
      ))}
    </span>
  );
}
