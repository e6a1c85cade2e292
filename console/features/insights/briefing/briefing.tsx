import { Button, Callout, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import type { BriefingAnswer } from '../../../../api/insights/briefing.schema.ts';
import { readInsightsAgain } from '../../../entities/insight/insight.ts';
import { SeverityTag } from '../../../entities/insight/insight-tags.tsx';
import { LANDING } from '../../../ui/keyboard/focus.ts';
import { Disclosure } from '../../../ui/layout/disclosure.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { useIsSmall } from '../../../ui/layout/use-media.ts';
import { Day } from '../../../ui/values/day.tsx';
import { type ReadBriefing, useHeldBriefing } from './use-held-briefing.ts';

type Written = NonNullable<BriefingAnswer['briefing']>;
type Group = Written['groups'][number];

/**
 * What is open, as a model groups and ranks it; nothing without a model, and where it had nothing to say. A newer one is
 * offered over the list, which it moves only once somebody asks for it.
 */
export function Briefing({ latest }: { latest: ReadBriefing }) {
  const { shown, waiting, show } = useHeldBriefing(latest);
  const place = useRef<HTMLDivElement>(null);
  if (!latest.said.isModelConfigured) return null;
  return (
    <>
      <div className="hw-briefing-waiting" role="status">
        {waiting !== null && (
          <Button
            intent="primary"
            text={waiting}
            onClick={() => {
              show();
              readInsightsAgain();
              // Once it is there.
              requestAnimationFrame(() => place.current?.scrollIntoView({ block: 'nearest' }));
            }}
          />
        )}
      </div>
      <div ref={place} className="hw-briefing" tabIndex={-1} {...LANDING}>
        <Said said={shown} />
      </div>
    </>
  );
}

function Said({ said: { briefing, failure, sent } }: { said: BriefingAnswer }) {
  const isSmall = useIsSmall();
  const whatWasSent = sent && <WhatWasSent sent={sent} />;
  if (briefing) {
    const { model, writtenAt, groups } = briefing;
    const whose = (
      <>
        Worded by {model} on <Day iso={writtenAt} />
      </>
    );
    const notes = notesOf(briefing, failure);
    return isSmall ? (
      <Folded groups={groups}>
        <Notes>
          {whose}. It saw no names. {notes} {whatWasSent}
        </Notes>
      </Folded>
    ) : (
      <Unfolded groups={groups} whose={whose} notes={notes}>
        <Notes>It saw no names. {whatWasSent}</Notes>
      </Unfolded>
    );
  }
  if (!failure) return null;
  return (
    <Callout compact icon={null}>
      <Notes>
        No briefing was written. {failure.label} The insights are in our own words. {whatWasSent}
      </Notes>
    </Callout>
  );
}

/** What somebody should know of it before they rely on it; empty if there is nothing. */
function notesOf({ dropped, isCurrent }: Written, failure: BriefingAnswer['failure']): string {
  const left = dropped === 1 ? '1 text said what is' : `${dropped} texts said what is`;
  return [
    dropped > 0 && `${left} not in your records: there you read our own words.`,
    !isCurrent && 'It is older than the newest findings, which are in our own words.',
    !isCurrent && failure && `The last try brought no new words. ${failure.label}`,
  ]
    .filter(Boolean)
    .join(' ');
}

function Notes({ children }: { children: ReactNode }) {
  return <p className="hw-briefing-notes">{children}</p>;
}

interface GroupsProps {
  groups: readonly Group[];
  /** After the insights. */
  children: ReactNode;
}

/** On a desk: a row for each group, and its insights behind one line. */
function Unfolded({ groups, whose, notes, children }: GroupsProps & { whose: ReactNode; notes: string }) {
  const count = countOf(groups);
  return (
    <Section title="In short" actions={<span className="hw-briefing-notes">{whose}</span>}>
      <ul className="hw-briefing-groups">
        {groups.map((group) => (
          <li key={keyOf(group)}>
            <h3>{headingOf(group)}</h3>
            {group.summary === null ? <Begins insights={group.insights} /> : <p>{group.summary}</p>}
          </li>
        ))}
      </ul>
      {notes && <Notes>{notes}</Notes>}
      <Disclosure
        isSmall
        summary={count === 1 ? 'The insight, and what was sent' : `All ${count} insights by group, and what was sent`}
      >
        <div className="hw-briefing-all">
          {groups.map((group) => (
            <section key={keyOf(group)} aria-label={group.heading}>
              <h4>{group.heading}</h4>
              <Links insights={group.insights} />
            </section>
          ))}
        </div>
        {children}
      </Disclosure>
    </Section>
  );
}

/** On a phone: one line above the list, which opens all of it. */
function Folded({ groups, children }: GroupsProps) {
  return (
    <Section>
      <Disclosure
        summary={
          <span className="hw-briefing-line">
            <strong>In short</strong> {groups.map(({ heading }) => heading).join(' · ')}
          </span>
        }
      >
        {groups.map((group) => (
          <section key={keyOf(group)} className="hw-briefing-folded" aria-label={group.heading}>
            <h3>{headingOf(group)}</h3>
            {group.summary !== null && <p>{group.summary}</p>}
            <Links insights={group.insights} />
          </section>
        ))}
        {children}
      </Disclosure>
    </Section>
  );
}

const keyOf = ({ insights }: Group) => insights[0]?.id;

/** `What waits (3)`. */
function headingOf({ heading, insights }: Group): string {
  return insights.length === 1 ? heading : `${heading} (${insights.length})`;
}

function countOf(groups: readonly Group[]): number {
  return groups.reduce((sum, { insights }) => sum + insights.length, 0);
}

/** The insights that stand for a group without a sentence. */
const FEW = 2;

function Begins({ insights }: Pick<Group, 'insights'>) {
  const few = insights.length === FEW + 1 ? FEW + 1 : FEW;
  const more = insights.length - few;
  return (
    <p>
      {insights
        .slice(0, few)
        .map(({ title }) => title)
        .join('; ')}
      {more > 0 && <span className="hw-muted">; and {more} more</span>}
    </p>
  );
}

function Links({ insights }: Pick<Group, 'insights'>) {
  return (
    <ul className="hw-briefing-links">
      {insights.map(({ id, title, severity }) => (
        <li key={id}>
          <SeverityTag severity={severity} />
          <Link to="/ai-dashboard" search={{ insight: id }}>
            {title}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The literal text that went to the model the last time. */
function WhatWasSent({ sent: { instructions, input } }: { sent: NonNullable<BriefingAnswer['sent']> }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="minimal" size="small" text="What was sent" onClick={() => setOpen(true)} />
      <Dialog isOpen={isOpen} onClose={close} title="What was sent" className="hw-dialog hw-briefing-sent">
        <DialogBody>
          <p>
            To the letter, the last time. Names of people, companies and records were not in it: {'{0}'} stands for the
            first record of an insight, and is filled in here.
          </p>
          <Literally title="What it was told of your records" text={input} />
          <Literally title="What it was told to do" text={instructions} />
        </DialogBody>
        <DialogFooter actions={<Button text="Close" onClick={close} />} />
      </Dialog>
    </>
  );
}

function Literally({ title, text }: { title: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section aria-label={title} tabIndex={0}>
      <h3>{title}</h3>
      <pre>{text}</pre>
    </section>
  );
}
