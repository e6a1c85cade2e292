import { Card } from '@blueprintjs/core';
import { Link } from '@tanstack/react-router';

/** How to begin, for a company that has recorded nothing yet. */
export function FirstUse({ canAdd }: { canAdd: boolean }) {
  return (
    <Card className="hw-first-use">
      <h2>Begin with your first lead</h2>
      <p>
        A lead is somebody who asked about their trees. Everything else, quotes, jobs and invoices, follows from it.
      </p>
      {canAdd && (
        <p>
          <Link className="bp6-button bp6-intent-primary" to="/leads" search={{ new: true }}>
            Add a lead
          </Link>
        </p>
      )}
      <p className="hw-muted">
        Would you rather look around first? Stop Heartwood and run <code>npm run demo</code>: it starts an example
        company with a year of history, in a folder of its own.
      </p>
    </Card>
  );
}
