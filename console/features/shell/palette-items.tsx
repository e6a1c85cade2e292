import { Add, ArrowRight, Desktop, Download, Flash, KeyCommand, Lightbulb, LogOut, Moon } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useState } from 'react';
import type { SearchHit } from '../../../api/search/schema.ts';
import { may } from '../../../domain/user/terms.ts';
import { read } from '../../data/query-client.ts';
import { recentRecords } from '../../data/recents.ts';
import { type Account, signOut } from '../../entities/account/session.ts';
import { addressOf, recordAt } from '../../entities/addresses.ts';
import { customerKind } from '../../entities/customer/customer-kind.ts';
import { KINDS } from '../../entities/kinds.ts';
import { leadKind } from '../../entities/lead/lead-kind.ts';
import { ADDS, type ConsolePage, DOWNLOADS, namedPagesFor, opens } from '../../entities/pages.ts';
import { personKind } from '../../entities/person/person-kind.ts';
import { recordActs } from '../../records/acts/record-acts.ts';
import { contactsOf } from '../../records/record/record-details.tsx';
import type { AnyRecord, RecordKind } from '../../records/record-kind.ts';
import { looseMatch } from '../../ui/inputs/loose-match.ts';
import { chooseTheme, THEMES, type ThemeChoice, themeChoice } from '../../ui/theme.ts';
import { followLink } from '../../ui/values/contact-links.ts';
import { findRecordsQuery, knownRecordsQuery, SHORTEST_SEARCH } from './find-records.ts';

/** A line of the command palette. */
export interface Item {
  /** Without spaces: it is also an element's id. */
  id: string;
  group: 'This record' | 'Recent' | 'Add' | 'Go to' | 'More' | 'Records' | 'First of them' | 'Did you mean' | 'Ask';
  /** The heading of the group, if not its name. */
  heading?: string;
  title: string;
  detail?: string | undefined;
  /** Shortcut keys, such as `g l`. */
  keys?: string | undefined;
  icon?: ReactNode;
  /** Synonyms. */
  also?: string;
  run(): void;
}

interface Found {
  items: readonly Item[];
  /** Still searching: the records listed belong to the previous text. */
  isSeeking: boolean;
  /** Why the search failed. */
  error: Error | null;
}

/**
 * What the palette offers for a text. Matching pages and acts come first and are there at once, so that nothing moves
 * while somebody keeps typing; then the server's records; then possible meanings.
 */
export function useItems(account: Account, text: string, openShortcuts: () => void): Found {
  const toItem = useRecordItem();
  const fixed = useFixedItems(account, openShortcuts);
  const here = useLocation({ select: ({ pathname, search }) => recordAt(pathname, search)?.id });
  const [opened] = useState(() => recentRecords(account.id).filter((record) => !record.endsWith(`/${here}`)));
  const recent = useQuery(knownRecordsQuery(opened)).data ?? [];
  const wanted = useDeferredValue(text);
  const found = useQuery(findRecordsQuery(wanted));

  const contacts = useContactItems(found.data?.[0]);
  const asks = useAskItem(account, text);

  if (text === '') {
    const recents = recent.flatMap((hit) => toItem(hit, 'Recent'));
    return { items: inGroups([...fixed, ...recents]), isSeeking: false, error: null };
  }
  const isSearched = text.length >= SHORTEST_SEARCH;
  const isSeeking = isSearched && (wanted !== text || found.isPending || found.isPlaceholderData);
  const records = isSearched ? (found.data ?? []).flatMap((hit) => toItem(hit, 'Records')) : [];
  const { named, meant } = matching(text, fixed);
  return {
    items: [...asks, ...named, ...records, ...(isSeeking ? [] : [...contacts, ...meant])],
    isSeeking,
    error: isSearched && !isSeeking ? found.error : null,
  };
}

const ORDER: readonly Item['group'][] = ['This record', 'Recent', 'Add', 'Go to', 'More'];

function inGroups(items: readonly Item[]): Item[] {
  return ORDER.flatMap((group) => items.filter((item) => item.group === group));
}

/** What the text matches, best group first, and what it may have meant. */
function matching(text: string, items: readonly Item[]): { named: Item[]; meant: Item[] } {
  const matches = items.map((item) => ({ item, match: looseMatch(text, item.title, item.also) }));
  const best = (group: Item['group']) =>
    Math.min(...matches.map(({ item, match }) => (item.group === group ? (match ?? 2) : 2)));
  const named = matches
    .filter(({ match }) => match === 0 || match === 1)
    .sort(
      (a, b) =>
        best(a.item.group) - best(b.item.group) ||
        ORDER.indexOf(a.item.group) - ORDER.indexOf(b.item.group) ||
        (a.match ?? 2) - (b.match ?? 2),
    );
  // Pages before their acts: the same word can match both.
  const isPage = ({ item }: (typeof matches)[number]) => (item.group === 'Go to' ? 0 : 1);
  const meant = matches.filter(({ match }) => match === 2).sort((a, b) => isPage(a) - isPage(b));
  return {
    named: named.map(({ item }) => item),
    meant: meant.map(({ item }) => ({ ...item, group: 'Did you mean' })),
  };
}

/** A record as a line; none for a kind without a page. */
function useRecordItem(): (hit: SearchHit, group: Item['group']) => Item[] {
  const navigate = useNavigate();
  return ({ category, id, title, detail }, group) => {
    const address = addressOf(category, id);
    const kind = KINDS[category];
    if (!address || !kind) return [];
    const { noun, icon: KindIcon } = kind;
    return [
      {
        id: `${group}-${category}-${id}`,
        group,
        title: title ?? `Unnamed ${noun.toLowerCase()}`,
        detail: [noun, detail].filter(Boolean).join(' · '),
        icon: <KindIcon size={16} />,
        run: () => void navigate(address),
      },
    ];
  };
}

/** What begins or ends so is a question, which the AI Dashboard answers. */
const QUESTION = /^(?:who|which|what|how) .{3}|.{3}\?$/i;

function useAskItem(account: Account, text: string): Item[] {
  const navigate = useNavigate();
  if (!QUESTION.test(text) || !may(account.role, 'insights:read')) return [];
  const run = () => void navigate({ to: '/ai-dashboard', search: { ask: text } });
  return [{ id: 'ask', group: 'Ask', title: `Ask: ${text}`, icon: <Lightbulb size={16} />, run }];
}

/** How to reach the person of the first record found; they come after all records, as they load later. */
function useContactItems(hit: SearchHit | undefined): Item[] {
  const kind = hit && REACHED[hit.category];
  const { id = '' } = hit ?? {};
  const { data: record } = useQuery({
    queryKey: [hit?.category, id],
    enabled: kind !== undefined,
    meta: { collections: kind?.collections ?? [], id },
    queryFn: (context) => read<AnyRecord>(kind?.path(id) ?? '', context),
  });
  if (!kind || !record) return [];
  return contactsOf(kind, record).map(({ text, href, icon: ContactIcon, whom }) => ({
    id: `contact-${text}`,
    group: 'First of them',
    heading: kind.titleOf(record),
    title: text,
    detail: whom,
    icon: <ContactIcon size={16} />,
    run: () => followLink(href),
  }));
}

/** The kinds of record about a person, by category. */
const REACHED = Object.fromEntries(
  [leadKind, customerKind, personKind].map((kind) => [kind.category, kind as RecordKind]),
) as Readonly<Record<string, RecordKind | undefined>>;

const THEME_ICONS: Readonly<Record<ThemeChoice, ReactNode>> = {
  system: <Desktop />,
  light: <Flash />,
  dark: <Moon />,
};

/** What needs no server: acts on the open record, what can be added, pages, and the rest. */
function useFixedItems(account: Account, openShortcuts: () => void): Item[] {
  const navigate = useNavigate();
  const [acts] = useState(recordActs);
  const isOffered = (page: Pick<ConsolePage, 'needs' | 'own'>) => opens(account.role, page);
  return [
    ...acts.map(({ text, title, run }): Item => {
      const act = { id: `act-${text.replaceAll(' ', '-')}`, group: 'This record', title: text } as const;
      return { ...act, heading: title, icon: <ArrowRight />, run };
    }),
    ...ADDS.filter(isOffered).map(({ title, path, tab }): Item => {
      const run = () => void navigate({ to: path, search: { tab, new: true } });
      return { id: `add-${title.replaceAll(' ', '-')}`, group: 'Add', title, also: 'new create', icon: <Add />, run };
    }),
    ...DOWNLOADS.filter(isOffered).map(({ title, href }): Item => {
      const run = () => location.assign(href);
      return { id: `download-${href}`, group: 'More', title, also: 'download reports', icon: <Download />, run };
    }),
    ...namedPagesFor(account.role).map(({ path, label, note, also, key, isPublic, icon: Icon }): Item => {
      const page = {
        id: `page-${path}`,
        group: 'Go to',
        title: label,
        detail: note,
        also: `${note ?? ''} ${also ?? ''}`,
      } as const;
      const run = () => (isPublic ? location.assign(path) : void navigate({ to: path }));
      return { ...page, keys: key && `g ${key}`, icon: <Icon size={16} />, run };
    }),
    {
      id: 'shortcuts',
      group: 'More',
      title: 'Keyboard shortcuts',
      keys: '?',
      also: 'help',
      icon: <KeyCommand />,
      run: openShortcuts,
    },
    ...THEMES.map(({ choice, text }): Item => {
      const theme = { id: `theme-${choice}`, group: 'More', title: `Theme: ${text}`, also: 'appearance mode' } as const;
      const detail = choice === themeChoice() ? 'As it is now' : undefined;
      return { ...theme, detail, icon: THEME_ICONS[choice], run: () => chooseTheme(choice) };
    }),
    {
      id: 'sign-out',
      group: 'More',
      title: 'Sign out',
      also: 'log logout exit',
      icon: <LogOut />,
      run: () => void signOut(),
    },
  ];
}
