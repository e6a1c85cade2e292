import { Button, Callout } from '@blueprintjs/core';
import type { ApiError } from '../../../data/api.ts';

interface OutOfDateProps {
  /** What has changed, as a sentence. */
  reason: string | null;
  /** Undefined where the days cannot be planned again. */
  onAgain: (() => void) | undefined;
}

/** Something that the plan was made with has changed since. */
export function OutOfDate({ reason, onAgain }: OutOfDateProps) {
  return (
    <Callout compact intent="warning" role="alert" title="The schedule has changed">
      <p>
        {reason} {onAgain ? 'Optimize again for a plan that works.' : 'It can no longer be applied.'}
      </p>
      {onAgain && <Button text="Optimize again" onClick={onAgain} />}
    </Callout>
  );
}

/** Why nothing was applied: jobs that have moved since, or the optimizer cannot be reached. */
export function NotApplied({ error, onAgain }: { error: ApiError; onAgain: (() => void) | undefined }) {
  const isMoved = error.status === 409;
  const moved = (error.body['moved'] ?? []) as readonly { text: string }[];
  return (
    <Callout compact intent="danger" role="alert" {...(isMoved && { title: 'The schedule has changed' })}>
      <p>{error.message}</p>
      {moved.length > 0 && (
        <ul className="hw-plan-list">
          {moved.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {isMoved && onAgain && <Button text="Optimize again" onClick={onAgain} />}
    </Callout>
  );
}
