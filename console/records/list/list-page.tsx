import { Button } from '@blueprintjs/core';
import { Add } from '@blueprintjs/icons';
import { type ReactNode, useRef } from 'react';
import { SearchInput } from '../../ui/inputs/search-input.tsx';
import { LANDING } from '../../ui/keyboard/focus.ts';
import { useShortcuts } from '../../ui/keyboard/shortcuts.ts';
import { Page } from '../../ui/layout/page.tsx';
import { Toolbar } from '../../ui/layout/toolbar.tsx';
import { NewRecordDialog } from '../edit/new-record-dialog.tsx';
import { isEditable, LoadedDrawer } from '../record/record-drawer.tsx';
import { type AnyRecord, isRemovable, type RecordKind, type RemovableKind } from '../record-kind.ts';
import { type ListAct, ListMenu } from './list-menu.tsx';
import type { DrawerTab, ListSearch } from './list-search.ts';
import { RemovedSelect } from './removed.tsx';

/** The open record, as its drawer takes it. */
export interface OpenRecord {
  id: string;
  tab: DrawerTab;
  canChange: boolean;
  onTab(tab: DrawerTab): void;
  onClose(): void;
}

/** How to add a record. */
export interface AddRecord {
  /** On the button, and as the dialog's title: `Add supplier`. */
  text: string;
  /** In the list of shortcuts; defaults to `Add a supplier`. */
  shortcut?: string;
  /** On the button of an empty list, if different. */
  firstText?: string;
  /** The path that creates one, or a dialog that does more. */
  how: string | ((onClose: () => void) => ReactNode);
}

export interface ListPageProps<Shown extends AnyRecord> {
  /** None where the list is a part of a page, such as the panel of a tab: the page around it has title and Add button. */
  title?: string;
  subtitle?: string;
  kind: RecordKind<Shown>;
  /** Plural noun, for sentences: `suppliers`. */
  plural: string;
  /** The URL parameter with the open record's id; without it each record has its own page. */
  param?: string;
  search: ListSearch;
  onSearch(change: Readonly<Record<string, unknown>>, how?: 'replace'): void;
  canChange: boolean;
  /** The list's call with its filters, for an export. */
  call: string;
  /** Whether the person may have the list as a file; true by default. */
  canExport?: boolean;
  /** Without it, none can be added by hand. */
  add?: AddRecord;
  /** Of the search box; defaults to `Search suppliers...`. */
  placeholder?: string;
  isSearchWide?: boolean;
  /** After the search box; defaults to the choice of removed records, for kinds that have them. */
  filters?: ReactNode;
  /** Between the title and the toolbar: totals. */
  above?: ReactNode;
  /** In the menu, besides views and export. */
  acts?: readonly ListAct[];
  /** After the filters: sorting, where the list has no column headers. */
  sorting?: ReactNode;
  /** At the end of the toolbar, beside the menu. */
  view?: ReactNode;
  /** Shows the open record; defaults to its fields and history. */
  drawer?(open: OpenRecord): ReactNode;
  children?: ReactNode;
}

/** What every list page has around its list: title, Add button, filters, shortcuts, menu, dialog, drawer. */
export function ListPage<Shown extends AnyRecord>(props: ListPageProps<Shown>) {
  const { title, subtitle, kind, plural, search, onSearch, canChange, call, add, view, drawer } = props;
  const { placeholder = `Search ${plural}...`, param = '', acts = [], canExport = true } = props;
  const box = useRef<HTMLInputElement>(null);
  const { filters = isRemovable(kind) && <Removed kind={kind} plural={plural} search={search} onSearch={onSearch} /> } =
    props;
  const openId = openIdOf(search, param);
  const addOne = () => onSearch({ new: true });

  useShortcuts([
    { keys: '/', label: `Search ${plural}`, run: () => box.current?.focus() },
    ...(canChange && add ? [{ keys: 'c', label: add.shortcut ?? `Add a ${kind.noun}`, run: addOne }] : []),
    ...(canChange && openId && isEditable(kind)
      ? [{ keys: 'e', label: `Edit the open ${kind.noun}`, run: () => onSearch({ tab: 'edit' }) }]
      : []),
  ]);

  const input = (
    <SearchInput
      ref={box}
      value={search.q ?? ''}
      placeholder={placeholder}
      onChange={(q) => onSearch({ q: q || undefined }, 'replace')}
    />
  );
  const menu = <ListMenu list={call} passing={[param, 'tab', 'new']} acts={acts} canExport={canExport} />;
  const end = view && (
    <>
      {view}
      {menu}
    </>
  );
  const toolbar = (
    <>
      {props.above}
      <Toolbar end={end}>
        {props.isSearchWide ? <div className="hw-search-wide">{input}</div> : input}
        {filters}
        {props.sorting}
        {!view && menu}
      </Toolbar>
    </>
  );
  const content = (
    <>
      {props.children}
      {search.new && canChange && add && (
        <NewRecord kind={kind} add={add} onClose={() => onSearch({ new: undefined })} />
      )}
      {openId && (drawer ?? defaultDrawer)(opened(openId))}
    </>
  );
  return (
    <Frame
      title={title}
      subtitle={subtitle}
      actions={canChange && add && <AddButton text={add.text} onClick={addOne} />}
      toolbar={toolbar}
    >
      {content}
    </Frame>
  );

  function opened(id: string): OpenRecord {
    return {
      id,
      canChange,
      tab: search.tab ?? 'details',
      onTab: (tab) => onSearch({ tab: tab === 'details' ? undefined : tab }),
      onClose: () => onSearch({ [param]: undefined, tab: undefined }),
    };
  }

  function defaultDrawer(open: OpenRecord) {
    return <LoadedDrawer key={open.id} kind={kind} {...open} />;
  }
}

interface FrameProps {
  title: string | undefined;
  subtitle: string | undefined;
  actions: ReactNode;
  toolbar: ReactNode;
  children: ReactNode;
}

/** Adds a record: the primary button beside the title. */
export function AddButton({ text, onClick }: { text: string; onClick(): void }) {
  return <Button {...LANDING} intent="primary" icon={<Add />} text={text} onClick={onClick} />;
}

/** The list's own page, or nothing where it is a part of one. */
function Frame({ title, ...page }: FrameProps) {
  if (title !== undefined) return <Page fill title={title} {...page} />;
  return (
    <>
      {page.toolbar}
      {page.children}
    </>
  );
}

interface RemovedProps<Shown extends AnyRecord> extends Pick<ListPageProps<Shown>, 'plural' | 'search' | 'onSearch'> {
  kind: RemovableKind<Shown>;
}

function Removed<Shown extends AnyRecord>({ kind, plural, search, onSearch }: RemovedProps<Shown>) {
  return (
    <RemovedSelect
      noun={plural}
      removal={kind.removal}
      isRemoved={search.removed === true}
      onChange={(removed) => onSearch({ removed })}
    />
  );
}

/** Id of the record that is open, according to the URL. */
export function openIdOf(search: ListSearch, param: string): string | undefined {
  return (search as Readonly<Record<string, string | undefined>>)[param];
}

interface NewRecordProps<Shown extends AnyRecord> {
  kind: RecordKind<Shown>;
  add: AddRecord;
  onClose(): void;
}

function NewRecord<Shown extends AnyRecord>({ kind, add: { text, how }, onClose }: NewRecordProps<Shown>) {
  if (typeof how === 'function') return how(onClose);
  return (
    <NewRecordDialog<Shown>
      title={text}
      submitText={text}
      kind={kind}
      path={how}
      saved={(record) => ({ title: 'Added', text: `${kind.titleOf(record)} has been added.` })}
      onClose={onClose}
    />
  );
}
