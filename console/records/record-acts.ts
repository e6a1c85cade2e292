import { useEffect, useRef } from 'react';

/** What can be done with the record that is on the screen. */
export interface RecordAct {
  /** In the words of its button: `Edit`. */
  text: string;
  run(): void;
}

interface Offered {
  /** What the record is called. */
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

/** What is offered now, with what the record is called. */
export function recordActs(): (RecordAct & { title: string })[] {
  return [...shown].flatMap(({ current: { title, acts } }) => acts.map((act) => ({ ...act, title })));
}
