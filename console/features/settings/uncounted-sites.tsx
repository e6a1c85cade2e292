import { Callout } from '@blueprintjs/core';
import type { SettingsRecord } from '../../../api/settings/schema.ts';
import { formatList } from '../../ui/inputs/list-input.tsx';

/** Says which of the websites that may show the widget do not count, if any. */
export function UncountedSites({ settings }: { settings: SettingsRecord }) {
  const sites = formatList(settings.uncountedWidgetSites);
  if (sites === '') return null;
  return (
    <Callout intent="warning" compact>
      Not counted: {sites}. That would let the websites of other people show the quote widget. Name your own instead,
      like https://*.example.com.
    </Callout>
  );
}
