import { Button, Dialog, InputGroup } from '@blueprintjs/core';
import { Cross, Search } from '@blueprintjs/icons';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Account } from '../../entities/account/session.ts';
import { isComposing } from '../../ui/keyboard/keys.ts';
import { beganHere } from '../../ui/keyboard/pressed.ts';
import { Keys } from './keys.tsx';
import { type Item, useItems } from './palette-items.tsx';

interface CommandPaletteProps {
  account: Account;
  onClose(): void;
  openShortcuts(): void;
}

/**
 * One box to go to a page, add something, find a record, or act on the open one. Its code is loaded with the shell:
 * people press the keys and keep typing.
 */
export function CommandPalette({ account, onClose, openShortcuts }: CommandPaletteProps) {
  const [typed, setTyped] = useState('');
  // By id, not by position: results from the server may move it.
  const [selected, setSelected] = useState<string | null>(null);
  const [isAwaited, setAwaited] = useState(false);
  const listId = useId();
  const text = typed.trim();
  const { items, isSeeking, error } = useItems(account, text, openShortcuts);
  const current = Math.max(
    0,
    items.findIndex(({ id }) => id === selected),
  );
  const item = items[current];

  function choose(chosen: Item | undefined): void {
    if (!chosen) return;
    onClose();
    chosen.run();
  }

  function press(event: KeyboardEvent): void {
    const { length } = items;
    const step = { ArrowDown: 1, ArrowUp: length - 1 }[event.key];
    if (isComposing(event)) return;
    if (step !== undefined) setSelected(items[(current + step) % Math.max(1, length)]?.id ?? null);
    else if (event.key !== 'Enter') return;
    // The records listed belong to the previous text: wait for the new ones.
    else if (isSeeking && (!item || item.group === 'Records')) setAwaited(true);
    else if (!event.repeat) choose(item);
    event.preventDefault();
  }

  useEffect(() => {
    if (!isAwaited || isSeeking) return;
    setAwaited(false);
    // Neither a guess at what was meant, nor another record than the one that was selected.
    if (item?.group === 'Records' && (selected === null || selected === item.id)) choose(item);
  });

  return (
    <Dialog isOpen onClose={onClose} className="hw-palette" transitionDuration={0} aria-label="Find, go to or add">
      <InputGroup
        size="large"
        autoFocus
        leftIcon={<Search />}
        rightElement={<Button variant="minimal" icon={<Cross />} aria-label="Close" onClick={onClose} />}
        placeholder="Name, phone, street, page…"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setSelected(null);
          setAwaited(false);
        }}
        onKeyDown={press}
        role="combobox"
        aria-label="Find, go to or add"
        aria-autocomplete="list"
        aria-expanded={items.length > 0}
        aria-controls={listId}
        aria-activedescendant={item && `${listId}-${item.id}`}
      />
      <div className="hw-palette-list" id={listId} role="listbox" aria-label="Results">
        {grouped(items).map(({ group, heading, of }) => (
          <fieldset key={group} aria-label={heading}>
            <div className="hw-palette-group" aria-hidden="true">
              {heading}
            </div>
            {of.map((each) => (
              <Option
                key={each.id}
                id={`${listId}-${each.id}`}
                item={each}
                isSelected={each === item}
                onSelect={() => setSelected(each.id)}
                onChoose={() => choose(each)}
              />
            ))}
          </fieldset>
        ))}
      </div>
      <p className="hw-palette-none" role="status">
        {said(text, items.length, isSeeking, error)}
      </p>
    </Dialog>
  );
}

interface Group {
  group: Item['group'];
  heading: string;
  of: Item[];
}

/** Groups the lines, in the order of each group's first line. */
function grouped(items: readonly Item[]): Group[] {
  const groups = new Map<Item['group'], Group>();
  for (const item of items) {
    const { group, heading = group } = item;
    const known = groups.get(group);
    if (known) known.of.push(item);
    else groups.set(group, { group, heading, of: [item] });
  }
  return [...groups.values()];
}

function said(text: string, count: number, isSeeking: boolean, error: Error | null): string {
  if (error) return `Customers, leads and the rest could not be searched. ${error.message}`;
  if (count > 0) return '';
  return isSeeking ? 'Searching…' : `Nothing found for “${text}”.`;
}

interface OptionProps {
  id: string;
  item: Item;
  isSelected: boolean;
  onSelect(): void;
  onChoose(): void;
}

function Option({ id, item: { icon, title, detail, keys }, isSelected, onSelect, onChoose }: OptionProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSelected) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's
    <div
      ref={line}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      className="hw-palette-item"
      onClick={(event) => beganHere(event) && onChoose()}
      // Not when the list moves under a mouse that rests there.
      onMouseMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && onSelect()}
    >
      {icon} <span className="hw-palette-title">{title}</span> {detail && <small>{detail}</small>}{' '}
      {keys && <Keys of={keys} />}
    </div>
  );
}
