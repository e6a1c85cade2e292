import { Classes } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TimeOffRecord } from '../../../api/hr/schema.ts';
import { TIME_OFF_STATUS_LABELS } from '../../../domain/time-off/terms.ts';
import { useNewest } from '../../data/told.ts';
import { hasRight } from '../../entities/account/rights.ts';
import type { Account } from '../../entities/account/session.ts';
import { planAround, TimeOffEffectsSection } from '../../entities/time-off/effects.tsx';
import { type Decision, rightsTo, timeOffEffectsQuery, timeOffRequestQuery } from '../../entities/time-off/time-off.ts';
import { TimeOffActs, TimeOffStatus } from '../../entities/time-off/time-off-acts.tsx';
import { timeOffKind } from '../../entities/time-off/time-off-kind.ts';
import type { OpenRecord } from '../../records/list/list-page.tsx';
import { RecordDrawer } from '../../records/record/record-drawer.tsx';

interface TimeOffDrawerProps extends OpenRecord {
  /** Null if it cannot change anything. */
  account: Account | null;
  onDecide(request: TimeOffRecord, decision: Decision): void;
}

/** One request: what was asked for, what was decided and why, and what it does to the schedule. */
export function TimeOffDrawer({ account, onDecide, ...open }: TimeOffDrawerProps) {
  const query = useQuery(timeOffRequestQuery(open.id));
  const request = useNewest(query.data);
  const mayBringBack = request !== undefined && rightsTo(request, account).bringBack;
  return (
    <RecordDrawer
      {...open}
      // Nobody else may bring it back.
      canChange={open.canChange && (mayBringBack || request?.removed !== true)}
      kind={timeOffKind}
      record={request}
      loading={query}
      badge={request && <TimeOffStatus request={request} />}
      actions={
        request && (
          <TimeOffActs request={request} account={account} onDecide={(decision) => onDecide(request, decision)} />
        )
      }
      below={
        request && (
          <>
            <DecisionMade request={request} />
            {request.withdrawnByName && (
              <section className="hw-drawer-section" aria-label="Withdrawal">
                <h3>Withdrawn by {request.withdrawnByName}</h3>
              </section>
            )}
            {hasRight('timeOff:read') && request.status !== 'denied' && !request.removed && (
              <OnSchedule request={request} account={account} />
            )}
          </>
        )
      }
    />
  );
}

/** Who decided, and why. */
function DecisionMade({ request }: { request: TimeOffRecord }) {
  const { status, decidedBy, decidedByName, decisionReason } = request;
  if (decidedBy === null) return null;
  return (
    <section className="hw-drawer-section" aria-label="Decision">
      <h3>
        {TIME_OFF_STATUS_LABELS[status] ?? status}
        {decidedByName && ` by ${decidedByName}`}
      </h3>
      <p className={decisionReason ? undefined : 'hw-muted'}>{decisionReason ?? 'No reason was given.'}</p>
    </section>
  );
}

/** What it does to the schedule; of approved time off also the way to plan around it. */
function OnSchedule({ request, account }: { request: TimeOffRecord; account: Account | null }) {
  const { data } = useQuery(timeOffEffectsQuery(request.id));
  const around = account !== null && request.status === 'approved' ? planAround(data) : null;
  return (
    <div className="hw-drawer-section">
      <TimeOffEffectsSection request={request} canMove={account !== null} />
      {around && (
        <Link {...around} className={`${Classes.BUTTON} ${Classes.INTENT_PRIMARY}`}>
          Plan around it
        </Link>
      )}
    </div>
  );
}
