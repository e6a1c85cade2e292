import { Button, Callout, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { BriefingAnswer } from '../../../../api/insights/briefing.schema.ts';
import { SeverityTag } from '../../../entities/insight/insight-tags.tsx';
import { Disclosure } from '../../../ui/layout/disclosure.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { Day } from '../../../ui/values/day.tsx';

type Written = NonNullable<BriefingAnswer['briefing']>;
type Group = Written['groups'][number];

/** What is open, as a model groups and ranks it; nothing without a model, and where it had nothing to say. */
export function Briefing({ said: { isModelConfigured, briefing, failure, sent } }: { said: BriefingAnswer }) {
  if (!isModelConfigured) return null;
  const whatWasSent = sent && <WhatWasSent sent={sent} />;
  if (briefing)
    return (
      <div className="hw-briefing">
        <Section title="In short">
          <div className="hw-briefing-groups">
            {briefing.groups.map((group) => (
              <GroupOf key={group.insights[0]?.id} group={group} />
            ))}
          </div>
          <div className="hw-briefing-notes">
            <p>
              Worded by {briefing.model} on <Day iso={briefing.writtenAt} />. It saw no names. {whatWasSent}
            </p>
            {briefing.dropped > 0 && <p>{droppedText(briefing.dropped)}</p>}
            {!briefing.isCurrent && <p>It is older than the newest findings, which are in our own words.</p>}
            {failure && <p>The last try brought no new words. {failure.label}</p>}
          </div>
        </Section>
      </div>
    );
  if (!failure) return null;
  return (
    <Callout compact icon={null} className="hw-briefing hw-briefing-notes">
      {failure.label} These are our own words. {whatWasSent}
    </Callout>
  );
}

function droppedText(dropped: number): string {
  return dropped === 1
    ? '1 text said what is not in your records: there you read our own words.'
    : `${dropped} texts said what is not in your records: there you read our own words.`;
}

/** The links that a group shows at once, or one more. */
const FEW = 3;

function GroupOf({ group: { heading, summary, insights } }: { group: Group }) {
  const few = insights.length === FEW + 1 ? FEW + 1 : FEW;
  const more = insights.slice(few);
  return (
    <div>
      <h3>{heading}</h3>
      {summary && <p className="hw-insight-text">{summary}</p>}
      <Links insights={insights.slice(0, few)} label={heading} />
      {more.length > 0 && (
        <Disclosure
          isSmall
          summary={
            <>
              {more.length} more<span className="hw-visually-hidden">: {heading}</span>
            </>
          }
        >
          <Links insights={more} label={`More: ${heading}`} />
        </Disclosure>
      )}
    </div>
  );
}

function Links({ insights, label }: Pick<Group, 'insights'> & { label: string }) {
  return (
    <ul className="hw-briefing-links" aria-label={label}>
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
