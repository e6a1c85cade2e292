import { createFileRoute } from '@tanstack/react-router';
import { hasRight } from '../../entities/account/rights.ts';
import { equipmentFiguresQuery, equipmentQuery } from '../../entities/equipment/equipment.ts';
import { settingsQuery } from '../../entities/settings/settings.ts';
import { EquipmentPage } from '../../features/equipment/equipment-page.tsx';
import { equipmentSearch, filterOf } from '../../features/equipment/equipment-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/equipment')({
  validateSearch: equipmentSearch,
  loaderDeps: ({ search: { equipment: _, tab: __, new: ___, ...deps } }) => deps,
  // A failure is shown in the page's data area, with its retry. The company's zone sets the initial day of its forms.
  loader({ context: { queryClient }, deps }) {
    void queryClient.prefetchInfiniteQuery(equipmentQuery(filterOf(deps)));
    if (hasRight('equipment:read')) void queryClient.prefetchQuery(equipmentFiguresQuery);
    void queryClient.prefetchQuery(settingsQuery);
  },
  component: Equipment,
});

function Equipment() {
  const { account } = Route.useRouteContext();
  return <EquipmentPage account={account} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
