import { Link } from '@tanstack/react-router';
import type { InsightRecord } from '../../../api/insights/schema.ts';
import { addressOf } from '../../entities/addresses.ts';
import { confidenceText } from '../../entities/insight/insight.ts';
import { KINDS } from '../../entities/kinds.ts';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { Day } from '../../ui/values/day.tsx';
import { Money } from '../../ui/values/money.tsx';

interface Shown {
  insight: InsightRecord;
}

/** Says whose words it is in, if they are a model's, and has ours behind that. */
export function OwnWords({ insight: { wording, title, description } }: Shown) {
  if (wording === null) return null;
  return (
    <Disclosure summary={`Worded by ${wording.model}: our own words`} isSmall>
      <p className="hw-insight-text">
        <strong>{title}</strong>
      </p>
      <p className="hw-insight-text">{description}</p>
    </Disclosure>
  );
}

/** How much to rely on it, and what is at stake. */
export function HowSure({ insight }: Shown) {
  const { worth, isSample } = insight;
  return (
    <p className="hw-insight-sure">
      {worth !== null && (
        <span>
          <strong>
            <Money amount={worth} isRounded />
          </strong>{' '}
          at stake
        </span>
      )}
      <span className="hw-muted">{isSample ? 'A sample, not from your records' : confidenceText(insight)}</span>
    </p>
  );
}

/** Whether what followed proved it right. */
export function WhatFollowed({ insight: { provedRight, checkedAt } }: Shown) {
  if (provedRight === null || checkedAt === null) return null;
  return (
    <p className="hw-insight-text">
      {provedRight ? 'Proved right on' : 'Did not prove right by'} <Day iso={checkedAt} />
    </p>
  );
}

/** The sum or the test that it rests on, and when it counts as right. */
export function Basis({ insight: { basis, rightIf } }: Shown) {
  return (
    <>
      {basis && <p className="hw-insight-text">{basis}</p>}
      {rightIf && (
        <p className="hw-insight-text hw-muted">
          It counts as right if {rightIf}, and at once if you act on it; as wrong if you dismiss it as not true.
        </p>
      )}
    </>
  );
}

/** What to do about it. */
export function ActionItems({ insight: { actionItems } }: Shown) {
  if (actionItems.length === 0) return null;
  return (
    <ul className="hw-insight-items" aria-label="What to do">
      {actionItems.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

/** The records that it rests on, each with why. @param props.most only the first of them */
export function Evidence({ insight: { evidence }, most = evidence.length }: Shown & { most?: number }) {
  return <EvidenceRows evidence={evidence.slice(0, most)} />;
}

/** Records, each with why it counts. */
export function EvidenceRows({ evidence }: Pick<InsightRecord, 'evidence'>) {
  if (evidence.length === 0) return null;
  return (
    <ul className="hw-insight-evidence" aria-label="Records">
      {evidence.map(({ kind, id, label, why }) => (
        <li key={`${kind}/${id}`}>
          <RecordOf kind={kind} id={id} label={label} /> <span className="hw-muted">{why}</span>
        </li>
      ))}
    </ul>
  );
}

function RecordOf({ kind, id, label }: { kind: string; id: string; label: string | null }) {
  const address = addressOf(kind, id);
  const name = label ?? `Unnamed ${KINDS[kind]?.noun.toLowerCase() ?? 'record'}`;
  return address ? <Link {...address}>{name}</Link> : <span>{name}</span>;
}

/** What was done about it, also what was done before it came up again. */
export function ActionTaken({ insight: { isActionTaken, actionNotes, actionTakenAt } }: Shown) {
  if (actionTakenAt === null) return null;
  return (
    <div className="hw-insight-notes">
      <strong>
        {isActionTaken ? 'Action taken' : 'Before it came up again: action taken'} on <Day iso={actionTakenAt} />
      </strong>
      <p>{actionNotes}</p>
    </div>
  );
}
