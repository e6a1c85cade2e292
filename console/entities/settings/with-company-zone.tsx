import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { settingsQuery } from './settings.ts';

interface WithCompanyZoneProps {
  children(zone: string | undefined): ReactNode;
}

/**
 * Waits for the company's time zone before showing anything that depends on today: elsewhere it may already be
 * tomorrow. Offline it uses the device's zone.
 */
export function WithCompanyZone({ children }: WithCompanyZoneProps) {
  const { data, isLoading } = useQuery(settingsQuery);
  return isLoading ? null : children(data?.timeZone);
}
