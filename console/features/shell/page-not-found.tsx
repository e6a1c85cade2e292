import { Link } from '@tanstack/react-router';
import { Page } from '../../ui/layout/page.tsx';

/** Shown for an unknown path. */
export function PageNotFound() {
  return (
    <Page title="Page not found">
      <p>The address may be mistyped, or the page has moved.</p>
      <p>
        <Link className="bp6-button bp6-intent-primary" to="/">
          Go to the dashboard
        </Link>
      </p>
    </Page>
  );
}
