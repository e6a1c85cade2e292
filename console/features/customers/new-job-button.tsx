import { Button, Tooltip } from '@blueprintjs/core';

/** “New Job”, which nothing serves yet: it stays reachable by keyboard, so that its reason is. */
export function NewJobButton({ size = 'medium' }: { size?: 'small' | 'medium' }) {
  return (
    <Tooltip content="Jobs are not here yet. This will make one for the customer." placement="top">
      <Button size={size} text="New Job" aria-disabled className="hw-later" />
    </Tooltip>
  );
}
