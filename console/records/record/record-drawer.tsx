import { Button, Tab, Tabs, Tag } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { isNotFound } from '../../data/api.ts';
import { read } from '../../data/query-client.ts';
import { useNewest } from '../../data/told.ts';
import { LANDING } from '../../ui/keyboard/focus.ts';
import { ActionBar } from '../../ui/layout/action-bar.tsx';
import { SidePanel } from '../../ui/layout/side-panel.tsx';
import { useIsSmall } from '../../ui/layout/use-media.ts';
import { Failure, Nothing, Skeleton, SkeletonText } from '../../ui/status/data-area.tsx';
import type { Toast } from '../../ui/status/toaster.tsx';
import { useRecordActs } from '../acts/record-acts.ts';
import { RecordEdit } from '../edit/record-edit.tsx';
import type { DrawerTab } from '../list/list-search.ts';
import { RemoveButton, RemovedMeanwhile, RestoreButton, useForgetErased } from '../list/removed.tsx';
import { type AnyRecord, isRemovable, type RecordKind } from '../record-kind.ts';
import { RecordContacts, RecordDetails } from './record-details.tsx';
import { RecordHistory, useRestore } from './record-history.tsx';

/** Loading state of the record. */
export interface RecordLoading {
  isPending: boolean;
  error: Error | null;
  refetch(): unknown;
}

interface AlsoTab {
  id: DrawerTab;
  title: string;
  panel: ReactNode;
}

interface RecordDrawerProps<Shown extends AnyRecord> {
  kind: RecordKind<Shown>;
  id: string;
  /** Undefined if there is none (an old link), and until it is loaded. */
  record: Shown | undefined;
  loading?: RecordLoading;
  tab: DrawerTab;
  onTab(tab: DrawerTab): void;
  onClose(): void;
  canChange: boolean;
  /** Buttons next to Edit. */
  actions?: ReactNode;
  /** Next to the title: a status. */
  badge?: ReactNode;
  /** Above the details: what people look for first. */
  above?: ReactNode;
  /** Below the details: what belongs to the record but is not one of its fields. */
  below?: ReactNode;
  /** An extra tab between details and history. */
  also?: AlsoTab | undefined;
  /** The toast for a blank required field; nothing is sent then. */
  blank?: Toast;
  saved?: Toast;
}

/** The drawer of every record: details, edit, history. The list beside it keeps its place and stays usable. */
export function RecordDrawer<Shown extends AnyRecord>(props: RecordDrawerProps<Shown>) {
  const { kind, id, loading, onTab, onClose, badge } = props;
  const record = useNewest(props.record);
  const isRemoved = record?.removed === true && isRemovable(kind);
  const mayEdit = props.canChange && !isRemoved && record?.erased !== true && isEditable(kind);
  useForgetErased(record?.erased ? [id] : []);
  const title = record ? kind.titleOf(record) : `This ${kind.noun}`;
  useRecordActs(title, [
    ...(mayEdit && record ? [{ text: 'Edit', run: () => onTab('edit') }] : []),
    { text: 'History', run: () => onTab('history') },
  ]);
  return (
    <SidePanel title={title} badge={isRemoved ? <Tag minimal>{kind.removal.word}</Tag> : badge} onClose={onClose}>
      {!record && loading?.isPending ? <DrawerPlaces /> : <DrawerTabs {...props} record={record} mayEdit={mayEdit} />}
    </SidePanel>
  );
}

/** Whether a form edits it: some kinds are changed only by acts of their own. */
export function isEditable<Shown extends AnyRecord>({ fields }: RecordKind<Shown>): boolean {
  return fields.some(({ readOnly }) => !readOnly);
}

interface DrawerTabsProps<Shown extends AnyRecord> extends RecordDrawerProps<Shown> {
  /** False for removed and erased records. */
  mayEdit: boolean;
}

function DrawerTabs<Shown extends AnyRecord>(props: DrawerTabsProps<Shown>) {
  const { kind, id, record, canChange, mayEdit, onTab, also } = props;
  const tab = record || props.tab === 'history' ? props.tab : 'details';
  const isThere = tab === 'history' || tab === also?.id;
  const saved = props.saved ?? { title: 'Saved', text: `The ${kind.noun} has been saved.`, intent: 'success' };
  const restore = useRestore(kind, record, saved);
  const details = <Details {...props} saved={saved} isEdited={tab === 'edit' && mayEdit} />;
  const history = (
    <RecordHistory kind={kind} id={id} canChange={canChange} restore={mayEdit && record ? restore : null} />
  );
  return (
    <Tabs
      id="record"
      selectedTabId={isThere ? tab : 'details'}
      onChange={(next) => onTab(next as DrawerTab)}
      renderActiveTabPanelOnly
      className="hw-drawer-tabs"
    >
      <Tab id="details" title="Details" panel={<div className="hw-drawer-body">{details}</div>} />
      {also && <Tab id={also.id} title={also.title} panel={<div className="hw-drawer-body">{also.panel}</div>} />}
      <Tab id="history" title="History" panel={<div className="hw-drawer-body">{history}</div>} />
    </Tabs>
  );
}

interface DetailsProps<Shown extends AnyRecord> extends RecordDrawerProps<Shown> {
  saved: Toast;
  isEdited: boolean;
}

/** A record's details, or the form that edits them. */
function Details<Shown extends AnyRecord>(props: DetailsProps<Shown>) {
  const { kind, record, loading, tab, saved, isEdited, actions, above, below, onTab } = props;
  const isSmall = useIsSmall();
  if (!record) return <Missing noun={kind.noun} loading={loading} onHistory={() => onTab('history')} />;
  if (isEdited) return <RecordEdit {...props} record={record} saved={saved} onDone={() => onTab('details')} />;
  const acts = props.canChange && (
    <DrawerActs key="acts" kind={kind} record={record} actions={actions} onEdit={() => onTab('edit')} />
  );
  const parts = [
    <Fragment key="above">{above}</Fragment>,
    <RecordDetails key="details" fields={kind.fields} record={record} />,
    <Fragment key="below">{below}</Fragment>,
  ];
  return (
    <>
      {tab === 'edit' && record.removed === true && isRemovable(kind) && (
        <RemovedMeanwhile kind={kind} record={record} />
      )}
      <RecordContacts kind={kind} record={record} />
      {/* At the end within reach of the thumb. By its key a dialog of theirs stays open when the device is turned. */}
      {isSmall ? [...parts, acts] : [acts, ...parts]}
    </>
  );
}

interface DrawerActsProps<Shown extends AnyRecord> {
  kind: RecordKind<Shown>;
  record: Shown;
  actions: ReactNode;
  onEdit(): void;
}

/** The acts on a record; a removed one must be restored first. */
function DrawerActs<Shown extends AnyRecord>({ kind, record, actions, onEdit }: DrawerActsProps<Shown>) {
  return (
    <ActionBar at="start">
      {record.removed === true && isRemovable(kind) ? (
        <RestoreButton kind={kind} record={record} />
      ) : (
        <>
          {isEditable(kind) && !record.erased && <Button {...LANDING} text="Edit" onClick={onEdit} />}
          {actions}
        </>
      )}
    </ActionBar>
  );
}

interface MissingProps {
  noun: string;
  loading: RecordLoading | undefined;
  onHistory(): void;
}

/** Why there is no record. */
function Missing({ noun, loading, onHistory }: MissingProps) {
  if (loading?.error && !isNotFound(loading.error))
    return <Failure error={loading.error} retry={() => void loading.refetch()} />;
  return (
    <Nothing
      title={`This ${noun} is no longer here`}
      description="It was removed, or the link is old. The history shows what happened and can bring it back."
      action={<Button text="Show history" onClick={onHistory} />}
    />
  );
}

/** Placeholders for the tabs and details: otherwise a long name would push the tabs down when it loads. */
function DrawerPlaces() {
  return (
    <Skeleton>
      <div className="hw-drawer-tabs-place">
        <SkeletonText length={8} />
        <SkeletonText length={8} />
      </div>
      <div className="hw-drawer-body">
        <div className="hw-details">
          {Array.from({ length: 8 }, (_, field) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the places never move
            <div key={field} className="hw-detail">
              <SkeletonText length={10} />
              <br />
              <SkeletonText length={18} />
            </div>
          ))}
        </div>
      </div>
    </Skeleton>
  );
}

/** The drawer of a record loaded by its id, as a long list may not have reached it yet. */
export function LoadedDrawer<Shown extends AnyRecord>(props: Omit<RecordDrawerProps<Shown>, 'record' | 'loading'>) {
  const { kind, id } = props;
  const query = useQuery({
    queryKey: [kind.category, id],
    meta: { collections: kind.collections, id },
    queryFn: (context) => read<Shown>(kind.path(id), context),
  });
  const remove = query.data && !query.data.erased && isRemovable(kind) && (
    <RemoveButton kind={kind} record={query.data} />
  );
  return <RecordDrawer actions={remove} {...props} record={query.data} loading={query} />;
}
