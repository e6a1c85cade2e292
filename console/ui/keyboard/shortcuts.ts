import { useEffect, useRef } from 'react';
import { tinykeys } from 'tinykeys';
import { readStored, writeStored } from '../use-stored.ts';

/** A key, or a sequence of keys (`g l`); `$mod` is ⌘ on a Mac and Ctrl elsewhere. */
export interface Shortcut {
  keys: string;
  label: string;
  run(): void;
}

/** tinykeys waits this long for the next key of a sequence. */
const SEQUENCE_MS = 1_000;
const OFF = 'heartwood.shortcuts-off';
const shown = new Set<readonly Shortcut[]>();

/** The shortcuts of everything on the screen, for the list that `?` opens. */
export function activeShortcuts(): Shortcut[] {
  return [...shown].flat();
}

/** Single-key shortcuts can be turned off: people who dictate trigger them by accident (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  return readStored(OFF) === null;
}

export function switchSingleKeys(on: boolean): void {
  writeStored(OFF, on ? null : 'yes');
}

/** Listens to keys while the component is mounted; never while a person is typing, nor behind a dialog. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const current = useRef(shortcuts);
  current.current = shortcuts;
  const combination = shortcuts.map(({ keys }) => keys).join('|');

  useEffect(() => {
    const own = current.current;
    shown.add(own);
    const bindings = Object.fromEntries(
      combination
        .split('|')
        .filter(Boolean)
        .map((keys) => [keys, (event: KeyboardEvent) => press(keys, event)]),
    );
    const stop = tinykeys(window, bindings, { ignore: () => false });
    return () => {
      stop();
      shown.delete(own);
    };

    function press(keys: string, event: KeyboardEvent): void {
      const hasModifier = keys.startsWith('$mod');
      if (!hasModifier && (!areSingleKeysOn() || isTyping(event) || isBehindDialog())) return;
      if (keys.length === 1 && isSecondOfSequence()) return;
      // After `g l` the library still waits for the second key of `g c`.
      if (keys.startsWith('g ') && !isSecondOfSequence()) return;
      event.preventDefault();
      current.current.find((shortcut) => shortcut.keys === keys)?.run();
    }
  }, [combination]);
}

/** `g c` goes to the customers; `c` alone would create something. */
let lastG = Number.NEGATIVE_INFINITY;
window.addEventListener('keydown', ({ key, timeStamp }) => {
  if (key === 'g') lastG = timeStamp;
  else
    setTimeout(() => {
      lastG = Number.NEGATIVE_INFINITY;
    });
});

function isSecondOfSequence(): boolean {
  return performance.now() - lastG < SEQUENCE_MS;
}

function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

function isBehindDialog(): boolean {
  return document.querySelector('.bp6-dialog, .hw-menu') !== null;
}
