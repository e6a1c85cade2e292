import { Button, Callout, Radio } from '@blueprintjs/core';
import { useEffect, useRef, useState } from 'react';
import { shown } from '../../ui/inputs/fields.ts';
import type { Difference, Edit } from './use-edit.ts';

/** Blocks saving while a conflict is undecided: whether it does, and how often it has. */
export function useOpenChoices({ differences }: Edit): { tries: number; isHeldBack(): boolean } {
  const [tries, setTries] = useState(0);
  return {
    tries,
    isHeldBack() {
      const isOpen = differences.some(isUndecided);
      if (isOpen) setTries((count) => count + 1);
      return isOpen;
    },
  };
}

interface RecordDifferencesProps {
  edit: Edit;
  noun: string;
  /** How often a save was blocked by an undecided conflict: each time the first one gets the focus. */
  tries: number;
}

/** What others changed during an edit, field by field; if both changed the same field, the person decides. */
export function RecordDifferences({ edit, noun, tries }: RecordDifferencesProps) {
  const { differences, take, accept } = edit;
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => {
    if (tries > 0) table.current?.querySelector<HTMLElement>('[data-undecided] input')?.focus();
  }, [tries]);

  if (differences.length === 0) return null;
  const undecided = differences.filter(isUndecided);
  return (
    <Callout intent="warning" title={`This ${noun} was changed while you were editing`}>
      <p role="status">
        Nothing you typed is lost. {undecided.length > 0 && tries === 0 && 'Choose what to keep, then save.'}
      </p>
      {undecided.length > 0 && tries > 0 && (
        <p className="hw-form-error" role="alert" key={tries}>
          Not saved yet. Choose what to keep first: {undecided.map(({ field }) => field.label).join(', ')}.
        </p>
      )}
      <table className="hw-differences" ref={table}>
        <thead>
          <tr>
            <th scope="col">Was</th>
            <th scope="col">Theirs</th>
            <th scope="col">Yours</th>
          </tr>
        </thead>
        {differences.map(rows)}
      </table>
    </Callout>
  );

  function rows(difference: Difference) {
    const { field, before, theirs, mine, isConflict } = difference;
    return (
      <tbody key={field.name} data-undecided={isUndecided(difference) || undefined}>
        <tr>
          <th scope="rowgroup" colSpan={3}>
            {field.label}
          </th>
        </tr>
        <tr>
          <td>
            <del>{shown(field, before)}</del>
          </td>
          {isConflict ? (
            <>
              <td>{choice(difference, 'theirs', theirs)}</td>
              <td>{choice(difference, 'mine', mine)}</td>
            </>
          ) : (
            <>
              <td>
                <ins>{shown(field, theirs)}</ins>
              </td>
              <td>
                <Button
                  size="small"
                  variant="minimal"
                  text="Got it"
                  aria-label={`Got it: ${field.label}`}
                  onClick={() => accept(field)}
                />
              </td>
            </>
          )}
        </tr>
      </tbody>
    );
  }

  function choice({ field, chosen }: Difference, whose: 'mine' | 'theirs', value: string) {
    return (
      <Radio
        name={`differences-${field.name}`}
        label={shown(field, value)}
        aria-label={`${field.label}, ${whose === 'mine' ? 'yours' : 'theirs'}: ${shown(field, value)}`}
        checked={chosen === whose}
        onChange={() => take(field, whose)}
      />
    );
  }
}

function isUndecided({ isConflict, chosen }: Difference): boolean {
  return isConflict && chosen === null;
}
