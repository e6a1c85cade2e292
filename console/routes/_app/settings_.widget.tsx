import { createFileRoute } from '@tanstack/react-router';
import { settingsQuery } from '../../entities/settings/settings.ts';
import { WidgetSettingsPage } from '../../features/settings/widget-settings-page.tsx';
import { widgetSettingsSearch } from '../../features/settings/widget-settings-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/settings_/widget')({
  validateSearch: widgetSettingsSearch,
  // A failure is shown in the page's data area, with its retry.
  loader: ({ context }) => void context.queryClient.prefetchQuery(settingsQuery),
  component: Widget,
});

function Widget() {
  const { account } = Route.useRouteContext();
  return <WidgetSettingsPage account={account} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
