import { Button, Callout } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { giveUp, type QueueState, tryAgain } from '../../data/device/queue.ts';
import type { Waiting } from '../../data/device/queue-rules.ts';
import { showToast } from '../../ui/status/toaster.tsx';
import { Instant } from '../../ui/values/day.tsx';

interface NotSentProps {
  queue: QueueState;
  isCutOff: boolean;
  /** The record's title, as a link to it. */
  titleOf?: (waiting: Waiting) => ReactNode;
}

/** What was done on this device but not sent: first what the server refused, then what waits, in order. */
export function NotSent({ queue: { all, sending }, isCutOff, titleOf = ({ title }) => title }: NotSentProps) {
  const refused = all.filter((each) => each.refused !== null);
  const waiting = all.filter((each) => each.refused === null);
  return (
    <>
      <Refused all={refused} titleOf={titleOf} />
      {waiting.length > 0 && (
        <section className="hw-not-sent" aria-label="Waiting">
          <p>
            {isCutOff
              ? 'Saved on this device, and sent automatically, in this order, once you have signal.'
              : 'On the way.'}
          </p>
          <ol>
            {waiting.map((each) => (
              <li key={each.id}>
                <Done waiting={each} titleOf={titleOf} />
                <Button
                  size="small"
                  variant="minimal"
                  text="Do not send"
                  disabled={sending.has(each.id)}
                  aria-label={`Do not send: ${each.did}`}
                  onClick={() => void drop(each, 'Not sending it')}
                />
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

/** What the server refused, in its own words, until the person has decided about each. */
export function Refused({ all, titleOf }: { all: readonly Waiting[]; titleOf?: NotSentProps['titleOf'] }) {
  if (all.length === 0) return null;
  return (
    <Callout
      className="hw-not-sent"
      intent="danger"
      role="region"
      aria-label="Refused"
      title={all.length === 1 ? 'One thing you did was refused' : `${all.length} things you did were refused`}
    >
      <ol>
        {all.map((each) => (
          <li key={each.id}>
            <Done waiting={each} titleOf={titleOf} />
            <strong>{each.refused?.message}</strong>
            <span>
              <Button
                size="small"
                text="Try again"
                aria-label={`Try again: ${each.did}`}
                onClick={() => void tryAgain(each.record.id)}
              />
              <Button
                size="small"
                variant="minimal"
                text="Discard"
                aria-label={`Discard: ${each.did}`}
                onClick={() => void drop(each, 'Discarded')}
              />
            </span>
          </li>
        ))}
      </ol>
    </Callout>
  );
}

/** What was done, with which details, and when it really happened. */
function Done({ waiting, titleOf }: { waiting: Waiting; titleOf: NotSentProps['titleOf'] }) {
  return (
    <span className="hw-not-sent-done">
      {titleOf && <span>{titleOf(waiting)}</span>}
      <span>{waiting.did}</span>
      <small className="hw-muted">
        <Instant iso={waiting.at} />
      </small>
    </span>
  );
}

async function drop(waiting: Waiting, title: string): Promise<void> {
  const putBack = await giveUp(waiting);
  await showToast({ title, text: waiting.did, action: { text: 'Undo', run: () => void putBack() } });
}
