import { Button } from '@blueprintjs/core';
import type { TimeOffRecord } from '../../../api/hr/schema.ts';
import { TIME_OFF_STATUS_LABELS } from '../../../domain/time-off/terms.ts';
import { StatusTag } from '../../ui/status/status-tag.tsx';
import type { Account } from '../account/session.ts';
import { timeOffTone } from '../tones.ts';
import { type Decision, nameIn, rightsTo, useWithdrawTimeOff } from './time-off.ts';

/** The status of a request. */
export function TimeOffStatus({ request: { status } }: { request: Pick<TimeOffRecord, 'status'> }) {
  return <StatusTag tone={timeOffTone(status)}>{TIME_OFF_STATUS_LABELS[status] ?? status}</StatusTag>;
}

interface TimeOffActsProps {
  request: TimeOffRecord;
  /** Null if it cannot change anything. */
  account: Account | null;
  /** Opens the dialog that decides. */
  onDecide(decision: Decision): void;
}

/** Approve and Deny, as far as the request waits and the viewer may. */
export function DecideButtons({ request, account, onDecide }: TimeOffActsProps) {
  const { approve, deny } = rightsTo(request, account);
  const button = (text: string, decision: Decision) => (
    <Button
      size="small"
      text={text}
      aria-label={`${text}: ${nameIn(request)}`}
      aria-haspopup="dialog"
      onClick={() => onDecide(decision)}
    />
  );
  return (
    <>
      {approve && button('Approve', 'approved')}
      {deny && button('Deny', 'denied')}
    </>
  );
}

/** The same, and Withdraw, unless nothing came of it anyway. */
export function TimeOffActs(props: TimeOffActsProps) {
  const { request, account } = props;
  const withdraw = useWithdrawTimeOff();
  const { takeBack } = rightsTo(request, account);
  return (
    <>
      <DecideButtons {...props} />
      {takeBack && !request.removed && request.status !== 'denied' && (
        <Button
          size="small"
          text="Withdraw"
          aria-label={`Withdraw: ${nameIn(request)}`}
          disabled={withdraw.isPending}
          onClick={() => withdraw.mutate(request)}
        />
      )}
    </>
  );
}
