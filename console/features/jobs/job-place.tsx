import { Button, Classes } from '@blueprintjs/core';
import { MapMarker } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JobRecord, JobPlace as Place } from '../../../api/jobs/schema.ts';
import { JOBS, jobPath, jobPlaceQuery } from '../../entities/job/job.ts';
import { useAct } from '../../records/acts/use-act.ts';
import { showToast } from '../../ui/status/toaster.tsx';

// Each fits in one line of a phone, so that nothing below moves when it comes.
const KNOWN_BY: Record<NonNullable<Place['precision']>, string> = {
  pin: 'Pin set on site',
  property: 'Located by the property’s coordinates',
  zip: 'Located by ZIP code only, to a few miles',
};

const UNREAD = 'Offline: how well it is located is unknown';
const UNKNOWN = 'Not located: add a ZIP code or a pin';

/** How precisely the job's location is known, for planning the drive; a crew on site can set the pin. */
export function JobPlace({ job, canChange }: { job: JobRecord; canChange: boolean }) {
  const { data: place, isFetching } = useQuery(jobPlaceQuery(job.id));
  const { isAsking, pin } = usePinHere(job.id);
  const known = place?.precision ? KNOWN_BY[place.precision] : UNKNOWN;
  return (
    <div className="hw-job-place">
      <p className={!place && isFetching ? Classes.SKELETON : 'hw-muted'}>{place || isFetching ? known : UNREAD}</p>
      {canChange && 'geolocation' in navigator && (
        <Button
          size="small"
          variant="minimal"
          icon={<MapMarker />}
          loading={isAsking}
          onClick={pin}
          text={place?.precision === 'pin' ? 'Move the pin to where I am' : 'Set the pin where I am'}
        />
      )}
    </div>
  );
}

const NO_POSITION =
  'This device does not share its location. Allow it in the browser, or use Edit to enter the coordinates.';
const FIX_WITHIN_MS = 20_000;

/** Sets a job's pin to this device's location. */
function usePinHere(jobId: string): { isAsking: boolean; pin(): void } {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useAct<{ latitude: number; longitude: number }, JobRecord>({
    command: (body) => ({ method: 'PUT', path: jobPath(jobId), body }),
    collections: JOBS,
    done: () => ({ title: 'Pin Set', text: 'Drives will be planned to this spot.', intent: 'success' }),
    undoneOn: () => ({ category: 'job', id: jobId }),
  });
  const pin = () => {
    setAsking(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setAsking(false);
        mutate({ latitude: rounded(latitude), longitude: rounded(longitude) });
      },
      () => {
        setAsking(false);
        void showToast({ title: 'Error', text: NO_POSITION, intent: 'danger' });
      },
      { enableHighAccuracy: true, timeout: FIX_WITHIN_MS },
    );
  };
  return { isAsking: isAsking || isPending, pin };
}

/** To a few feet: no device is more precise. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}
