import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { sessionQuery } from '../../data/session.ts';
import { Nothing } from '../../ui/data-area.tsx';
import { Loading } from '../../ui/loading.tsx';

/** For a path that no page is at; to a stranger it is the sign-in screen, like everything else. */
export function PageNotFound({ signIn }: { signIn: React.ReactNode }) {
  const session = useQuery(sessionQuery);
  const navigate = useNavigate();
  if (session.isPending) return <Loading />;
  if (session.data === null) return signIn;
  return (
    <div className="hw-alone">
      <Nothing
        title="Page not found"
        description="The address may be mistyped, or the page has moved."
        action={<Button intent="primary" text="Go to the dashboard" onClick={() => void navigate({ to: '/' })} />}
      />
    </div>
  );
}
