import { createFileRoute, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { SetPasswordScreen } from '../features/session/set-password-screen.tsx';

export const Route = createFileRoute('/set-password')({ component: SetPassword });

/**
 * The link's token is the part after its #. Once read, it is removed from the address bar, where others could see it.
 */
function SetPassword() {
  const { hash } = useLocation();
  const navigate = Route.useNavigate();
  const [token, setToken] = useState(hash);

  useEffect(() => {
    if (hash === '') return;
    setToken(hash);
    void navigate({ hash: '', replace: true });
  }, [hash, navigate]);

  return <SetPasswordScreen key={token} token={token} />;
}
