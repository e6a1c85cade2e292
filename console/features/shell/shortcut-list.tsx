import { Dialog, DialogBody, Switch } from '@blueprintjs/core';
import { useState } from 'react';
import { activeShortcuts, areSingleKeysOn, switchSingleKeys } from '../../ui/shortcuts.ts';
import { useStored } from '../../ui/use-stored.ts';

/** Every shortcut that works on the page that is open. */
export default function ShortcutList({ onClose }: { onClose(): void }) {
  const isOn = useStored(areSingleKeysOn);
  const [shortcuts] = useState(activeShortcuts);
  return (
    <Dialog isOpen onClose={onClose} title="Keyboard shortcuts">
      <DialogBody>
        <Switch
          checked={isOn}
          label="Single-key shortcuts"
          onChange={(event) => switchSingleKeys(event.target.checked)}
        />
        <dl className="hw-shortcuts">
          {shortcuts.map(({ keys, label }) => (
            <div key={keys}>
              <dt>{label}</dt>
              <dd>{inWords(keys)}</dd>
            </div>
          ))}
        </dl>
      </DialogBody>
    </Dialog>
  );
}

const isMac = navigator.platform.startsWith('Mac');

function inWords(keys: string) {
  const presses = keys
    .replace('$mod+', isMac ? '⌘ ' : 'Ctrl ')
    .replace('Shift+', '')
    .split(' ');
  return presses.map((press) => <kbd key={press}>{press.length === 1 ? press.toUpperCase() : press}</kbd>);
}
