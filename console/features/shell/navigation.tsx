import { Button, Tooltip } from '@blueprintjs/core';
import { DoubleChevronLeft, DoubleChevronRight, LogOut } from '@blueprintjs/icons';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { type Account, signOut } from '../../entities/account/session.ts';
import { type ConsolePage, NAVIGATION, opens } from '../../entities/pages.ts';
import { readStored, useStored, writeStored } from '../../ui/use-stored.ts';

interface NavigationProps {
  account: Account;
  /** Icons only, with names on hover and focus. */
  isSlim?: boolean;
  /** Called after a page was chosen, to close the slide-out menu. */
  onChoose?(): void;
}

/** Every page, in navigation order; the open one is marked by its exact path. */
export function Navigation({ account, isSlim = false, onChoose }: NavigationProps) {
  return (
    <nav className={isSlim ? 'hw-nav hw-nav-slim' : 'hw-nav'} aria-label="Pages">
      {NAVIGATION.map(({ heading, pages }, index) => (
        <Fragment key={heading ?? ''}>
          {heading && <h2 className={isSlim ? 'hw-visually-hidden' : undefined}>{heading}</h2>}
          <ul>
            {pages
              .filter((page) => opens(account.role, page))
              .map((page) => (
                <Item key={page.path} page={page} isSlim={isSlim} onChoose={onChoose} />
              ))}
            {index === NAVIGATION.length - 1 && (
              <li>
                <Named name="Sign out" isSlim={isSlim}>
                  <a
                    className="hw-nav-item"
                    href="/api/logout"
                    onClick={(event) => {
                      event.preventDefault();
                      void signOut();
                    }}
                  >
                    <LogOut size={16} /> <span className={nameClass(isSlim)}>Sign out</span>
                  </a>
                </Named>
              </li>
            )}
          </ul>
        </Fragment>
      ))}
    </nav>
  );
}

/** Only for screen readers if just the icon shows. */
function nameClass(isSlim: boolean): string {
  return isSlim ? 'hw-visually-hidden' : 'hw-nav-name';
}

interface ItemProps {
  page: ConsolePage;
  isSlim: boolean;
  onChoose: (() => void) | undefined;
}

function Item({ page: { path, label, note, testId, icon: Icon, isPublic }, isSlim, onChoose }: ItemProps) {
  if (isPublic) {
    return (
      <li>
        <Named name={label} isSlim={isSlim}>
          <a className="hw-nav-item" href={path}>
            <Icon size={16} /> <span className={nameClass(isSlim)}>{label}</span>
          </a>
        </Named>
      </li>
    );
  }
  const name = [label, note].filter(Boolean).join(' · ');
  return (
    <li>
      <Named name={name} isSlim={isSlim}>
        <Link
          to={path}
          className="hw-nav-item"
          activeOptions={{ exact: true, includeSearch: false }}
          data-testid={testId}
          onClick={onChoose}
        >
          <Icon size={16} />{' '}
          <span className={nameClass(isSlim)}>
            {label}
            {note && <small> {note}</small>}
          </span>
        </Link>
      </Named>
    </li>
  );
}

/** With a tooltip of its name if just the icon shows. */
function Named({ name, isSlim, children }: { name: string; isSlim: boolean; children: ReactNode }) {
  return isSlim ? (
    <Tooltip content={name} placement="right" compact className="hw-nav-tip">
      {children}
    </Tooltip>
  ) : (
    children
  );
}

const SLIM = 'heartwood.slim-navigation';

function isNavigationSlim(): boolean {
  return readStored(SLIM) !== null;
}

/** The navigation beside the page, wide or, if set so in this browser, only icons. */
export function Sidebar({ account, brand }: { account: Account; brand: ReactNode }) {
  const isSlim = useStored(isNavigationSlim);
  return (
    <aside className={isSlim ? 'hw-sidebar hw-sidebar-slim' : 'hw-sidebar'}>
      {brand}
      <Navigation account={account} isSlim={isSlim} />
      <Button
        className="hw-fold"
        variant="minimal"
        icon={isSlim ? <DoubleChevronRight /> : <DoubleChevronLeft />}
        text={isSlim ? undefined : 'Collapse'}
        aria-label={isSlim ? 'Expand the navigation' : 'Collapse the navigation'}
        onClick={() => writeStored(SLIM, isSlim ? null : 'yes')}
      />
    </aside>
  );
}
