import { useMemo } from 'react';
import type { CrewRecord } from '../../../api/crews/schema.ts';
import { type DrawerTab, RecordDrawer } from '../../ui/record-drawer.tsx';
import { CrewState } from './crew-card.tsx';
import { crewKind } from './crew-kind.tsx';

interface CrewDrawerProps {
  id: string;
  crew: CrewRecord | undefined;
  canChange: boolean;
  tab: DrawerTab;
  onTab(tab: DrawerTab): void;
  onClose(): void;
}

/** One crew: details, edit, history. */
export function CrewDrawer({ id, crew, canChange, tab, onTab, onClose }: CrewDrawerProps) {
  const kind = useMemo(() => crewKind(id), [id]);
  return (
    <RecordDrawer
      key={id}
      kind={kind}
      id={id}
      record={crew}
      tab={tab}
      onTab={onTab}
      onClose={onClose}
      canChange={canChange}
      saved={{ title: 'Crew Updated', text: 'The crew has been changed.', intent: 'success' }}
      failed={{ title: 'Error', text: 'Failed to update the crew.' }}
      badge={crew && <CrewState isActive={crew.isActive} />}
    />
  );
}
