import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core';
import { CaretDown, Desktop, Flash, Key, KeyCommand, LogOut, Moon, User } from '@blueprintjs/icons';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { dropAllDrafts } from '../../data/drafts.ts';
import { type Account, nameOf } from '../../data/session.ts';
import { chooseTheme, type ThemeChoice, themeChoice } from '../../ui/theme.ts';

const THEMES: readonly { choice: ThemeChoice; text: string; icon: React.JSX.Element }[] = [
  { choice: 'system', text: 'Like the system', icon: <Desktop /> },
  { choice: 'light', text: 'Light', icon: <Flash /> },
  { choice: 'dark', text: 'Dark', icon: <Moon /> },
];

export function AccountMenu({ account, openShortcuts }: { account: Account; openShortcuts(): void }) {
  const navigate = useNavigate();
  const [theme, setTheme] = useState(themeChoice);
  const name = nameOf(account);
  const menu = (
    <Menu>
      <MenuDivider title={`${name} · ${account.role}`} />
      <MenuItem icon={<Key />} text="Your account" onClick={() => void navigate({ to: '/account' })} />
      <MenuItem icon={<KeyCommand />} text="Keyboard shortcuts" label="?" onClick={openShortcuts} />
      <MenuDivider title="Appearance" />
      {THEMES.map(({ choice, text, icon }) => (
        <MenuItem
          key={choice}
          icon={icon}
          text={text}
          roleStructure="listoption"
          selected={theme === choice}
          onClick={() => {
            chooseTheme(choice);
            setTheme(choice);
          }}
        />
      ))}
      <MenuDivider />
      <MenuItem icon={<LogOut />} text="Sign out" href="/api/logout" onClick={dropAllDrafts} />
    </Menu>
  );
  return (
    <PopoverNext content={menu} placement="bottom-end" arrow={false}>
      <Button
        variant="minimal"
        icon={<User />}
        endIcon={<CaretDown />}
        text={<span className="hw-bar-name">{name}</span>}
        aria-label={`Account of ${name}`}
      />
    </PopoverNext>
  );
}
