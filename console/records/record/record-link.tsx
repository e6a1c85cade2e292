import { type AnyRouter, Link, useMatch, useRouter } from '@tanstack/react-router';
import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
} from 'react';
import { useShortcuts } from '../../ui/keyboard/shortcuts.ts';
import { useOnSearch } from '../../ui/search.ts';

/** The URL parameter of the open record's tab, which a page with tabs of its own calls otherwise. */
export const TabParam = createContext('tab');

/** Where a record opens: beside its list, under this URL parameter; or on its own page. */
export type Opens = string | ((id: string) => string);

interface RecordLinkProps {
  id: string;
  opens: Opens;
  children: ReactNode;
}

/** CSS stretches it over the whole row or card: a click anywhere opens the record, a middle click in a new tab. */
export function RecordLink({ id, opens, children }: RecordLinkProps) {
  if (typeof opens === 'function')
    return (
      <PageLink id={id} opens={opens}>
        {children}
      </PageLink>
    );
  return (
    <OpenLink id={id} opens={opens} className="hw-record-link">
      {children}
    </OpenLink>
  );
}

interface PageLinkProps extends RecordLinkProps {
  opens(id: string): string;
}

/** A link to a record's own page; on return the list is as it was left. */
function PageLink({ id, opens, children }: PageLinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (left?.id !== id || left.list !== location.href) return;
    if (link.current) bringBack(link.current, left.top);
    left = undefined;
  }, [id]);
  const leave = () => {
    left = { list: location.href, id, top: link.current?.getBoundingClientRect().top ?? 0 };
  };
  return (
    <Link ref={link} to={opens(id)} className="hw-record-link" onClick={leave}>
      {children}
    </Link>
  );
}

/** The last record whose page was opened: from which list, and how far down the window its link was. */
let left: { list: string; id: string; top: number } | undefined;

const FRAMES = 10;

/**
 * Scrolls the link of the record just left back to where it was. The router restores pixels, which no longer fit: the
 * height of cards never yet in view is a guess, corrected only some frames after they are.
 */
function bringBack(link: HTMLElement, top: number, frames = FRAMES): void {
  if (frames === 0) return;
  requestAnimationFrame(() => {
    const frame = link.closest<HTMLElement>('.hw-grid-frame');
    // On a phone the whole page scrolls.
    const isScrolled = frame && getComputedStyle(frame).overflowY !== 'visible';
    const scroller = isScrolled ? frame : document.getElementById('content');
    scroller?.scrollBy({ top: link.getBoundingClientRect().top - top, behavior: 'instant' });
    bringBack(link, top, frames - 1);
  });
}

interface OpenLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> {
  id: string;
  /** The URL parameter for the id. */
  opens: string;
}

/**
 * A link that opens a record beside its list. The router's own link rebuilds its URL at every change of the page's URL,
 * which for a whole list costs more than the rest of the change; these share one.
 */
export function OpenLink({ id, opens, ...anchor }: OpenLinkProps) {
  const router = useRouter();
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  const search: object = useMatch({ strict: false, select: (match) => match.search });
  const onSearch = useOnSearch();
  const tab = useContext(TabParam);
  return (
    <a
      {...anchor}
      href={addressIn(router, pathname, search, opens, tab).replace(ID, encodeURIComponent(id))}
      onClick={(event) => {
        if (!isPlain(event)) return;
        event.preventDefault();
        onSearch({ [opens]: id, [tab]: undefined });
      }}
    />
  );
}

/** Placeholder for a record's id in a URL. */
const ID = 'record-id';

/** By the page's search object, which stays the same until it changes: the URLs of records. */
const addresses = new WeakMap<object, Map<string, string>>();

function addressIn(router: AnyRouter, pathname: string, search: object, opens: string, tab: string): string {
  const known = addresses.get(search) ?? new Map<string, string>();
  addresses.set(search, known);
  const key = `${pathname} ${opens}`;
  const address =
    known.get(key) ?? pathname + router.options.stringifySearch({ ...search, [opens]: ID, [tab]: undefined });
  known.set(key, address);
  return address;
}

/** A click meant for this tab. */
function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && !defaultPrevented;
}

/** J and K move through the rows or cards of a list; Enter opens the focused one, as its link would. */
export function useRowKeys<Frame extends HTMLElement>(): RefObject<Frame | null> {
  const frame = useRef<Frame>(null);
  useShortcuts([
    { keys: 'j', label: 'Next in the list', run: () => step(frame.current, 1) },
    { keys: 'k', label: 'Back in the list', run: () => step(frame.current, -1) },
  ]);
  return frame;
}

/** Starts from the focused one, else the open one, else the first one in view. */
function step(frame: HTMLElement | null, by: 1 | -1): void {
  if (!frame) return;
  const links = [...frame.querySelectorAll<HTMLElement>('.hw-record-link')];
  const focused = links.indexOf(document.activeElement as HTMLElement);
  const at = focused === -1 ? links.findIndex((link) => link.closest('[aria-current]')) : focused;
  const top = Math.max(0, frame.getBoundingClientRect().top);
  const next =
    at === -1
      ? Math.max(
          0,
          links.findIndex((link) => link.getBoundingClientRect().top >= top),
        )
      : Math.min(Math.max(at + by, 0), links.length - 1);
  links[next]?.focus();
}
