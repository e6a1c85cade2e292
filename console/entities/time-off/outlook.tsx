import { useQuery } from '@tanstack/react-query';
import type { RequestOutlook } from '../../../api/hr/schema.ts';
import { TIME_OFF_STATUS_LABELS, TIME_OFF_TYPE_LABELS } from '../../../domain/time-off/terms.ts';
import { StatusTag } from '../../ui/status/status-tag.tsx';
import { formatDay } from '../../ui/values/format.ts';
import { timeOffTone } from '../tones.ts';
import { formatSpan, inBalance, inDays, nameIn, type Previewed, timeOffPreviewQuery } from './time-off.ts';

/** What a request comes to, as far as its type and days are entered; beside the form that makes it. */
export function TimeOffPreview({ asked }: { asked: Previewed | null }) {
  const { data } = useQuery({ ...timeOffPreviewQuery(asked), enabled: asked !== null });
  if (!asked || !data)
    return <section className="hw-muted">With its type and days chosen, its balance is here.</section>;
  return (
    <section aria-live="polite">
      {data.countedDays !== Number(data.totalDays) && (
        <p>{`${inDays(data.totalDays)}, ${data.countedDays} counted: holidays and days off work do not count.`}</p>
      )}
      <BalanceSection requestType={asked.requestType} balance={data.balance} />
      <ColleaguesSection colleagues={data.colleagues} />
    </section>
  );
}

interface BalanceSectionProps extends Pick<RequestOutlook, 'balance'> {
  /** Neither a type nor null if the person was erased: then there is no balance. */
  requestType: string | null;
}

/** The balance on the last day of a request without it and with it, and what later requests lack because of it. */
export function BalanceSection({ requestType, balance }: BalanceSectionProps) {
  const type = TIME_OFF_TYPE_LABELS[requestType ?? ''];
  if (type === undefined) return null;
  return (
    <section className="hw-effects" aria-label="Balance">
      <h3>Balance</h3>
      {balance === null ? (
        <p>{type}: no policy limits it.</p>
      ) : (
        <>
          <p>
            {type}: {inBalance(balance.before)} on {formatDay(balance.asOf)} without this, {inBalance(balance.after)}{' '}
            with it.{' '}
            {balance.beyond > 0 && <StatusTag tone="red">{`${inDays(balance.beyond)} beyond the balance`}</StatusTag>}
          </p>
          {balance.lacking !== null && balance.lacking.day !== balance.asOf && (
            <p className="hw-muted">
              Time off that is requested until {formatDay(balance.lacking.day)} would lack{' '}
              {inDays(balance.lacking.days)}.
            </p>
          )}
          {balance.probationUntil !== null && (
            <p className="hw-muted">In probation: not to be used before {formatDay(balance.probationUntil)}.</p>
          )}
        </>
      )}
    </section>
  );
}

/** Who else of the crew is off on the days of a request, or has asked to be. */
export function ColleaguesSection({ colleagues }: Pick<RequestOutlook, 'colleagues'>) {
  if (colleagues.length === 0) return null;
  return (
    <section className="hw-effects" aria-label="Of the same crew">
      <h3>Of the same crew</h3>
      <ul>
        {colleagues.map((each) => (
          <li key={`${each.employeeId} ${each.startDate} ${each.half}`}>
            <strong>{nameIn(each)}</strong> {formatSpan(each)} <span className="hw-muted">{each.crew}</span>{' '}
            <StatusTag tone={timeOffTone(each.status)}>{TIME_OFF_STATUS_LABELS[each.status] ?? each.status}</StatusTag>
          </li>
        ))}
      </ul>
    </section>
  );
}
