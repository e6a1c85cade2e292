import { Button, Tab, Tabs, Tag } from '@blueprintjs/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isNotFound } from '../data/api.ts';
import { read } from '../data/query-client.ts';
import { useNewest } from '../data/told.ts';
import { ActionBar } from '../ui/action-bar.tsx';
import { Failure, Nothing, SkeletonLines } from '../ui/data-area.tsx';
import { LANDING } from '../ui/focus.ts';
import { SidePanel } from '../ui/side-panel.tsx';
import type { Toast } from '../ui/toaster.tsx';
import { useIsSmall } from '../ui/use-media.ts';
import type { DrawerTab } from './list-search.ts';
import { useRecordActs } from './record-acts.ts';
import { RecordContacts, RecordDetails } from './record-details.tsx';
import { RecordEdit } from './record-edit.tsx';
import { RecordHistory, useRestore } from './record-history.tsx';
import { type AnyRecord, isRemovable, type RecordKind } from './record-kind.ts';
import { RemoveButton, RemovedMeanwhile, RestoreButton } from './removed.tsx';

/** How far the record is loaded. */
export type RecordLoading = Pick<UseQueryResult, 'isPending' | 'error' | 'refetch'>;

interface RecordDrawerProps<Shown extends AnyRecord> {
  kind: RecordKind<Shown>;
  id: string;
  /** Undefined where there is none (the link is old), and before it is loaded. */
  record: Shown | undefined;
  loading?: RecordLoading;
  tab: DrawerTab;
  onTab(tab: DrawerTab): void;
  onClose(): void;
  canChange: boolean;
  /** Acts on the record, beside Edit. */
  actions?: ReactNode;
  /** Beside the title: a status. */
  badge?: ReactNode;
  /** Below the details: what belongs to the record and is none of its fields. */
  below?: ReactNode;
  /** What an edit says of a blank required field, which is then not sent. */
  blank?: Toast;
  saved?: Toast;
}

/** The one drawer of all records: details, edit, history. The list beside it keeps its place and stays usable. */
export function RecordDrawer<Shown extends AnyRecord>(props: RecordDrawerProps<Shown>) {
  const { kind, id, loading, onTab, onClose, actions, badge, below } = props;
  const record = useNewest(props.record);
  const isRemoved = record?.removed === true && isRemovable(kind);
  const canChange = props.canChange && !isRemoved;
  const isSmall = useIsSmall();
  const tab = record || props.tab === 'history' ? props.tab : 'details';
  const saved = props.saved ?? { title: 'Saved', text: `The ${kind.noun} has been saved.`, intent: 'success' };
  const restore = useRestore(kind, record, saved);
  useRecordActs(record ? kind.titleOf(record) : `This ${kind.noun}`, [
    ...(canChange && record ? [{ text: 'Edit', run: () => onTab('edit') }] : []),
    { text: 'History', run: () => onTab('history') },
  ]);
  return (
    <SidePanel
      title={record ? kind.titleOf(record) : `This ${kind.noun}`}
      badge={isRemoved ? <Tag minimal>{kind.removal.word}</Tag> : badge}
      onClose={onClose}
    >
      <Tabs
        id="record"
        selectedTabId={tab === 'edit' ? 'details' : tab}
        onChange={(next) => onTab(next as DrawerTab)}
        renderActiveTabPanelOnly
        className="hw-drawer-tabs"
      >
        <Tab id="details" title="Details" panel={<div className="hw-drawer-body">{details()}</div>} />
        <Tab
          id="history"
          title="History"
          panel={
            <div className="hw-drawer-body">
              <RecordHistory
                kind={kind}
                id={id}
                canChange={props.canChange}
                restore={canChange && record ? restore : null}
              />
            </div>
          }
        />
      </Tabs>
    </SidePanel>
  );

  function missing() {
    if (loading?.isPending) return <SkeletonLines lines={8} />;
    if (loading?.error && !isNotFound(loading.error))
      return <Failure error={loading.error} retry={() => void loading.refetch()} />;
    return (
      <Nothing
        title={`This ${kind.noun} is no longer here`}
        description="It was removed, or the link is old. The history shows what happened and can bring it back."
        action={<Button text="Show history" onClick={() => onTab('history')} />}
      />
    );
  }

  function details() {
    if (!record) return missing();
    if (tab === 'edit' && canChange)
      return <RecordEdit {...props} {...{ record, saved }} onDone={() => onTab('details')} />;
    const acts = props.canChange && (
      <ActionBar at="start">
        {isRemoved ? (
          <RestoreButton kind={kind} record={record} />
        ) : (
          <>
            <Button {...LANDING} text="Edit" onClick={() => onTab('edit')} />
            {actions}
          </>
        )}
      </ActionBar>
    );
    // Where the thumb is.
    const actsAtEnd = isSmall && acts;
    return (
      <>
        {isRemoved && tab === 'edit' && <RemovedMeanwhile kind={kind} record={record} />}
        <RecordContacts kind={kind} record={record} />
        {!actsAtEnd && acts}
        <RecordDetails fields={kind.fields} record={record} />
        {below}
        {actsAtEnd}
      </>
    );
  }
}

/** The drawer of a record that is read by its id, as a long list may not have come to it. */
export function LoadedDrawer<Shown extends AnyRecord>(props: Omit<RecordDrawerProps<Shown>, 'record' | 'loading'>) {
  const { kind, id } = props;
  const query = useQuery({
    queryKey: [kind.category, id],
    meta: { collections: kind.collections, id },
    queryFn: (context) => read<Shown>(kind.path(id), context),
  });
  const remove = query.data && isRemovable(kind) && <RemoveButton kind={kind} record={query.data} />;
  return <RecordDrawer actions={remove} {...props} record={query.data} loading={query} />;
}
