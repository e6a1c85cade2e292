import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import type { EquipmentRecord } from '../../../api/equipment/schema.ts';
import { HandOutDialog, Since, useTakeBack } from '../../entities/equipment/hands.tsx';

interface HandsSectionProps {
  equipment: EquipmentRecord;
  canChange: boolean;
}

/** In whose hands a machine is, and the acts that hand it out or take it back. */
export function HandsSection({ equipment, canChange }: HandsSectionProps) {
  const [isHandingOut, setHandingOut] = useState(false);
  const takeBack = useTakeBack();
  const { heldBy, heldByName } = equipment;
  return (
    <section className="hw-drawer-section" aria-labelledby="hands">
      <div className="hw-maintenance-head">
        <h3 id="hands">In hands of</h3>
        {canChange && heldBy === null && (
          <Button size="small" text="Hand to…" aria-haspopup="dialog" onClick={() => setHandingOut(true)} />
        )}
        {canChange && heldBy !== null && <Button size="small" text="Take back" onClick={() => takeBack(equipment)} />}
      </div>
      {heldBy === null ? (
        <p className="hw-muted">Nobody.</p>
      ) : (
        <p>
          {heldByName ?? 'Unknown'} <Since equipment={equipment} />
        </p>
      )}
      {isHandingOut && <HandOutDialog equipment={equipment} onClose={() => setHandingOut(false)} />}
    </section>
  );
}
