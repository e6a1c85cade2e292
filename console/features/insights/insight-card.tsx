import { Button, Classes } from '@blueprintjs/core';
import { Link } from '@tanstack/react-router';
import type { InsightRecord } from '../../../api/insights/schema.ts';
import { INSIGHT_CATEGORY_LABELS, INSIGHT_TYPE_LABELS } from '../../../domain/insight/terms.ts';
import { useNewest } from '../../data/told.ts';
import { wordsOf } from '../../entities/insight/insight.ts';
import { insightKind } from '../../entities/insight/insight-kind.ts';
import { InsightTags } from '../../entities/insight/insight-tags.tsx';
import { RestoreButton } from '../../records/list/removed.tsx';
import { RecordLink } from '../../records/record/record-link.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { Ago } from '../../ui/values/duration.tsx';
import { ActionItems, ActionTaken, Basis, Evidence, HowSure, OwnWords, WhatFollowed } from './insight-parts.tsx';
import { actOf } from './open-act.ts';
import { useMarkRead } from './use-insight-acts.ts';

interface InsightCardProps {
  insight: InsightRecord;
  canChange: boolean;
  /** Records what was done about it. */
  onAct(id: string): void;
  onDismiss(id: string): void;
}

/** The records that a card shows before it is opened. */
const FEW = 3;

/** An insight in the list. */
export function InsightCard({ insight: listed, canChange, onAct, onDismiss }: InsightCardProps) {
  const insight = useNewest(listed);
  const { id, basis, evidence, status, isRead, raisedAt, removed } = insight;
  const { title, description } = wordsOf(insight);
  const isUnread = status === 'open' && !isRead;
  return (
    <div className={isUnread ? 'hw-card hw-insight hw-insight-unread' : 'hw-card hw-insight'}>
      <div className="hw-card-head">
        <InsightTags insight={insight} />
        <span className="hw-card-above">{kindOf(insight)}</span>
        <span className="hw-muted hw-insight-age">
          <Ago since={raisedAt} what="Raised" />
        </span>
      </div>
      <h2>
        <RecordLink id={id} opens="insight">
          {title}
        </RecordLink>
      </h2>
      <p className="hw-insight-text">{description}</p>
      <OwnWords insight={insight} />
      <HowSure insight={insight} />
      <WhatFollowed insight={insight} />
      <ActionItems insight={insight} />
      <Evidence insight={insight} most={FEW} />
      {(basis || evidence.length > FEW) && (
        <Disclosure
          summary={evidence.length > FEW ? `How we know, and all ${evidence.length} records` : 'How we know'}
          isSmall
        >
          <Basis insight={insight} />
          {evidence.length > FEW && <Evidence insight={insight} />}
        </Disclosure>
      )}
      <ActionTaken insight={insight} />
      {canChange && (
        <div className="hw-card-acts">
          {removed ? (
            <RestoreButton kind={insightKind} record={insight} isSmall />
          ) : (
            <Acts insight={insight} onAct={onAct} onDismiss={onDismiss} />
          )}
        </div>
      )}
    </div>
  );
}

/** `Financial · Anomaly · Costs above their season`. */
function kindOf(insight: InsightRecord): string {
  const { category, insightType, detectorLabel } = insight;
  const words = [INSIGHT_CATEGORY_LABELS[category] ?? category, INSIGHT_TYPE_LABELS[insightType] ?? insightType];
  return [...words, detectorLabel].filter(Boolean).join(' · ');
}

function Acts({ insight, onAct, onDismiss }: Omit<InsightCardProps, 'canChange'>) {
  const { id, status, isRead, isActionTaken } = insight;
  const title = insightKind.titleOf(insight);
  const markRead = useMarkRead();
  const act = status === 'open' ? actOf(insight) : null;
  return (
    <>
      {status === 'open' && !isRead && (
        <Button
          text="Mark Read"
          aria-label={`Mark Read: ${title}`}
          loading={markRead.isPending}
          onClick={() => markRead.mutate(insight)}
        />
      )}
      {act && (
        <Link to={act.to} search={act.search} className={Classes.BUTTON} aria-label={`${act.text}: ${title}`}>
          {act.text}
        </Link>
      )}
      <Button
        text={isActionTaken ? 'Change notes' : 'Take Action'}
        aria-label={`${isActionTaken ? 'Change notes' : 'Take Action'}: ${title}`}
        {...(!isActionTaken && status === 'open' && { intent: 'primary' as const })}
        onClick={() => onAct(id)}
      />
      {status === 'open' && (
        <Button variant="minimal" text="Dismiss…" aria-label={`Dismiss…: ${title}`} onClick={() => onDismiss(id)} />
      )}
    </>
  );
}
