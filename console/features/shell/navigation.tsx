import { LogOut } from '@blueprintjs/icons';
import { Link } from '@tanstack/react-router';
import { type Account, signOut } from '../../entities/account/session.ts';
import { type ConsolePage, MAIN_PAGES, MORE_PAGES, PEOPLE_PAGES } from './pages.ts';

interface NavigationProps {
  account: Account;
  /** After a page was chosen: closes the slide-out menu. */
  onChoose?(): void;
}

/** Every page, in the order of the navigation; the one that is open is marked by its exact path. */
export function Navigation({ account, onChoose }: NavigationProps) {
  const people = PEOPLE_PAGES.filter((page) => !page.ownerOnly || account.role === 'owner');
  return (
    <nav className="hw-nav" aria-label="Pages">
      <ul>{MAIN_PAGES.map((page) => item(page, `nav-${page.label.toLowerCase()}`))}</ul>
      <h2>Business</h2>
      <ul>
        {MORE_PAGES.map((page) =>
          item(page, page.path === '/marketing-automation' ? 'nav-marketing-automation' : undefined),
        )}
      </ul>
      <h2>People</h2>
      <ul>
        {people.map((page) => item(page))}
        <li>
          <a
            className="hw-nav-item"
            href="/api/logout"
            onClick={(event) => {
              event.preventDefault();
              void signOut();
            }}
          >
            <LogOut size={16} /> Sign out
          </a>
        </li>
      </ul>
    </nav>
  );

  function item({ path, label, icon: Icon }: ConsolePage, testId?: string) {
    return (
      <li key={path}>
        <Link
          to={path}
          className="hw-nav-item"
          activeOptions={{ exact: true, includeSearch: false }}
          data-testid={testId}
          onClick={onChoose}
        >
          <Icon size={16} /> {label}
        </Link>
      </li>
    );
  }
}
