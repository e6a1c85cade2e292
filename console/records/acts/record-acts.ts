import { useEffect, useRef } from 'react';

/** An act on the record on the screen. */
export interface RecordAct {
  /** The text of its button: `Edit`. */
  text: string;
  run(): void;
}

interface Offered {
  /** The record's title. */
  title: string;
  acts: readonly RecordAct[];
}

const shown = new Set<{ current: Offered }>();

/** Offers acts on a record in the command palette while the component is mounted. */
export function useRecordActs(title: string, acts: readonly RecordAct[]): void {
  const offered = useRef<Offered>({ title, acts });
  offered.current = { title, acts };
  useEffect(() => {
    shown.add(offered);
    return () => void shown.delete(offered);
  }, []);
}

/** The acts offered now, each with its record's title. */
export function recordActs(): (RecordAct & { title: string })[] {
  return [...shown].flatMap(({ current: { title, acts } }) => acts.map((act) => ({ ...act, title })));
}
