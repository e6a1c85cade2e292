import { Dialog, InputGroup } from '@blueprintjs/core';
import { Add, Search } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useDeferredValue, useId, useState } from 'react';
import type { Account } from '../../entities/account/session.ts';
import { addressOf } from '../../entities/addresses.ts';
import { findRecordsQuery } from './find-records.ts';
import { MAIN_PAGES, MORE_PAGES, PEOPLE_PAGES } from './pages.ts';

interface Item {
  id: string;
  group: 'Create' | 'Go to' | 'Records';
  title: string;
  detail?: string | undefined;
  icon?: ReactNode;
  run(): void;
}

/** What can be made from anywhere; a page opens its dialog at `?new=true`. */
const CREATE: readonly {
  id: string;
  title: string;
  detail: string;
  path: '/leads' | '/customers' | '/users';
  roles: readonly string[];
}[] = [
  { id: 'new-lead', title: 'New lead', detail: 'C on Leads', path: '/leads', roles: ['owner', 'staff'] },
  {
    id: 'new-customer',
    title: 'New customer',
    detail: 'C on Customers',
    path: '/customers',
    roles: ['owner', 'staff'],
  },
  { id: 'new-user', title: 'New user', detail: 'C on Users', path: '/users', roles: ['owner'] },
];

/**
 * One box to go to a page, create something, or find a record. It is loaded with the shell: who
 * presses the keys types on at once.
 */
export function CommandPalette({ account, onClose }: { account: Account; onClose(): void }) {
  const [text, setText] = useState('');
  const [selected, setSelected] = useState(0);
  const listId = useId();
  const items = useItems(account, text.trim());
  const current = Math.min(selected, Math.max(0, items.length - 1));

  function choose(item: Item | undefined): void {
    if (!item) return;
    onClose();
    item.run();
  }

  function press(event: KeyboardEvent): void {
    if (event.key === 'Enter') choose(items[current]);
    else if (event.key === 'ArrowDown') setSelected((current + 1) % Math.max(1, items.length));
    else if (event.key === 'ArrowUp') setSelected((current - 1 + items.length) % Math.max(1, items.length));
    else return;
    event.preventDefault();
  }

  return (
    <Dialog isOpen onClose={onClose} className="hw-palette" transitionDuration={0} aria-label="Find, go to or create">
      <InputGroup
        size="large"
        autoFocus
        leftIcon={<Search />}
        placeholder="Find a lead or a customer, go to a page, create…"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setSelected(0);
        }}
        onKeyDown={press}
        role="combobox"
        aria-label="Find, go to or create"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={items[current] && `${listId}-${items[current].id}`}
      />
      <div className="hw-palette-list" id={listId} role="listbox" aria-label="Results">
        {items.map((item, index) => (
          <div key={item.id}>
            {item.group !== items[index - 1]?.group && (
              <div className="hw-palette-group" role="presentation">
                {item.group}
              </div>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's */}
            <div
              id={`${listId}-${item.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              className="hw-palette-item"
              onClick={() => choose(item)}
              onMouseMove={() => setSelected(index)}
            >
              {item.icon} <span>{item.title}</span> {item.detail && <small>{item.detail}</small>}
            </div>
          </div>
        ))}
        {items.length === 0 && <p className="hw-palette-none">Nothing found for “{text.trim()}”.</p>}
      </div>
    </Dialog>
  );
}

function useItems(account: Account, text: string): Item[] {
  const navigate = useNavigate();
  const wanted = useDeferredValue(text);
  const found = useQuery(findRecordsQuery(wanted));
  const words = text.toLowerCase().split(/\s+/);
  const matches = (title: string) => words.every((word) => title.toLowerCase().includes(word));

  const pages = [...MAIN_PAGES, ...MORE_PAGES, ...PEOPLE_PAGES]
    .filter((page) => !page.ownerOnly || account.role === 'owner')
    .map(({ path, label, key, icon: Icon }): Item => {
      const detail = key && `G ${key.toUpperCase()}`;
      return {
        id: path,
        group: 'Go to',
        title: label,
        detail,
        icon: <Icon size={16} />,
        run: () => void navigate({ to: path }),
      };
    });
  const create = CREATE.filter(({ roles }) => roles.includes(account.role)).map(({ id, title, detail, path }): Item => {
    return {
      id,
      group: 'Create',
      title,
      detail,
      icon: <Add />,
      run: () => void navigate({ to: path, search: { new: true } }),
    };
  });
  const records = (text.length < 2 ? [] : (found.data ?? [])).map(({ category, id, title, detail }): Item => {
    const address = addressOf(category, id);
    return { id, group: 'Records', title, detail, run: () => address && void navigate(address) };
  });
  return [...records, ...[...create, ...pages].filter(({ title }) => matches(title))];
}
