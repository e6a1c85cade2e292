import { Callout } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { Health } from '../../../api/health/schema.ts';
import { healthQuery } from '../../entities/health/health.ts';
import { Instant } from '../../ui/values/day.tsx';

/** Tells an owner on every page, others on the first, that the stored history was found damaged; nothing if it was not. */
export function HistoryDamaged({ isOwner }: { isOwner: boolean }) {
  const { data: log } = useQuery({ ...healthQuery, select: ({ log }) => log });
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/' });
  if (!log?.damage || !(isOwner || isHome)) return null;
  return (
    <Callout className="hw-shell-notice" intent="danger" role="status" title="The history is damaged">
      {isOwner ? (
        <WhatToDo {...log} />
      ) : (
        <p>Some of what was recorded may not open. The owner is shown what to do: please tell them.</p>
      )}
    </Callout>
  );
}

function WhatToDo({ damage, damageFoundAt, checkedAt }: NonNullable<Health['log']>) {
  return (
    <>
      <p>
        {damage}{' '}
        {damageFoundAt && (
          <>
            Found on <Instant iso={damageFoundAt} />.
          </>
        )}{' '}
        {checkedAt && (
          <>
            It was last found whole on <Instant iso={checkedAt} />.
          </>
        )}
      </p>
      <p>
        Whoever runs Heartwood should stop it, keep a copy of its data folder, and restore the newest backup (
        <code>npm run restore</code>), as “Backups” in the README says. What was recorded since that backup is not in
        it, so do this soon.
      </p>
    </>
  );
}
