import { Button, Dialog, DialogBody, FormGroup, HTMLSelect } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CALENDAR_DAYS, COMPANY_CALENDAR } from '../../../domain/calendar/terms.ts';
import { calendarQuery, useShareCalendar } from '../../entities/schedule/calendars.ts';
import { ActionBar } from '../../ui/layout/action-bar.tsx';
import { DataArea, SkeletonLines } from '../../ui/status/data-area.tsx';
import { CopyLine } from '../../ui/values/copy-line.tsx';
import { type Lane, NO_CREW } from './board/board.ts';

interface CalendarsDialogProps {
  lanes: readonly Lane[];
  /** The crew selected at first. */
  crewId: string | undefined;
  onClose(): void;
}

/** Links that show the schedule of a crew, or of the whole company, in the calendar app of a phone or computer. */
export function CalendarsDialog({ lanes, crewId, onClose }: CalendarsDialogProps) {
  const crews = lanes.filter(({ id }) => id !== NO_CREW);
  const [id, setId] = useState(crews.some((crew) => crew.id === crewId) ? crewId : COMPANY_CALENDAR);
  return (
    <Dialog isOpen onClose={onClose} title="Calendar feeds" className="hw-dialog">
      <DialogBody>
        <p>With a link, the calendar on a phone or computer shows the schedule and updates when something moves.</p>
        <FormGroup label="Calendar" labelFor="hw-calendar-feed">
          <HTMLSelect fill id="hw-calendar-feed" value={id} onChange={({ target }) => setId(target.value)}>
            <option value={COMPANY_CALENDAR}>The whole company</option>
            {crews.map((crew) => (
              <option key={crew.id} value={crew.id}>
                {crew.name}
              </option>
            ))}
          </HTMLSelect>
        </FormGroup>
        <Feed key={id} id={id ?? COMPANY_CALENDAR} />
        <p className="hw-muted">
          It shows the time, the address, the service and the number of each job, from {CALENDAR_DAYS.before} days ago
          to {CALENDAR_DAYS.after} days ahead. It shows no names, phone numbers or prices: to see those, a person opens
          the job from the calendar and signs in.
        </p>
      </DialogBody>
    </Dialog>
  );
}

function Feed({ id }: { id: string }) {
  const query = useQuery(calendarQuery(id));
  const change = useShareCalendar(id);
  return (
    <DataArea
      query={query}
      isEmpty={() => false}
      firstUse={{ title: 'Calendar not found' }}
      filtered={null}
      skeleton={<SkeletonLines lines={3} />}
    >
      {({ url }) =>
        url ? (
          <>
            <p>Anyone with this link can see the calendar without signing in. Give it only to people you trust.</p>
            <CopyLine text={url} label="Calendar link" />
            <ActionBar at="start">
              {/* Opened by the calendar app of the phone or computer. */}
              <a href={url.replace(/^https?:/, 'webcal:')} className="bp6-button">
                Add to this device
              </a>
              <Button
                intent="danger"
                text="Revoke the link"
                loading={change.isPending}
                onClick={() => change.mutate('revoke')}
              />
            </ActionBar>
          </>
        ) : (
          <>
            <p>This calendar has no link, so nobody can see it without signing in.</p>
            <ActionBar at="start">
              <Button
                intent="primary"
                text="Make a link"
                loading={change.isPending}
                onClick={() => change.mutate('share')}
              />
            </ActionBar>
          </>
        )
      }
    </DataArea>
  );
}
