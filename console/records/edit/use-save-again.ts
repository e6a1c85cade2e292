import { useEffect, useRef } from 'react';
import type { ApiError } from '../../data/api.ts';
import type { AnyRecord } from '../record-kind.ts';

interface Save {
  error: ApiError | null;
  /** What was sent. */
  variables: { expectedRevision?: unknown } | undefined;
}

/**
 * Saves what was refused because the record is newer again, if nothing in the form differs: there is nothing to tell or to
 * choose. It was something else, such as a note, or what this person saved without an answer.
 */
export function useSaveAgain({ error, variables }: Save, record: AnyRecord, isSame: boolean, submit: () => void): void {
  const seen = useRef<ApiError>(null);
  useEffect(() => {
    const isNewer = record.revision > Number(variables?.expectedRevision);
    if (error === null || error.code !== 'stale' || error === seen.current || !isNewer) return;
    seen.current = error;
    if (isSame) submit();
  });
}
