import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { RunRecord } from '../../../../api/automation/schema.ts';
import { RAN, runsQuery } from '../../../entities/automation-rule/automation-rule.ts';
import { undo } from '../../../records/acts/undo.ts';
import { Disclosure } from '../../../ui/layout/disclosure.tsx';
import { DataArea, SkeletonLines } from '../../../ui/status/data-area.tsx';
import { Instant } from '../../../ui/values/day.tsx';
import { RecordName } from './record-name.tsx';
import { didOf } from './rule-words.ts';

/** What a rule did, the newest first, each with its Undo. */
export function RuleRuns({ ruleId, canChange }: { ruleId: string; canChange: boolean }) {
  const query = useQuery(runsQuery(ruleId));
  return (
    <section className="hw-drawer-section" aria-label="What it did">
      <h3>What it did</h3>
      <DataArea
        query={query}
        isEmpty={(runs) => runs.length === 0}
        firstUse={{ title: 'Nothing yet', description: 'It acts on what is raised after it was turned on.' }}
        filtered={null}
        skeleton={<SkeletonLines lines={3} />}
      >
        {(runs) => (
          <ul className="hw-rule-runs">
            {runs.map((run) => (
              <Run key={run.id} run={run} canChange={canChange} />
            ))}
          </ul>
        )}
      </DataArea>
    </section>
  );
}

function Run({ run, canChange }: { run: RunRecord; canChange: boolean }) {
  const { createdAt, insightId, insightTitle, made, skipped, refused, isTakenBack, undo: step } = run;
  return (
    <li className={isTakenBack ? 'hw-muted' : undefined}>
      <div className="hw-rule-run-head">
        <strong>{didOf(run)}</strong>
        <span className="hw-muted">
          <Instant iso={createdAt} />
        </span>
        {canChange && step && !isTakenBack && <TakeBack step={step} />}
      </div>
      <p>
        For{' '}
        <Link to="/ai-dashboard" search={{ insight: insightId }}>
          {insightTitle ?? 'an insight'}
        </Link>
      </p>
      {made.length > 0 && (
        <ul>
          {made.map((record) => (
            <li key={`${record.kind}/${record.id}`}>
              <RecordName {...record} />
            </li>
          ))}
        </ul>
      )}
      <WithReasons summary="Left out" records={skipped} />
      <WithReasons summary={isTakenBack ? 'Could not be taken back' : 'Could not be done'} records={refused} />
    </li>
  );
}

function WithReasons({ summary, records }: { summary: string; records: RunRecord['refused'] }) {
  if (records.length === 0) return null;
  return (
    <Disclosure summary={`${summary} (${records.length})`}>
      <ul>
        {records.map(({ kind, id, label, why }) => (
          <li key={`${kind}/${id}`}>
            <RecordName kind={kind} id={id} label={label} />: {why}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

/** Takes back all that a run did, in one act. */
function TakeBack({ step }: { step: NonNullable<RunRecord['undo']> }) {
  const [isBusy, setBusy] = useState(false);
  const takeBack = () => {
    setBusy(true);
    void undo(step, RAN).finally(() => setBusy(false));
  };
  return <Button size="small" text="Undo" loading={isBusy} onClick={takeBack} />;
}
