import { Button, Callout } from '@blueprintjs/core';
import { shown } from './fields.ts';
import type { Edit } from './use-edit.ts';

/** What others changed while a person was editing, field by field; where both changed one, the person decides. */
export function RecordDifferences({ edit, noun }: { edit: Edit; noun: string }) {
  const { differences, take } = edit;
  if (differences.length === 0) return null;
  return (
    <Callout intent="warning" role="status" title={`This ${noun} was changed while you were editing`}>
      <p>
        Nothing you typed is lost.{' '}
        {differences.some(({ isConflict }) => isConflict) && 'Choose what to keep, then save.'}
      </p>
      <ul className="hw-differences">
        {differences.map(({ field, before, theirs, mine, isConflict }) => (
          <li key={field.name}>
            <strong>{field.label}</strong>: <del>{shown(field, before)}</del> → <ins>{shown(field, theirs)}</ins>
            {isConflict ? (
              <span className="hw-difference-choice">
                You typed: <ins>{shown(field, mine)}</ins>
                <Button size="small" text="Keep mine" onClick={() => take(field, 'mine')} />
                <Button size="small" text="Use theirs" onClick={() => take(field, 'theirs')} />
              </span>
            ) : (
              <Button size="small" variant="minimal" text="Got it" onClick={() => take(field, 'theirs')} />
            )}
          </li>
        ))}
      </ul>
    </Callout>
  );
}
