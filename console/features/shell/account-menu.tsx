import { Button, Menu, MenuDivider, MenuItem } from '@blueprintjs/core';
import { CaretDown, Desktop, Flash, Key, KeyCommand, LogOut, Moon, Tick, User } from '@blueprintjs/icons';
import { useNavigate } from '@tanstack/react-router';
import { type Account, nameOf, signOut } from '../../entities/account/session.ts';
import { Popover } from '../../ui/layout/popover.tsx';
import { chooseTheme, THEMES, type ThemeChoice, themeChoice } from '../../ui/theme.ts';
import { useStored } from '../../ui/use-stored.ts';

const THEME_ICONS: Readonly<Record<ThemeChoice, React.JSX.Element>> = {
  system: <Desktop />,
  light: <Flash />,
  dark: <Moon />,
};

export function AccountMenu({ account, openShortcuts }: { account: Account; openShortcuts(): void }) {
  const navigate = useNavigate();
  const theme = useStored(themeChoice);
  const name = nameOf(account);
  const menu = (
    <Menu>
      <MenuDivider title={`${name} · ${account.role}`} />
      <MenuItem icon={<Key />} text="Your account" onClick={() => void navigate({ to: '/account' })} />
      <MenuItem icon={<KeyCommand />} text="Keyboard shortcuts" label="?" onClick={openShortcuts} />
      <MenuDivider title="Appearance" />
      {THEMES.map(({ choice, text }) => (
        <MenuItem
          key={choice}
          icon={THEME_ICONS[choice]}
          text={text}
          role="menuitemradio"
          aria-checked={theme === choice}
          labelElement={theme === choice && <Tick />}
          onClick={() => chooseTheme(choice)}
        />
      ))}
      <MenuDivider />
      <MenuItem icon={<LogOut />} text="Sign out" onClick={() => void signOut()} />
    </Menu>
  );
  return (
    <Popover content={menu}>
      <Button
        variant="minimal"
        icon={<User />}
        endIcon={<CaretDown />}
        text={<span className="hw-bar-name">{name}</span>}
        aria-label={`Account of ${name}`}
      />
    </Popover>
  );
}
