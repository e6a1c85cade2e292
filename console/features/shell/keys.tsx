const isMac = navigator.platform.startsWith('Mac');

/** The keys of a shortcut, as they are pressed one after the other; a finger has none, and is shown none. */
export function Keys({ of }: { of: string }) {
  const presses = of
    .replace('$mod+', isMac ? '⌘ ' : 'Ctrl ')
    .replace('Shift+', '')
    .split(' ');
  return (
    <span className="hw-keys">
      {presses.map((press) => (
        <kbd key={press}>{press.length === 1 ? press.toUpperCase() : press}</kbd>
      ))}
    </span>
  );
}
