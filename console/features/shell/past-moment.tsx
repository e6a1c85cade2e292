import { Button, FormGroup } from '@blueprintjs/core';
import { History } from '@blueprintjs/icons';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { goToMoment, linkToMoment } from '../../data/as-of.ts';
import { shownAt } from '../../entities/addresses.ts';
import { useCompanyZone } from '../../entities/job/job-tags.tsx';
import { DateInput } from '../../ui/inputs/date-input.tsx';
import { Popover } from '../../ui/layout/popover.tsx';
import { useIsSmall } from '../../ui/layout/use-media.ts';
import { showToast } from '../../ui/status/toaster.tsx';
import { formatMomentIn } from '../../ui/values/format.ts';
import { instantAt, wallAt } from '../../ui/values/wall-time.ts';

/** In the bar: shows the whole company as of an earlier moment. */
export function GoBackInTime() {
  const label = 'Earlier moment';
  return (
    <Popover content={<MomentForm />}>
      <Button variant="minimal" icon={<History />} aria-label={label} title={label} />
    </Popover>
  );
}

/** Across the top of every page that shows an earlier moment. @param moment ISO UTC */
export function PastBanner({ moment }: { moment: string }) {
  const zone = useCompanyZone();
  const isSmall = useIsSmall();
  async function copyLink(): Promise<void> {
    await navigator.clipboard.writeText(linkToMoment(moment));
    void showToast({ title: 'Link copied', text: 'It opens this page as of the same moment.' });
  }
  return (
    <section className="hw-past" aria-label="An earlier moment">
      <p>
        <History /> <strong>As of {formatMomentIn(moment, zone)}</strong>
        {!isSmall && <span>Everything is shown as it was then. Nothing can be changed.</span>}
      </p>
      <div className="hw-past-acts">
        <Popover content={<MomentForm shown={moment} />}>
          <Button variant="minimal" text={isSmall ? 'Change' : 'Another moment…'} />
        </Popover>
        {!isSmall && <CompareWithToday moment={moment} />}
        {!isSmall && <Button variant="minimal" text="Copy link" onClick={() => void copyLink()} />}
        <Button text={isSmall ? 'Today' : 'Back to today'} onClick={() => goToMoment(null)} />
      </div>
    </section>
  );
}

/** Leads from a list or a record to what changed in it since; nothing on pages of neither. */
function CompareWithToday({ moment }: { moment: string }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const of = shownAt(pathname, search);
  if (of === null) return null;
  const since = { of, from: moment, to: new Date().toISOString() };
  return (
    <Button
      variant="minimal"
      text="Compare with today"
      onClick={() => void navigate({ to: '/compare', search: since })}
    />
  );
}

function MomentForm({ shown }: { shown?: string }) {
  const zone = useCompanyZone();
  const [wall, setWall] = useState(() => (shown === undefined ? '' : wallAt(shown, zone)));
  const moment = instantAt(wall, zone);
  const isAhead = moment !== null && Date.parse(moment) > Date.now();

  function show(event: FormEvent): void {
    event.preventDefault();
    if (moment !== null && !isAhead) goToMoment(moment);
  }

  return (
    <form className="hw-past-form" onSubmit={show}>
      <FormGroup
        label="Show everything as of"
        labelFor="past-moment"
        intent={isAhead ? 'danger' : 'none'}
        helperText={isAhead ? 'This lies ahead. Choose a time before now.' : 'By the clock of your company.'}
      >
        <DateInput id="past-moment" type="datetime-local" value={wall} onValueChange={setWall} />
      </FormGroup>
      <Button type="submit" intent="primary" text="Show" disabled={moment === null || isAhead} />
    </form>
  );
}
