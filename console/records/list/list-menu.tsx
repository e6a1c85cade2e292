import { Button, Dialog, DialogBody, FormGroup, InputGroup, Menu, MenuDivider, MenuItem } from '@blueprintjs/core';
import { Add, Bookmark, Comparison, Cross, Download, More } from '@blueprintjs/icons';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useContext, useState } from 'react';
import { shownMoment } from '../../data/as-of.ts';
import { ActionBar } from '../../ui/layout/action-bar.tsx';
import { Popover } from '../../ui/layout/popover.tsx';
import { showToast } from '../../ui/status/toaster.tsx';
import { WholeHistory } from '../record/whole-history.ts';

/** An act on a whole list. */
export interface ListAct {
  text: string;
  run(): void;
}

interface ListMenuProps {
  /** The list's call with its current filters. */
  list: string;
  /** URL parameters that are not part of a view: the open record, a dialog. */
  passing: readonly string[];
  /** Above the views. */
  acts?: readonly ListAct[];
  canExport?: boolean;
  /** Whether two moments of it can be compared; true by default. */
  canCompare?: boolean;
  /** The files that its call makes, each by its format, with the words for it. */
  formats?: Readonly<Record<string, string>>;
}

const CSV = { csv: 'Export as CSV' };

/** Acts on a whole list: export it, and save its filters and sorting as a named view. */
export function ListMenu(props: ListMenuProps) {
  const { list, passing, acts = [], canExport = true, canCompare = true, formats = CSV } = props;
  const seesHistory = useContext(WholeHistory);
  const { pathname, searchStr } = useLocation();
  const navigate = useNavigate();
  const [isNaming, setNaming] = useState(false);
  const [views, setViews] = useState(() => readViews(pathname));
  const current = withoutPassing(searchStr, passing);

  function keep(next: SavedView[]): void {
    writeViews(pathname, next);
    setViews(next);
  }

  const menu = (
    <Menu>
      {acts.map(({ text, run }) => (
        <MenuItem key={text} text={text} onClick={run} />
      ))}
      <MenuDivider title="Views" />
      {views.map((view) => (
        <MenuItem
          key={view.name}
          icon={<Bookmark />}
          text={view.name}
          active={view.search === current}
          onClick={() => void navigate({ href: pathname + view.search })}
        />
      ))}
      <MenuItem icon={<Add />} text="Save this view…" onClick={() => setNaming(true)} />
      {views.length > 0 && (
        <MenuItem icon={<Cross />} text="Delete a view">
          {views.map(({ name }) => (
            <MenuItem key={name} text={name} onClick={() => keep(views.filter((view) => view.name !== name))} />
          ))}
        </MenuItem>
      )}
      {canCompare && seesHistory && (
        <>
          <MenuDivider />
          <MenuItem
            icon={<Comparison />}
            text={shownMoment === null ? 'Compare two moments' : 'Compare with today'}
            onClick={() => void navigate({ to: '/compare', search: comparedSince(list) })}
          />
        </>
      )}
      {canExport && (
        <>
          <MenuDivider />
          {Object.entries(formats).map(([format, text]) => (
            <MenuItem
              key={format}
              icon={<Download />}
              text={text}
              href={`${list}${list.includes('?') ? '&' : '?'}format=${format}`}
            />
          ))}
        </>
      )}
    </Menu>
  );
  return (
    <>
      <Popover content={menu} className="hw-list-menu">
        <Button variant="minimal" icon={<More />} aria-label="Views and export" title="Views and export" />
      </Popover>
      {isNaming && (
        <NameDialog
          onClose={() => setNaming(false)}
          onName={(name) => {
            keep([...views.filter((view) => view.name !== name), { name, search: current }]);
            setNaming(false);
            void showToast({
              title: 'View saved',
              text: `“${name}” is in this menu. Copy the page’s address to share it.`,
            });
          }}
        />
      )}
    </>
  );
}

/** The page that compares a list: with now, where it is shown as of an earlier moment. */
function comparedSince(path: string) {
  return shownMoment === null ? { path } : { path, from: shownMoment, to: new Date().toISOString() };
}

function NameDialog({ onClose, onName }: { onClose(): void; onName(name: string): void }) {
  const [name, setName] = useState('');
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (name.trim() !== '') onName(name.trim());
  }
  return (
    <Dialog isOpen onClose={onClose} title="Save this view">
      <DialogBody>
        <form onSubmit={submit}>
          <FormGroup label="Name" labelFor="view-name">
            <InputGroup id="view-name" autoFocus value={name} maxLength={60} onValueChange={setName} />
          </FormGroup>
          <ActionBar>
            <Button text="Cancel" onClick={onClose} />
            <Button type="submit" intent="primary" text="Save" disabled={name.trim() === ''} />
          </ActionBar>
        </form>
      </DialogBody>
    </Dialog>
  );
}

function withoutPassing(searchStr: string, passing: readonly string[]): string {
  const search = new URLSearchParams(searchStr);
  for (const name of passing) search.delete(name);
  search.sort();
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** A list's filters and sorting under a name: a view is a URL. */
interface SavedView {
  name: string;
  /** The URL from `?` on, '' for none. */
  search: string;
}

const PREFIX = 'heartwood.views';

/** The views saved for a page in this browser. */
function readViews(path: string): SavedView[] {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + path) ?? '[]') as SavedView[];
  } catch {
    return [];
  }
}

function writeViews(path: string, views: readonly SavedView[]): void {
  try {
    localStorage.setItem(PREFIX + path, JSON.stringify(views));
  } catch {
    // Storage is full or turned off: the URL itself can still be bookmarked.
  }
}
