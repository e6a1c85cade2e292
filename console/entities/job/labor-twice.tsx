import { Callout } from '@blueprintjs/core';

/** Said in a form in which labor is entered by hand for a job that has hours. */
export function LaborTwice() {
  return (
    <Callout compact intent="warning" role="status">
      The recorded hours of this job count as labor already. Enter only labor that nobody recorded hours for.
    </Callout>
  );
}
