import { Button, Callout } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SuppressionRecord } from '../../../../api/suppressions/schema.ts';
import { SUPPRESSION_STATUS_LABELS } from '../../../../domain/suppression/terms.ts';
import { suppressionQuery } from '../../../entities/suppression/suppression.ts';
import { suppressionKind } from '../../../entities/suppression/suppression-kind.ts';
import { suppressionTone } from '../../../entities/tones.ts';
import type { OpenRecord } from '../../../records/list/list-page.tsx';
import { RecordDrawer } from '../../../records/record/record-drawer.tsx';
import { StatusTag } from '../../../ui/status/status-tag.tsx';
import { Day } from '../../../ui/values/day.tsx';
import { LiftDialog } from './lift-dialog.tsx';

/** One suppressed address: why and since when, its history, and the way to lift it. */
export function SuppressionDrawer(open: OpenRecord) {
  const query = useQuery(suppressionQuery(open.id));
  const suppression = query.data;
  return (
    <RecordDrawer
      {...open}
      kind={suppressionKind}
      record={suppression}
      loading={query}
      badge={
        suppression && (
          <StatusTag tone={suppressionTone(suppression.status)}>
            {SUPPRESSION_STATUS_LABELS[suppression.status] ?? suppression.status}
          </StatusTag>
        )
      }
      actions={open.canChange && suppression?.status === 'suppressed' && <Lift suppression={suppression} />}
      below={
        <>
          {suppression?.liftedAt && (
            <section className="hw-drawer-section" aria-label="Lifted">
              <h3>
                Lifted on <Day iso={suppression.liftedAt} />
              </h3>
              <p>{suppression.why}</p>
            </section>
          )}
          {suppression?.erased && (
            <Callout compact className="hw-drawer-section">
              The address was erased for good. What is said here holds even so: a hash of it is kept.
            </Callout>
          )}
        </>
      }
    />
  );
}

function Lift({ suppression }: { suppression: SuppressionRecord }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button text="Lift" onClick={() => setOpen(true)} />
      {isOpen && <LiftDialog suppression={suppression} onClose={() => setOpen(false)} />}
    </>
  );
}
