import { Dialog, DialogBody, Switch } from '@blueprintjs/core';
import { useState } from 'react';
import { activeShortcuts, areSingleKeysOn, switchSingleKeys } from '../../ui/keyboard/shortcuts.ts';
import { useStored } from '../../ui/use-stored.ts';
import { Keys } from './keys.tsx';

/** Every shortcut that works on the current page. */
export function ShortcutList({ onClose }: { onClose(): void }) {
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
              <dd>
                <Keys of={keys} />
              </dd>
            </div>
          ))}
        </dl>
      </DialogBody>
    </Dialog>
  );
}
