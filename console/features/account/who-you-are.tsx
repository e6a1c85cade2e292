import { Link } from '@tanstack/react-router';
import { type Account, nameOf } from '../../data/session.ts';
import { ROLE_LABELS } from '../../ui/roles.ts';

export function WhoYouAre({ account }: { account: Account }) {
  const lines = [
    ['Name', nameOf(account)],
    ['Role', ROLE_LABELS[account.role]],
    ['Username', account.username ?? '—'],
    ['Email', account.email ?? '—'],
  ] as const;
  return (
    <>
      <dl className="hw-details">
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="hw-account-note">
        {account.role === 'owner' ? (
          <Link to="/users" search={{ user: account.id, tab: 'edit' }}>
            Change this on the page Users
          </Link>
        ) : (
          'An owner changes this for you.'
        )}
      </p>
    </>
  );
}
