import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { settingsQuery } from './settings.ts';

interface WithCompanyZoneProps {
  children(zone: string | undefined): ReactNode;
}

/**
 * What begins with a day of the company waits until it is known where that is: elsewhere it may be tomorrow. Without a network
 * it goes by the device.
 */
export function WithCompanyZone({ children }: WithCompanyZoneProps) {
  const { data, isLoading } = useQuery(settingsQuery);
  return isLoading ? null : children(data?.timeZone);
}
