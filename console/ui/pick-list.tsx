import { Checkbox, InputGroup } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { type ReactNode, useState } from 'react';

/** One that can be picked. */
export interface Pickable {
  id: string;
  label: string;
  /** At the end of its line, muted. */
  note?: ReactNode;
}

interface PickListProps {
  id: string;
  label: string;
  items: readonly Pickable[];
  /** What the list says without any item. */
  none: ReactNode;
  picked: readonly string[];
  describedBy: string | undefined;
  onPick(picked: string[]): void;
}

/** A list this long or longer has a search box. */
const SEARCHED_FROM = 8;

/** A list to pick any number from. */
export function PickList({ id, label, items, none, picked, describedBy, onPick }: PickListProps) {
  const [text, setText] = useState('');
  const found = items.filter((item) => item.label.toLowerCase().includes(text.trim().toLowerCase()));
  const toggle = (item: Pickable) =>
    onPick(picked.includes(item.id) ? picked.filter((each) => each !== item.id) : [...picked, item.id]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset inside the form's group would name it twice
    <div role="group" id={id} aria-label={label} aria-describedby={describedBy} className="hw-pick-list">
      {items.length >= SEARCHED_FROM && (
        <InputGroup
          type="search"
          leftIcon={<Search />}
          aria-label={`Search: ${label}`}
          placeholder="Search by name..."
          value={text}
          onValueChange={setText}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <ul>
        {found.map((item) => (
          <li key={item.id}>
            <Checkbox checked={picked.includes(item.id)} onChange={() => toggle(item)}>
              <span className="hw-pick-label">{item.label}</span> <span className="hw-pick-note">{item.note}</span>
            </Checkbox>
          </li>
        ))}
        {found.length === 0 && <li className="hw-muted">{items.length === 0 ? none : 'Nobody and nothing found.'}</li>}
      </ul>
    </div>
  );
}
