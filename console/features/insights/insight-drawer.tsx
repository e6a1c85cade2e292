import { Button, Callout, Classes } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { InsightRecord } from '../../../api/insights/schema.ts';
import { DISMISSAL_REASON_LABELS } from '../../../domain/insight/terms.ts';
import { useNewest } from '../../data/told.ts';
import { insightQuery, wordsOf } from '../../entities/insight/insight.ts';
import { insightKind } from '../../entities/insight/insight-kind.ts';
import { InsightTags } from '../../entities/insight/insight-tags.tsx';
import { useRecordActs } from '../../records/acts/record-acts.ts';
import type { OpenRecord } from '../../records/list/list-page.tsx';
import { RemoveButton } from '../../records/list/removed.tsx';
import { RecordDrawer } from '../../records/record/record-drawer.tsx';
import { LANDING } from '../../ui/keyboard/focus.ts';
import { Day } from '../../ui/values/day.tsx';
import { ActionItems, ActionTaken, Basis, Evidence, HowSure, OwnWords, WhatFollowed } from './insight-parts.tsx';
import { actOf } from './open-act.ts';
import { useMarkRead } from './use-insight-acts.ts';

interface InsightDrawerProps extends OpenRecord {
  onAct(id: string): void;
  onDismiss(id: string): void;
}

/** One insight: what it says, what to do, what it rests on, what was done, and its history. */
export function InsightDrawer({ onAct, onDismiss, ...open }: InsightDrawerProps) {
  const query = useQuery(insightQuery(open.id));
  const insight = useNewest(query.data);
  return (
    <RecordDrawer
      {...open}
      kind={insightKind}
      record={insight}
      loading={query}
      badge={insight && <InsightTags insight={insight} />}
      actions={insight && <Acts insight={insight} onAct={onAct} onDismiss={onDismiss} />}
      above={insight && <Said insight={insight} />}
      below={insight && <Grounds insight={insight} />}
    />
  );
}

function Said({ insight }: { insight: InsightRecord }) {
  const { status, dismissed, resolvedAt } = insight;
  return (
    <div className="hw-insight">
      {status === 'resolved' && resolvedAt !== null && (
        <Callout compact intent="success" icon={null}>
          It passed on <Day iso={resolvedAt} />.
        </Callout>
      )}
      {dismissed !== null && (
        <Callout compact icon={null}>
          Dismissed on <Day iso={dismissed.at} />: {DISMISSAL_REASON_LABELS[dismissed.reason] ?? dismissed.reason}.{' '}
          {dismissed.note}
        </Callout>
      )}
      <p className="hw-insight-text">{wordsOf(insight).description}</p>
      <OwnWords insight={insight} />
      <HowSure insight={insight} />
      <WhatFollowed insight={insight} />
      <ActionItems insight={insight} />
      <ActionTaken insight={insight} />
    </div>
  );
}

/** How we know: the sum or test, and all records. */
function Grounds({ insight }: { insight: InsightRecord }) {
  const { basis, evidence } = insight;
  if (!basis && evidence.length === 0) return null;
  return (
    <section className="hw-drawer-section hw-insight" aria-label="How we know">
      <h3>How we know</h3>
      <Basis insight={insight} />
      <Evidence insight={insight} />
    </section>
  );
}

function Acts({
  insight,
  onAct,
  onDismiss,
}: Pick<InsightDrawerProps, 'onAct' | 'onDismiss'> & { insight: InsightRecord }) {
  const { id, status, isRead, isActionTaken, detector } = insight;
  const markRead = useMarkRead();
  const act = status === 'open' ? actOf(insight) : null;
  const acts = [
    { text: isActionTaken ? 'Change notes' : 'Take Action', run: () => onAct(id) },
    ...(status === 'open'
      ? [
          { text: isRead ? 'Mark Unread' : 'Mark Read', run: () => markRead.mutate(insight) },
          { text: 'Dismiss…', run: () => onDismiss(id) },
        ]
      : []),
  ];
  useRecordActs(insightKind.titleOf(insight), acts);
  return (
    <>
      {acts.map(({ text, run }, index) => (
        <Button
          key={text}
          text={text}
          {...(index === 0 && { ...LANDING, intent: isActionTaken ? ('none' as const) : ('primary' as const) })}
          disabled={markRead.isPending}
          onClick={run}
        />
      ))}
      {act && (
        <Link to={act.to} search={act.search} className={Classes.BUTTON}>
          {act.text}
        </Link>
      )}
      {detector === null && <RemoveButton kind={insightKind} record={insight} />}
    </>
  );
}
