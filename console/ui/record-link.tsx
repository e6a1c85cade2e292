import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface RecordLinkProps {
  id: string;
  /** The key of the address that holds the open record's id. */
  param: string;
  children: ReactNode;
}

/** Its area is the whole row or card, by the style: a click anywhere opens the record, a middle click in a new tab. */
export function RecordLink({ id, param, children }: RecordLinkProps) {
  return (
    <Link to="." search={(now) => ({ ...now, [param]: id, tab: undefined })} className="hw-record-link">
      {children}
    </Link>
  );
}
