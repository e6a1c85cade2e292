import { Link } from '@tanstack/react-router';
import { addressOf } from '../../../entities/addresses.ts';
import { KINDS } from '../../../entities/kinds.ts';

interface RecordNameProps {
  kind: string;
  id: string;
  /** What people call it; null where nobody knows it any more. */
  label: string | null;
}

/** A record that a rule names, as a link. */
export function RecordName({ kind, id, label }: RecordNameProps) {
  const name = label ?? KINDS[kind]?.noun ?? kind;
  const address = addressOf(kind, id);
  return address ? <Link {...address}>{name}</Link> : name;
}
