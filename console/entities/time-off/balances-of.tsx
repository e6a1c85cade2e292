import { useQuery } from '@tanstack/react-query';
import { TIME_OFF_TYPE_LABELS } from '../../../domain/time-off/terms.ts';
import { formatDay } from '../../ui/values/format.ts';
import { balancesQuery, inBalance, inDays } from './time-off.ts';

/** Somebody's balances today, above their requests: what each type has, and what is asked for later on. */
export function BalancesOf({ personId, label = 'Balance:' }: { personId: string; label?: string }) {
  const { data } = useQuery(balancesQuery({ employeeId: personId }));
  const limited = data?.people[0]?.balances.flatMap(({ requestType, balance }) =>
    balance ? [{ requestType, ...balance }] : [],
  );
  if (!limited || limited.length === 0) return null;
  return (
    <p className="hw-own-balances">
      <span className="hw-muted">{label}</span>
      {limited.map(({ requestType, available, ahead, probationUntil }) => (
        <span key={requestType}>
          {TIME_OFF_TYPE_LABELS[requestType]} <strong>{inBalance(available)}</strong>
          {ahead > 0 && <span className="hw-muted"> ({inDays(ahead)} requested ahead)</span>}
          {probationUntil !== null && (
            <span className="hw-muted"> (in probation until {formatDay(probationUntil)})</span>
          )}
        </span>
      ))}
    </p>
  );
}
