import { AnchorButton, Button, Callout, Classes, FormGroup, HTMLSelect } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { CheckpointMade } from '../../../api/audit/checkpoints.schema.ts';
import { type ApiError, callText } from '../../data/api.ts';
import { pagingOf } from '../../data/paged-query.ts';
import { queryClient } from '../../data/query-client.ts';
import type { Account } from '../../entities/account/session.ts';
import { HistoryFrame } from '../../entities/history/history-frame.tsx';
import { ActionBar } from '../../ui/layout/action-bar.tsx';
import { More } from '../../ui/layout/more.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { DataArea, SkeletonLines } from '../../ui/status/data-area.tsx';
import { showToast } from '../../ui/status/toaster.tsx';
import { CopyLine } from '../../ui/values/copy-line.tsx';
import { Instant } from '../../ui/values/day.tsx';
import { formatInstant } from '../../ui/values/format.ts';
import { checkpointPath, checkpointsQuery, eventCount, keyQuery, whyMade } from './get-checkpoints.ts';
import { MailedTo } from './mailed-to.tsx';

/** What proves to strangers that the history was not changed: its checkpoints, their key, and who keeps them. */
export function ProofPage({ account }: { account: Account }) {
  return (
    <HistoryFrame>
      <Section title="What it is worth">
        <p>
          Once an hour, the whole history is signed: a checkpoint stands for every event up to then. Whoever keeps one
          where nobody of the company can reach it can show later that none of these events was changed, moved or
          removed.
        </p>
        <p className="hw-muted">
          It does not show that what was entered is true, nor anything about the time before the first checkpoint or
          after the last one.
        </p>
      </Section>
      <Newest />
      <Section title="The key">
        <p>It checks the signatures. Give it to whoever keeps checkpoints: it stays the same.</p>
        <VerifierKey />
      </Section>
      <MailedTo account={account} />
      <Checkpoints />
      <Section title="Evidence for one record">
        <p>
          For a dispute about an invoice, a job or a quote: open its history and press Download evidence. It is a ZIP
          with all of its events, their proofs, and a page that says how to check them without Heartwood. Records are
          found among the{' '}
          <Link to="/history" className="hw-in-text">
            events
          </Link>
          , too.
        </p>
      </Section>
    </HistoryFrame>
  );
}

function Newest() {
  const query = useInfiniteQuery(checkpointsQuery);
  const [newest] = query.data ?? [];
  const sign = useMutation<string, ApiError>({
    mutationFn: () => callText('/api/audit/checkpoint'),
    onSuccess(note) {
      void queryClient.invalidateQueries({ queryKey: checkpointsQuery.queryKey });
      const size = Number(note.split('\n')[1]);
      void showToast({ title: 'Signed', text: `The checkpoint is about ${eventCount(size)}.`, intent: 'success' });
    },
  });
  return (
    <Section title="Newest checkpoint">
      <DataArea
        query={query}
        isEmpty={() => false}
        firstUse={{ title: 'No checkpoint yet' }}
        filtered={null}
        // As long as what it stands for, so that it takes as many lines.
        skeleton={
          <p>
            <span className={Classes.SKELETON}>4,000 events, signed Nov 30, 2026, 12:00 PM · Hourly</span>
          </p>
        }
      >
        {([known]) => (
          <p>
            {known ? (
              <>
                <strong>{eventCount(known.size)}</strong>, signed <Instant iso={known.signedAt} />
                {whyMade(known) !== null && ` · ${whyMade(known)}`}
              </>
            ) : (
              'There is none yet. The first one is made within an hour.'
            )}
          </p>
        )}
      </DataArea>
      {/* Not with what is loaded: what is below would move. */}
      <ActionBar at="start">
        <Button text="Sign everything so far" loading={sign.isPending} onClick={() => sign.mutate()} />
        <AnchorButton
          icon={<Download />}
          text="Download"
          disabled={newest === undefined}
          href={newest && checkpointPath(newest.size)}
          download={newest && `checkpoint-${newest.size}.txt`}
        />
      </ActionBar>
      {sign.error && <NotSigned error={sign.error} />}
    </Section>
  );
}

/** Why nothing was signed, and what to do. */
function NotSigned({ error }: { error: ApiError }) {
  if (error.code !== 'history_changed')
    return (
      <Callout compact intent="warning" role="alert" title="Nothing was signed">
        {error.message} Try again in a moment.
      </Callout>
    );
  return (
    <Callout compact intent="danger" role="alert" title="The history is not what was signed">
      <p>{error.message}</p>
      <p>
        Copy the data folder before anything else, and keep the copy as it is. On the computer that Heartwood runs on,{' '}
        <code>npm run verify</code> says which event it is. Nothing is signed any more until the history agrees again.
      </p>
    </Callout>
  );
}

function VerifierKey() {
  return (
    <DataArea
      query={useQuery(keyQuery)}
      isEmpty={() => false}
      firstUse={{ title: 'No key' }}
      filtered={null}
      skeleton={
        <div className={Classes.SKELETON} inert>
          <CopyLine text="" label="The key that checks signatures" what="key" />
        </div>
      }
    >
      {(key) => <CopyLine text={key} label="The key that checks signatures" what="key" />}
    </DataArea>
  );
}

function Checkpoints() {
  const query = useInfiniteQuery(checkpointsQuery);
  return (
    <Section title="Checkpoints">
      <DataArea
        query={query}
        isEmpty={(made) => made.length === 0}
        firstUse={{ title: 'No checkpoint yet', description: 'One is made every hour in which something happens.' }}
        filtered={null}
        skeleton={<SkeletonLines lines={8} />}
      >
        {(made) => (
          <>
            {made.length > 1 && <Consistency made={made} />}
            <ol className="hw-checkpoints" aria-label="Checkpoints, newest first">
              {made.map((each) => (
                <li key={each.size}>
                  <Instant iso={each.signedAt} />
                  <span>{eventCount(each.size)}</span>
                  <span className="hw-muted">{whyMade(each)}</span>
                  <AnchorButton
                    variant="minimal"
                    icon={<Download />}
                    aria-label={`Download the checkpoint of ${eventCount(each.size)}`}
                    href={checkpointPath(each.size)}
                    download={`checkpoint-${each.size}.txt`}
                  />
                </li>
              ))}
            </ol>
            <More paging={pagingOf(query)} label="checkpoints" />
          </>
        )}
      </DataArea>
    </Section>
  );
}

/** The file that shows that one checkpoint's history is the beginning of another one's. */
function Consistency({ made }: { made: readonly CheckpointMade[] }) {
  const [earlierId, laterId] = [useId(), useId()];
  const [asked, setAsked] = useState<{ earlier?: number; later?: number }>({});
  const later = asked.later ?? made[0]?.size ?? 0;
  const before = made.filter(({ size }) => size < later);
  const earlier = before.find(({ size }) => size === asked.earlier)?.size ?? before.at(-1)?.size ?? 0;
  const options = (of: readonly CheckpointMade[]) =>
    of.map(({ size, signedAt }) => ({ value: size, label: `${formatInstant(signedAt)} · ${eventCount(size)}` }));
  return (
    <div className="hw-consistency">
      <p>
        Somebody kept an earlier checkpoint? This file shows that nothing before it was changed since: the history of
        the earlier one is the beginning of the later one’s.
      </p>
      <div className="hw-consistency-between">
        <FormGroup label="Earlier" labelFor={earlierId}>
          <HTMLSelect
            id={earlierId}
            fill
            value={earlier}
            options={options(before)}
            onChange={({ target }) => setAsked({ ...asked, earlier: Number(target.value) })}
          />
        </FormGroup>
        <FormGroup label="Later" labelFor={laterId}>
          <HTMLSelect
            id={laterId}
            fill
            value={later}
            options={options(made.slice(0, -1))}
            onChange={({ target }) => setAsked({ ...asked, later: Number(target.value) })}
          />
        </FormGroup>
        <AnchorButton
          icon={<Download />}
          text="Download consistency"
          href={`/api/audit/consistency?from=${earlier}&to=${later}`}
          download={`consistency-${earlier}-${later}.txt`}
        />
      </div>
    </div>
  );
}
