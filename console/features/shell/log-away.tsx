import { Callout } from '@blueprintjs/core';
import { Instant } from '../../ui/values/day.tsx';

/** Tells on every page that nothing can be saved, and how old what is shown may be. @param since ISO UTC */
export function LogAway({ since }: { since: string }) {
  return (
    <Callout className="hw-shell-notice" intent="warning" role="status" title="Nothing can be saved right now">
      <p>
        The server that records every change has been out of reach since <Instant iso={since} />. Lists and records are
        shown as they were then. What you type stays where it is: save it once this notice is gone.
      </p>
    </Callout>
  );
}
