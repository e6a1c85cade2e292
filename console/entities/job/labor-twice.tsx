import { Callout } from '@blueprintjs/core';

/** A warning in a form where labor is entered by hand for a job that has hours. */
export function LaborTwice() {
  return (
    <Callout compact intent="warning" role="status">
      The hours recorded on this job already count as labor. Enter only labor that has no recorded hours.
    </Callout>
  );
}
