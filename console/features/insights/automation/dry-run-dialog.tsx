import { Button, Callout, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { DryRun } from '../../../../api/automation/dry-run.schema.ts';
import type { RuleRecord } from '../../../../api/automation/schema.ts';
import { dryRunQuery, RULES, rulePath, ruleQuery } from '../../../entities/automation-rule/automation-rule.ts';
import { useAct } from '../../../records/acts/use-act.ts';
import { Disclosure } from '../../../ui/layout/disclosure.tsx';
import { DataArea, SkeletonLines } from '../../../ui/status/data-area.tsx';
import { Day } from '../../../ui/values/day.tsx';
import { RecordName } from './record-name.tsx';

interface DryRunDialogProps {
  id: string;
  canChange: boolean;
  onClose(): void;
}

/** What a rule would have done in the last 90 days, and from here the way to turn it on. */
export function DryRunDialog({ id, canChange, onClose }: DryRunDialogProps) {
  const rule = useQuery(ruleQuery(id)).data;
  const query = useQuery(dryRunQuery(id));
  const turnOn = useAct<RuleRecord, RuleRecord>({
    // Of the rule as it was when this was found out, not as somebody has changed it since.
    command: (of) => ({
      method: 'POST',
      path: `${rulePath(of.id)}/turn-on`,
      body: { expectedRevision: query.data?.revision },
    }),
    collections: RULES,
    done: ({ name }) => ({
      title: 'Rule On',
      text: `${name}. It acts on what is raised from now on.`,
      intent: 'success',
    }),
    undoneOn: (_, of) => ({ category: 'automation_rule', id: of.id }),
  });
  const isOffered = canChange && rule !== undefined && !rule.isOn && !rule.removed;
  return (
    <Dialog isOpen onClose={onClose} title="What it would have done" className="hw-dialog" canOutsideClickClose={false}>
      <DialogBody className="hw-dry-run">
        {rule && <p>{rule.name}</p>}
        <DataArea
          query={query}
          isEmpty={() => false}
          firstUse={{ title: 'Nothing' }}
          filtered={null}
          skeleton={<SkeletonLines lines={5} />}
        >
          {(run) => <Would run={run} />}
        </DataArea>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={isOffered ? 'Leave It Off' : 'Close'} onClick={onClose} />
            {isOffered && (
              <Button
                intent="primary"
                text="Turn On"
                disabled={query.data === undefined}
                loading={turnOn.isPending}
                onClick={() => turnOn.mutate(rule, { onSuccess: onClose })}
              />
            )}
          </>
        }
      />
    </Dialog>
  );
}

function Would({ run: { from, raises, made, isCut, note, runs } }: { run: DryRun }) {
  return (
    <>
      <Callout compact icon={null} role="status">
        {raises === 0 ? (
          <>
            Nothing that it waits for was raised since <Day iso={from} />.
          </>
        ) : (
          <>
            Since <Day iso={from} />, what it waits for was raised {times(raises)}. It would have acted for{' '}
            <strong>{made === 1 ? '1 record' : `${made} records`}</strong>.
          </>
        )}
        {isCut && ' Only the newest are shown.'}
      </Callout>
      {runs.length > 0 && (
        <>
          <ul className="hw-rule-runs">
            {runs.map(({ insightId, insightTitle, raisedAt, day, act, would, skipped }) => (
              <li key={`${insightId} ${raisedAt}`}>
                <div className="hw-rule-run-head">
                  <Link to="/ai-dashboard" search={{ insight: insightId }}>
                    {insightTitle}
                  </Link>
                  <span className="hw-muted">
                    <Day iso={day} />
                  </span>
                </div>
                {would.length > 0 && (
                  <p>
                    {act}
                    {would.filter(isOther(insightId)).map((record, index) => (
                      <span key={`${record.kind}/${record.id}`}>
                        {index > 0 ? ', ' : ': '}
                        <RecordName {...record} />
                      </span>
                    ))}
                  </p>
                )}
                {skipped.length > 0 && (
                  <Disclosure summary={`Left out (${skipped.length})`}>
                    <ul>
                      {skipped.map(({ why, ...record }) => (
                        <li key={`${record.kind}/${record.id}`}>
                          {isOther(insightId)(record) && (
                            <>
                              <RecordName {...record} />:{' '}
                            </>
                          )}
                          {why}
                        </li>
                      ))}
                    </ul>
                  </Disclosure>
                )}
              </li>
            ))}
          </ul>
          <p className="hw-muted">{note}</p>
        </>
      )}
    </>
  );
}

/** Whether a record is another one than the insight, which its entry names already. */
function isOther(insightId: string) {
  return ({ id }: { id: string }) => id !== insightId;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
