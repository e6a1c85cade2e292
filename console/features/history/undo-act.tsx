import { Button, Callout, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { Undo } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { ActUndo, ActUndone } from '../../../api/audit/act-undo.schema.ts';
import type { AuditAct } from '../../../api/audit/acts.schema.ts';
import { BATCH_LIMITS } from '../../../domain/batch/terms.ts';
import { useCommand } from '../../data/use-command.ts';
import { wordsOf } from '../../entities/activity-words.ts';
import { addressOf } from '../../entities/addresses.ts';
import { settingsQuery } from '../../entities/settings/settings.ts';
import { DataArea, Skeleton, SkeletonLines } from '../../ui/status/data-area.tsx';
import { formatMomentIn } from '../../ui/values/format.ts';
import { actWords, recordWords, whoOf } from './event-words.ts';
import { actUndoQuery } from './get-events.ts';
import { eventsOf } from './history-search.ts';

/** Undoes an act as a unit, whenever it was: first it is told what goes back, and what does not. */
export function UndoAct({ act }: { act: AuditAct }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Undo />} text="Undo this act" onClick={() => setOpen(true)} />
      {isOpen && <UndoDialog act={act} onClose={() => setOpen(false)} />}
    </>
  );
}

function UndoDialog({ act, onClose }: { act: AuditAct; onClose(): void }) {
  const query = useQuery(actUndoQuery(act.id));
  const [result, setResult] = useState<Result | null>(null);
  const undo = useCommand<{ id: string } & Way, ActUndone>({
    command: ({ id }) => ({ method: 'POST', path: `/api/audit/acts/${encodeURIComponent(id)}/undo` }),
    // It may be about records of any kind: the server tells of each.
    collections: [],
    onSuccess: ({ data }, { id, isBack, canReturn }) => setResult({ ...data, of: id, isBack, canReturn }),
  });
  const error = undo.error && (
    <Callout compact intent="danger" role="alert">
      {undo.error.message}
    </Callout>
  );
  return (
    <Dialog isOpen onClose={onClose} title={titleOf(act, result)} className="hw-dialog" canOutsideClickClose={false}>
      <DialogBody>
        {result ? (
          <Done result={result} />
        ) : (
          <DataArea
            query={query}
            isEmpty={() => false}
            firstUse={{ title: 'Nothing' }}
            filtered={null}
            skeleton={
              <Skeleton>
                <SkeletonLines lines={6} />
              </Skeleton>
            }
          >
            {(told) => <Told told={told} />}
          </DataArea>
        )}
        {error}
      </DialogBody>
      <DialogFooter
        actions={
          result ? (
            <>
              {result.more > 0 && (
                <Button
                  text={`Undo ${countedOf(Math.min(result.more, AT_ONCE), result.more)} more`}
                  loading={undo.isPending}
                  onClick={() => undo.mutate({ id: result.of, isBack: result.isBack, canReturn: result.canReturn })}
                />
              )}
              {result.act !== null && result.canReturn && (
                <Button
                  text={result.isBack ? 'Undo it again' : 'Bring it back'}
                  loading={undo.isPending}
                  onClick={() => undo.mutate({ id: result.act ?? '', isBack: !result.isBack, canReturn: true })}
                />
              )}
              <Button intent="primary" text="Done" onClick={onClose} />
            </>
          ) : (
            <>
              <Button text="Leave it" onClick={onClose} />
              <Button
                intent="primary"
                text={undoText(query.data)}
                disabled={!query.data || query.data.counts.back === 0}
                loading={undo.isPending}
                onClick={() => undo.mutate({ id: act.id, isBack: false, canReturn: canReturn(query.data) })}
              />
            </>
          )
        }
      />
    </Dialog>
  );
}

/** So many steps go back as one act. */
const AT_ONCE = BATCH_LIMITS.items;

interface Way {
  /** Whether it is an undo of the undo. */
  isBack: boolean;
  /** Whether any of it can be undone in turn. */
  canReturn: boolean;
}

/** @param of the act that was undone */
type Result = ActUndone & Way & { of: string };
type Step = ActUndo['steps'][number];
type RecordNamed = Pick<Step, 'category' | 'id' | 'title'>;

function titleOf(act: AuditAct, result: Result | null): string {
  if (result === null) return `Undo “${actWords(act)}”?`;
  return result.isBack ? 'Brought back' : 'Undone';
}

function allOf({ back, undone, changed, kept }: ActUndo['counts']): number {
  return back + undone + changed + kept;
}

function canReturn(told: ActUndo | undefined): boolean {
  return told !== undefined && told.forGood < told.counts.back;
}

function inOneSentence({ counts, forGood }: ActUndo): string {
  const { back, undone } = counts;
  const all = allOf(counts);
  if (all === 0) return 'Nothing of this act shows on a record, so there is nothing to undo.';
  if (undone === all) return 'It was undone before.';
  if (back === 0) return 'Nothing of it can go back now.';
  if (all === 1) return forGood === 0 ? 'It goes back, and can be brought back.' : 'It goes back, for good.';
  const some = back === all ? `All ${inWords(all)}` : countedOf(back, all);
  const go =
    back <= AT_ONCE
      ? `${some} steps go back as one act`
      : `${some} steps can go back, ${inWords(AT_ONCE)} at a time, the last ones first: each time as one act`;
  if (forGood === 0) return `${go}, which can be brought back.`;
  return forGood === back
    ? `${go}, for good.`
    : `${go}. ${forGood.toLocaleString('en-US')} of them cannot be brought back.`;
}

function countedOf(some: number, all: number): string {
  return some === all ? inWords(all) : `${inWords(some)} of ${inWords(all)}`;
}

function inWords(count: number): string {
  return count.toLocaleString('en-US');
}

function undoText(told: ActUndo | undefined): string {
  if (!told) return 'Undo';
  const { back } = told.counts;
  const all = allOf(told.counts);
  const some = Math.min(back, AT_ONCE);
  return back === 0 || some === all ? 'Undo' : `Undo ${countedOf(some, all)}`;
}

/** What an undo would do. */
function Told({ told }: { told: ActUndo }) {
  const { counts, steps, followed } = told;
  const zone = useQuery(settingsQuery).data?.timeZone;
  const of = (fate: Step['fate']) => steps.filter((step) => step.fate === fate);
  return (
    <>
      <p>{inOneSentence(told)}</p>
      <Group title="Stays, as something stands on it" all={of('changed')} count={counts.changed}>
        {(step) => (
          <>
            <StepLine step={step} />
            <ul className="hw-acts">
              {step.later.map((later) => (
                <li key={later.commandId} className="hw-act">
                  <Link {...eventsOf({ act: later.act })}>
                    {wordsOf({ types: [later.type], status: null, isUndo: false })}
                  </Link>
                  <small className="hw-muted">
                    {whoOf(later)} · {formatMomentIn(later.recordedAt, zone)}
                  </small>
                </li>
              ))}
            </ul>
          </>
        )}
      </Group>
      <Group title="Stays" all={of('kept')} count={counts.kept}>
        {(step) => <StepLine step={step}>{whyKept(step)}</StepLine>}
      </Group>
      <Group title="Goes back" all={of('back')} count={counts.back}>
        {(step) => <StepLine step={step}>{step.final !== null && 'Cannot be brought back.'}</StepLine>}
      </Group>
      <Group title="Follows by itself" all={followed} count={followed.length}>
        {(each) => (
          <div className="hw-act">
            <RecordLink record={each} />
            {each.kept === null ? <Did types={each.types} /> : <small className="hw-muted">{each.kept}</small>}
          </div>
        )}
      </Group>
      <Group title="Was undone before" all={of('undone')} count={counts.undone}>
        {(step) => <StepLine step={step} />}
      </Group>
    </>
  );
}

/** What an undo did. */
function Done({ result: { act, done, more, kept, keptCount, conflicts, isBack } }: { result: Result }) {
  const steps = `${done.toLocaleString('en-US')} ${done === 1 ? 'step' : 'steps'}`;
  return (
    <>
      <p role="status">
        {act === null ? 'This was undone before. Nothing was changed.' : `${steps} went back${isBack ? ' again' : ''}.`}{' '}
        {act !== null && <Link {...eventsOf({ act })}>Show what was done</Link>}
      </p>
      {more > 0 && <p>{inWords(more)} more can go back, by undoing the act again.</p>}
      <Group title="Stays as it is" all={kept} count={keptCount}>
        {(each) => <Message of={each} />}
      </Group>
      <Group title="In conflict now" all={conflicts} count={conflicts.length}>
        {(each) => <Message of={each} />}
      </Group>
    </>
  );
}

function Message({ of }: { of: ActUndone['kept'][number] }) {
  return (
    <div className="hw-act">
      <RecordLink record={of} />
      <small className="hw-muted">{of.message}</small>
    </div>
  );
}

interface GroupProps<Each> {
  title: string;
  /** The first of them. */
  all: readonly Each[];
  /** How many there are. */
  count: number;
  children(each: Each): ReactNode;
}

function Group<Each extends RecordNamed>({ title, all, count, children }: GroupProps<Each>) {
  if (all.length === 0) return null;
  const more = count - all.length;
  return (
    <section aria-label={title}>
      <h3 className="hw-acts-title">
        {title} <span className="hw-muted">{count.toLocaleString('en-US')}</span>
      </h3>
      <ul className="hw-acts">
        {all.map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one record may have several, and they never move
          <li key={index}>{children(each)}</li>
        ))}
      </ul>
      {more > 0 && <p className="hw-muted">And {more.toLocaleString('en-US')} more.</p>}
    </section>
  );
}

/** @param props.children why it stays, or what is to be known of it */
function StepLine({ step, children }: { step: Step; children?: ReactNode }) {
  return (
    <div className="hw-act">
      <RecordLink record={step} />
      <Did types={step.types} />
      {children && <small className="hw-muted">{children}</small>}
    </div>
  );
}

function RecordLink({ record }: { record: RecordNamed }) {
  const address = addressOf(record.category, record.id);
  const text = recordWords(record);
  return address ? <Link {...address}>{text}</Link> : <strong>{text}</strong>;
}

function Did({ types }: { types: string[] }) {
  return <span className="hw-muted"> {wordsOf({ types, status: null, isUndo: false })}</span>;
}

function whyKept({ reason, final }: Step): string {
  return final === null
    ? (reason ?? '')
    : `“${wordsOf({ types: [final], status: null, isUndo: false })}” cannot be undone.`;
}
